/** Readers' error reports about articles, until the operator has dealt with them. */
import type { Database } from '../../../platform/database/database.ts'

export async function insertErrorReport(
  database: Database,
  report: { articleId: number; text: string; at: Date },
): Promise<void> {
  await database.db
    .insertInto('fault_reports')
    .values({ article_id: report.articleId, text: report.text, at: report.at })
    .execute()
}

/** The record of a played judge in a test database. */
import type { Database } from '../../src/store/database/database.ts'

/** Its standing begins again. */
export async function forgetJudge({ db }: Database): Promise<void> {
  await db.deleteFrom('judge_controls').execute()
  await db.deleteFrom('judge_suspensions').execute()
}

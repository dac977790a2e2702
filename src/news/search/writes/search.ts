/** The language that search takes the site's texts to be in. The index itself is kept by triggers (migration 0008). */
import { sql } from 'kysely'
import { type Database, publishing } from '../../../platform/database/database.ts'

/** Called at each start; a changed language of the site reindexes its articles. */
export async function setSearchLanguage(database: Database, language: string): Promise<void> {
  const totals = await database.db.selectFrom('search_totals').select('language').executeTakeFirst()
  if (totals?.language === language) return
  await publishing(database, async (trx) => {
    await trx.updateTable('search_totals').set({ language }).execute()
    await sql`update stories set title = title`.execute(trx)
    await sql`delete from article_search`.execute(trx)
    await sql`
      insert into article_search (article_id, search)
      select a.id, article_search_of(a.language, a.title, a.excerpt, a.translated_title,
        a.translated_summary, ${language}) from articles a where a.status = 'published'`.execute(trx)
  })
}

/** Sources as `feeds list` and OPML have them: their settings, with no login in an address. */
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import type { Schema } from '../../../platform/database/schema.ts'
import { inNameOrder } from '../../../platform/text/collation.ts'
import type { OpmlSource } from '../../feeds/rules/source-list.ts'
import { splitCredentials } from '../../feeds/rules/source-settings.ts'
import { listSourceStates } from './source-health.ts'
import type { SourceRecord } from './views.ts'

type Row = Selectable<Schema['feeds']>

/** Every source that was not removed, by id. */
export async function listSourceRecords(db: ReadDb, now: Date): Promise<SourceRecord[]> {
  const { rows } = await sql<{ feed_id: number; n: number }>`
    select feed_id, count(*) as n from shown_articles group by feed_id`.execute(db)
  const counts = new Map(rows.map((row) => [row.feed_id, row.n]))
  const states = new Map((await listSourceStates(db, now)).map((source) => [source.id, source]))
  return (await listRows(db)).flatMap((row) => {
    const health = states.get(row.id)
    if (!health || row.status === 'removed') return []
    const { state, since, cause, publisher } = health
    return {
      id: row.id,
      title: row.title,
      url: splitCredentials(row.url).url,
      siteUrl: row.site_url,
      status: row.status,
      reason: row.status_reason,
      articles: counts.get(row.id) ?? 0,
      lastSuccessAt: row.last_success_at,
      nextFetchAt: row.next_fetch_at,
      errorsInRow: row.errors_in_row,
      lastError: row.last_error,
      lastNewAt: row.last_new_at,
      state,
      since,
      cause,
      folder: row.folder,
      language: row.language,
      publisher,
    }
  })
}

/** All of them as OPML has them, by title, and the groups by theirs; those in no group come first. */
export const listOutlines = async (db: ReadDb, language: string): Promise<OpmlSource[]> =>
  inOrder(await listRows(db), language)

/** The active ones for readers, or those among `ids`: without what is the operator's alone. */
export async function listPublicOutlines(db: ReadDb, language: string, ids?: number[]): Promise<OpmlSource[]> {
  const shown = (await listRows(db)).filter(({ id, status }) => status === 'active' && (!ids || ids.includes(id)))
  return inOrder(shown, language).map((source) => ({ ...source, relevance: 'model', extract: true, publisher: null }))
}

const listRows = (db: ReadDb): Promise<Row[]> =>
  db.selectFrom('feeds').selectAll().where('status', '<>', 'removed').orderBy('id').execute()

function inOrder(rows: Row[], language: string): OpmlSource[] {
  const byTitle = inNameOrder(rows.map(toOutline), language, ({ title }) => title)
  return inNameOrder(byTitle, language, ({ category }) => category ?? '')
}

const toOutline = (row: Row): OpmlSource => ({
  url: splitCredentials(row.url).url,
  title: row.title,
  siteUrl: row.site_url,
  language: row.language,
  relevance: row.relevance,
  extract: row.extract,
  publisher: row.publisher,
  category: row.folder,
  publisherName: row.publisher_name,
})

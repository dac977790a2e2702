/** Old articles leave, a few at a time: first from every surface, so that counts and events are right, then from the disk. */
import { sql } from 'kysely'
import { type ActorDatabase, type Database, publishing } from '../../../platform/database/database.ts'
import { auditedAction } from '../../actions/writes/log.ts'

/** Articles of one transaction. */
const AT_ONCE = 200
const STEPS = 20

/** Those that an episode of the podcast links to stay. */
const old = (before: Date) => sql`sort_at < ${before} and not exists (
  select from episodes e, jsonb_array_elements(e.sources) s where (s ->> 'entryId')::bigint = articles.id)`

export interface Pruned {
  /** Taken off the site; clustering takes them out of their events. */
  retired: number
  /** Of those retired earlier, deleted. */
  deleted: number
}

/** One round of at most 4000 articles older than `before`; more follow with the next. */
export async function pruneArticles(database: Database, before: Date): Promise<Pruned> {
  const pruned = { retired: 0, deleted: 0 }
  for (let step = 0; step < STEPS; step++) {
    const deleted = await deleteRetired(database, before)
    const retired = await retire(database, before)
    pruned.deleted += deleted
    pruned.retired += retired
    if (deleted + retired === 0) break
  }
  return pruned
}

/** Of one round, in the log of operators' acts. */
export const recordPruning = (
  database: ActorDatabase,
  { days, retired, deleted }: Pruned & { days: number },
  now: Date,
) =>
  auditedAction(database, now, async () => ({
    action: 'articles_pruned',
    target: 'articles:0',
    subject: '',
    undo: null,
    before: {},
    after: { days, retired, deleted },
  }))

const retire = (database: Database, before: Date): Promise<number> =>
  publishing(database, async (trx) => {
    const { rows } = await sql`
      update articles set status = 'removed', cluster_state = 'pending' where id in (
        select id from articles where status <> 'removed' and ${old(before)} order by sort_at limit ${AT_ONCE}
      ) returning id`.execute(trx)
    return rows.length
  })

/** Their keys stay, so that a feed that still lists them does not bring them back; so does what their models cost. */
async function deleteRetired({ db }: Database, before: Date): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number }>`
      select id from articles where status = 'removed' and cluster_state = 'done' and ${old(before)}
      order by sort_at limit ${AT_ONCE} for update skip locked`.execute(trx)
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return 0
    for (const table of ['article_identities', 'ai_calls'] as const)
      await trx.updateTable(table).set({ article_id: null }).where('article_id', 'in', ids).execute()
    await trx.deleteFrom('articles').where('id', 'in', ids).execute()
    return ids.length
  })
}

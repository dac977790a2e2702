/** Pending articles of each stage, read from the articles' own states. */
import { type RawBuilder, sql } from 'kysely'
import { DORMANT_AFTER_MS } from '../../domain/stories/story-rules.ts'
import { type Database, publishing } from '../database/database.ts'
import { isToExtract } from './extraction.ts'

/**
 * Articles pending for `stage`, oldest first: round robin over the hosts of their pages, so that the politeness delay of one
 * site delays no other, or over the sources. `each` limits those of one host or source. Enrichment waits until the page has
 * been read.
 */
export async function listWaiting(
  database: Database,
  stage: 'extract' | 'enrich',
  now: Date,
  each = 5000,
): Promise<string[]> {
  const waiting =
    stage === 'extract'
      ? isToExtract(now)
      : sql`enrich_state = 'pending' and translated_by is distinct from 'operator' and (extract_state <> 'pending' or extract_after is not null)`
  const partition = stage === 'extract' ? sql`split_part(url, '/', 3)` : sql`feed_id`
  const { rows } = await sql<{ id: number }>`
    select id from (
      select id, row_number() over (partition by ${partition} order by id) as turn
      from articles where ${waiting} and status <> 'removed') w
    where turn <= ${each} order by turn, id limit 5000`.execute(database.db)
  return rows.map((row) => String(row.id))
}

/** Sweeps that have something to do. */
export async function listDueSweeps(database: Database, now: Date): Promise<('cluster' | 'stories')[]> {
  const silentSince = new Date(now.getTime() - DORMANT_AFTER_MS)
  const { rows } = await sql<{ cluster: boolean; stories: boolean }>`
    select exists (select 1 from articles where cluster_state = 'pending' and status <> 'pending') as cluster,
      exists (select 1 from events where story_state = 'pending')
        or exists (select 1 from stories where merged_into is null
          and (text_events = 0 and entries_count > 0 or status = 'active' and last_at <= ${silentSince})) as stories`.execute(
    database.db,
  )
  const [row] = rows
  return (['cluster', 'stories'] as const).filter((stage) => row?.[stage])
}

/** An article whose model is late is published with its excerpt after this long. */
const PATIENCE_MINUTES = 15

/** Publishes what has waited for its summary long enough; returns how many. */
export function publishOverdue(database: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - PATIENCE_MINUTES * 60_000)
  return publishPending(database, sql`discovered_at <= ${before}`)
}

/** Publishes with its excerpt what waits for nothing but a summary that will not come soon; returns how many. */
export const publishUnenriched = (database: Database): Promise<number> =>
  publishPending(database, sql`(extract_state <> 'pending' or extract_after is not null)`)

async function publishPending(database: Database, which: RawBuilder<unknown>): Promise<number> {
  const pending = sql`status = 'pending' and ${which}`
  const { rows } = await sql`select from articles where ${pending} limit 1`.execute(database.db)
  if (rows.length === 0) return 0
  const result = await publishing(database, (trx) =>
    sql`update articles set status = 'published' where ${pending}`.execute(trx),
  )
  return Number(result.numAffectedRows ?? 0)
}

/** Pending articles of each stage, read from the articles' own states. */
import { type RawBuilder, sql } from 'kysely'
import { type Database, publishing } from '../../../platform/database/database.ts'
import { isToExtract } from '../../articles/writes/extraction.ts'
import { DORMANT_AFTER_MS } from '../../stories/rules/story-rules.ts'

/**
 * Articles whose page is to be read, newest first: round robin over the hosts of their pages, so that the politeness delay of one
 * site delays no other. `each` limits those of one host.
 */
export async function listToExtract(database: Database, now: Date, each = 5000): Promise<string[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (
      select id, sort_at, row_number() over (partition by split_part(url, '/', 3) order by sort_at desc, id desc) as turn
      from articles where ${isToExtract(now)} and status <> 'removed') w
    where turn <= ${each} order by turn, sort_at desc limit 5000`.execute(database.db)
  return rows.map((row) => String(row.id))
}

/** Of an event, each further publisher counts as so many minutes of freshness; each further article of one source takes away as many. */
const FRESHNESS_OF_PUBLISHER = 1440
const MAX_FURTHER_PUBLISHERS = 4
const FRESHNESS_OF_TURN = 10

/**
 * Articles that wait for a summary, whose page was read. Their priority is their news value in minutes: as new as they are, and
 * newer for each publisher that reports the event; singles of earlier days come last.
 */
export async function listToEnrich({ db }: Database): Promise<{ key: string; priority: number }[]> {
  const { rows } = await sql<{ id: number; priority: number }>`
    select id, minute + ${FRESHNESS_OF_PUBLISHER} * least(source_count - 1, ${MAX_FURTHER_PUBLISHERS})
      - ${FRESHNESS_OF_TURN} * (least(turn, 1000)::integer - 1) as priority
    from (
      select id, source_count, floor(extract(epoch from least(published_at, discovered_at)) / 60)::integer as minute,
        row_number() over (partition by feed_id order by least(published_at, discovered_at) desc, id desc) as turn
      from articles where enrich_state = 'pending' and translated_by is distinct from 'operator'
        and (extract_state <> 'pending' or extract_after is not null) and status <> 'removed') w
    order by priority desc, id desc limit 5000`.execute(db)
  return rows.map(({ id, priority }) => ({ key: String(id), priority }))
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

/** Lag of the stages: since when the oldest article that waits for each has waited. */
import { sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'

export interface StageLag {
  stage: 'extract' | 'enrich' | 'cluster' | 'stories'
  /** Null where none waits. */
  since: Date | null
}

/** In the terms of the index of what waits. */
const CLUSTER = sql`
  select greatest(discovered_at, updated_at) as since from articles
  where cluster_state = 'pending' and status <> 'pending' and status = 'published' order by sort_at, id limit 100`

/** A page that is to be tried again later does not wait for its stage. */
export async function readLag(db: ReadDb): Promise<StageLag[]> {
  const since = sql`min(greatest(discovered_at, updated_at))`
  const { rows } = await sql<StageLag>`
    select 'extract' as stage, ${since} as since from articles
      where extract_state = 'pending' and extract_after is null and status <> 'removed'
    union all select 'enrich', ${since} from articles where status = 'pending' and extract_state <> 'pending'
    union all select 'cluster', min(w.since) from (${CLUSTER}) w
    union all select 'stories', min(greatest(created_at, last_at)) from events where story_state = 'pending' and merged_into is null`.execute(
    db,
  )
  return rows
}

/** Stages look for work every 15 seconds, and a long sweep may take some minutes. */
const KEEPS_UP_MS = 5 * 60_000

/** For readers: since when the oldest published article waits for its event; null while clustering keeps up. */
export async function behindSince(db: ReadDb, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`select min(w.since) as since from (${CLUSTER}) w`.execute(db)
  const since = rows[0]?.since ?? null
  return since && now.getTime() - since.getTime() > KEEPS_UP_MS ? since : null
}

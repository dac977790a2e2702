/** The stages, and how many jobs of each there are. Does not start the queue. */
import type { Database } from '../database/database.ts'

export const stages = [
  'fetch',
  'extract',
  'enrich',
  'embed',
  'cluster',
  'stories',
  'events',
  'subscribe',
  'records',
  'editions',
  'letters',
  'spoken',
  'alerts',
  'sendings',
  'maintain',
  'reprocess',
  'exams',
  'pairs',
] as const
export type Stage = (typeof stages)[number]

export interface Depth {
  stage: Stage
  ready: number
  active: number
  /** Given up, or tried in vain several times. */
  failed: number
  /** Seconds that the longest waiting job has been ready; 0 where none is. */
  oldest: number
}

/** From so many retries on, something is wrong that waiting alone will not cure. */
const MANY_RETRIES = 3

/** Jobs by stage: ready or waiting for a retry that is due, being done, given up. In the order of the stages; all zero before any queue was started. */
export async function queueDepth({ pool }: Pick<Database, 'pool'>): Promise<Depth[]> {
  const there = await pool.query(`select to_regclass('pgboss.job') is not null as yes`)
  const { rows } = !there.rows[0]?.yes
    ? { rows: [] }
    : await pool.query(`
    select name,
      count(*) filter (where state in ('created', 'retry') and start_after <= now())::int as ready,
      count(*) filter (where state = 'active')::int as active,
      count(*) filter (where state = 'failed' or state = 'retry' and retry_count >= ${MANY_RETRIES})::int as failed,
      coalesce(extract(epoch from now() - min(start_after) filter (where state in ('created', 'retry') and start_after <= now())), 0)::int as oldest
    from pgboss.job where state < 'completed' or state = 'failed' group by name`)
  const byName = new Map(
    rows.map((row) => [row.name, { ready: row.ready, active: row.active, failed: row.failed, oldest: row.oldest }]),
  )
  return stages.map((stage) => ({ stage, ...(byName.get(stage) ?? { ready: 0, active: 0, failed: 0, oldest: 0 }) }))
}

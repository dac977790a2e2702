/** Providers of models that do not answer. */
import { sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import { CALL_ENDED } from '../../../platform/models/models.ts'

export interface Silence {
  provider: string
  /** Calls in a row without an answer, the first of them at `since`. */
  n: number
  since: Date
}

const DAY_MS = 86_400_000
/** Failures in a row that count at once; of fewer, when they began so long ago. */
const FAILED = 3
const SILENT_MS = 600_000

/** By their calls of the last day. Embeddings come from another server. */
export async function findSilentModels(db: ReadDb, now: Date): Promise<Silence[]> {
  const day = new Date(now.getTime() - DAY_MS)
  const { rows } = await sql<Silence>`
    with calls as (
      select provider, id, at, verdict, reason from ai_calls
      where at >= ${day} and at <= ${now} and purpose not in ('embedding', 'check')),
    answers as (
      select provider, max(id) as id from calls where verdict in ('answered', 'accepted', 'refused') group by provider)
    select c.provider, count(*)::integer as n, min(c.at) as since from calls c left join answers a using (provider)
    where c.verdict = 'failed' and c.reason is distinct from ${CALL_ENDED} and c.id > coalesce(a.id, 0) group by c.provider`.execute(
    db,
  )
  return rows.filter(({ n, since }) => n >= FAILED || (n > 1 && now.getTime() - since.getTime() >= SILENT_MS))
}

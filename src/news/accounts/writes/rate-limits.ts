/** Counted calls, shared by every process on the database: a sliding window, exact at its border. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type Database, type Db, transaction } from '../../../platform/database/database.ts'

export interface Verdict {
  allowed: boolean
  remaining: number
  resetSeconds: number
}

/**
 * Key of a caller in the database: no address of the net or of a person is stored as it is. Each word is one for itself, so that
 * the calls of a mailbox are found, from whichever address they came.
 */
export const rateKey = (limiter: string, caller: string): string =>
  caller
    .split(' ')
    .map((word) => createHash('sha256').update(`${limiter}\n${word}`).digest('base64url').slice(0, 22))
    .join(' ')

const MAX_CLOCK_SKEW_MS = 60_000

/** Counts `calls` of `caller`, unless that would make more than the limit's within its seconds: then none of them. */
export async function countCalls(
  database: Database,
  limit: { name: string; calls: number; seconds: number },
  caller: string,
  calls: number,
  now: Date,
): Promise<Verdict> {
  const key = rateKey(limit.name, caller)
  const since = new Date(now.getTime() - limit.seconds * 1000)
  // Clocks of several machines differ; what is further ahead was written by one that has been set back since.
  const until = new Date(now.getTime() + MAX_CLOCK_SKEW_MS)
  return transaction(database, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${limit.name} ${key}`}, 0))`.execute(trx)
    const { rows } = await sql<{ n: number; oldest: Date | null }>`
      select count(*) as n, min(at) as oldest from rate_hits
      where limiter = ${limit.name} and key = ${key} and at > ${since} and at <= ${until}`.execute(trx)
    const { n, oldest } = rows[0] ?? { n: 0, oldest: null }
    const allowed = n + calls <= limit.calls
    const hit = { limiter: limit.name, key, at: now }
    if (allowed) await trx.insertInto('rate_hits').values(new Array(calls).fill(hit)).execute()
    const first = oldest ?? now
    return {
      allowed,
      remaining: Math.max(0, limit.calls - n - (allowed ? calls : 0)),
      resetSeconds: Math.max(1, Math.ceil((first.getTime() + limit.seconds * 1000 - now.getTime()) / 1000)),
    }
  })
}

/** Deletes the calls of these callers by every limit, and those that count by an address of the net too. */
export async function purgeCallsOf(db: Db, callers: string[]): Promise<void> {
  const limiters = await db.selectFrom('rate_hits').select('limiter').distinct().execute()
  for (const { limiter } of limiters) {
    const keys = callers.map((caller) => rateKey(limiter, caller))
    await sql`
      delete from rate_hits where limiter = ${limiter} and split_part(key, ' ', 1) = any(${keys}::text[])`.execute(db)
  }
}

/** Deletes calls older than any window. */
export async function purgeOldCalls(database: Database, now: Date): Promise<void> {
  await sql`delete from rate_hits where at < ${new Date(now.getTime() - 86_400_000)}`.execute(database.db)
}

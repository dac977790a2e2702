/** Subscriptions to our feeds: who wants which, until when, and what was delivered last. */
import { sql } from 'kysely'
import { registrableDomain } from '../../domain/text/url.ts'
import type { SubscriptionRequest } from '../../domain/websub/subscription.ts'
import { type Database, type Db, transaction } from '../database/database.ts'

const MOST = { inAll: 1000, ofOne: 50 }

/** For one that there is already, or one more of its receiver's. */
export async function hasRoom({ db }: { db: Db }, { topic, callback }: SubscriptionRequest): Promise<boolean> {
  const rows = await db.selectFrom('hub_subscriptions').select(['topic', 'callback']).execute()
  if (rows.some((row) => row.topic === topic && row.callback === callback)) return true
  const receiver = registrableDomain(callback)
  const own = rows.filter((row) => registrableDomain(row.callback) === receiver)
  return rows.length < MOST.inAll && own.length < MOST.ofOne
}

/**
 * Adds or renews one; false where there is no room. Content that the subscriber may have is not sent again: what there is
 * now counts as delivered.
 */
export function saveSubscription(
  database: Database,
  request: SubscriptionRequest,
  contentHash: string,
  now: Date,
): Promise<boolean> {
  const { topic, callback, secret, leaseSeconds } = request
  const granted = { secret, expires_at: new Date(now.getTime() + leaseSeconds * 1000), next_at: now, tries: 0 }
  return transaction(database, async (trx) => {
    // Those that were verified at one time are counted one after the other.
    await sql`select pg_advisory_xact_lock(hashtextextended('hub-subscriptions', 0))`.execute(trx)
    if (!(await hasRoom({ db: trx }, request))) return false
    await trx
      .insertInto('hub_subscriptions')
      .values({ topic, callback, content_hash: contentHash, ...granted })
      .onConflict((oc) => oc.columns(['topic', 'callback']).doUpdateSet({ ...granted, failing_since: null }))
      .execute()
    return true
  })
}

export async function removeSubscription({ db }: Database, topic: string, callback: string): Promise<void> {
  await db.deleteFrom('hub_subscriptions').where('topic', '=', topic).where('callback', '=', callback).execute()
}

/** Topics that somebody waits for, and forgets those whose lease is over. */
export async function listTopics({ db }: Database, now: Date): Promise<string[]> {
  await db.deleteFrom('hub_subscriptions').where('expires_at', '<=', now).execute()
  const rows = await db.selectFrom('hub_subscriptions').select('topic').distinct().execute()
  return rows.map(({ topic }) => topic)
}

export interface DueSubscription {
  topic: string
  callback: string
  secret: string | null
  tries: number
  failing_since: Date | null
  /** By which the process that delivers knows its lease. */
  leased_until: Date
}

/** Longer than one delivery may take. */
const LEASE_MS = 20_000

const leaseFrom = (now: Date) => new Date(now.getTime() + LEASE_MS)

/**
 * Takes at most so many that have not got their topic's content yet, for a while: nobody else delivers to them meanwhile. Who
 * took the last one is first.
 */
export async function leaseSubscriptions(
  { db }: Database,
  contentHashes: Map<string, string>,
  most: number,
  now: Date,
): Promise<DueSubscription[]> {
  const [topics, hashes] = [[...contentHashes.keys()], [...contentHashes.values()]]
  const { rows } = await sql<DueSubscription>`
    update hub_subscriptions s set leased_until = ${leaseFrom(now)}
    from (
      select h.topic, h.callback from unnest(${topics}::text[], ${hashes}::text[]) c(topic, hash) join hub_subscriptions h using (topic)
      where h.content_hash is distinct from c.hash and h.next_at <= ${now} and coalesce(h.leased_until, '-infinity') <= ${now}
      order by h.tries, h.next_at limit ${most} for update of h skip locked) due
    where s.topic = due.topic and s.callback = due.callback
    returning s.topic, s.callback, s.secret, s.tries, s.failing_since, s.leased_until`.execute(db)
  return rows
}

const isMine = ({ topic, callback, leased_until }: DueSubscription) =>
  sql<boolean>`topic = ${topic} and callback = ${callback} and leased_until = ${leased_until}`

/** Its turn has come: as it is now; null where it has ended, or is another process's. */
export async function renewLease({ db }: Database, due: DueSubscription, now: Date): Promise<DueSubscription | null> {
  const { rows } = await sql<DueSubscription>`
    update hub_subscriptions set leased_until = ${leaseFrom(now)} where ${isMine(due)} and expires_at > ${now}
    returning topic, callback, secret, tries, failing_since, leased_until`.execute(db)
  return rows[0] ?? null
}

export async function settleSubscription(
  { db }: Database,
  due: DueSubscription,
  settled: { content_hash?: string; next_at: Date; tries?: number; failing_since?: Date | null },
): Promise<void> {
  await db
    .updateTable('hub_subscriptions')
    .set({ ...settled, leased_until: null })
    .where(isMine(due))
    .execute()
}

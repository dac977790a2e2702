/** Subscriptions to our feeds: subscriber, end, and the last delivery. */
import { sql } from 'kysely'
import { type Database, type Db, transaction } from '../../platform/database/database.ts'
import { leaseRows, type OutboxRow, openStream } from '../../platform/outbox/rows.ts'
import { registrableDomain } from '../../platform/text/url.ts'
import type { SubscriptionRequest } from './subscription.ts'

const MAX = { inAll: 1000, ofOne: 50 }

/** For one that there is already, or one more of its receiver's. */
export async function isWithinQuota({ db }: { db: Db }, { topic, callback }: SubscriptionRequest): Promise<boolean> {
  const rows = await db.selectFrom('hub_subscriptions').select(['topic', 'callback']).execute()
  if (rows.some((row) => row.topic === topic && row.callback === callback)) return true
  const receiver = registrableDomain(callback)
  const ofReceiver = rows.filter((row) => registrableDomain(row.callback) === receiver)
  return rows.length < MAX.inAll && ofReceiver.length < MAX.ofOne
}

/**
 * Adds or renews one; false where there is no room. Content that the subscriber may have is not sent again: the current
 * content counts as delivered. Queued content is sent under the former terms.
 */
export function saveSubscription(
  database: Database,
  request: SubscriptionRequest,
  contentHash: string,
  now: Date,
): Promise<boolean> {
  const { topic, callback, secret, leaseSeconds } = request
  const granted = { secret, expires_at: new Date(now.getTime() + leaseSeconds * 1000) }
  return transaction(database, async (trx) => {
    // Those that were verified at one time are counted one after the other.
    await sql`select pg_advisory_xact_lock(hashtextextended('hub-subscriptions', 0))`.execute(trx)
    if (!(await isWithinQuota({ db: trx }, request))) return false
    const { id } = await trx
      .insertInto('hub_subscriptions')
      .values({ topic, callback, content_hash: contentHash, ...granted })
      .onConflict((oc) => oc.columns(['topic', 'callback']).doUpdateSet(granted))
      .returning('id')
      .executeTakeFirstOrThrow()
    await openStream(trx, { hub_subscription_id: id }, now)
    return true
  })
}

export async function removeSubscription({ db }: Database, topic: string, callback: string): Promise<void> {
  await db.deleteFrom('hub_subscriptions').where('topic', '=', topic).where('callback', '=', callback).execute()
}

/** Topics with subscribers; deletes subscriptions whose lease is over. */
export async function listTopics({ db }: Database, now: Date): Promise<string[]> {
  await db.deleteFrom('hub_subscriptions').where('expires_at', '<=', now).execute()
  const rows = await db.selectFrom('hub_subscriptions').select('topic').distinct().execute()
  return rows.map(({ topic }) => topic)
}

/** Leases at most so many that have not got their topic's content yet. */
export function leaseSubscriptions(
  database: Database,
  contentHashes: Map<string, string>,
  max: number,
  now: Date,
): Promise<OutboxRow[]> {
  const [topics, hashes] = [[...contentHashes.keys()], [...contentHashes.values()]]
  const isDue = sql`exists (
    select from hub_subscriptions h join unnest(${topics}::text[], ${hashes}::text[]) c(topic, hash) using (topic)
    where h.id = o.hub_subscription_id and h.content_hash is distinct from c.hash)`
  return leaseRows(database, 'websub', now, max, isDue)
}

export interface DueSubscription {
  row: OutboxRow
  id: number
  topic: string
  callback: string
  secret: string | null
}

export async function listLeasedSubscriptions({ db }: Database, leased: OutboxRow[]): Promise<DueSubscription[]> {
  const ids = leased.map(({ receiver }) => receiver)
  const columns = ['id', 'topic', 'callback', 'secret'] as const
  const found = await db.selectFrom('hub_subscriptions').select(columns).where('id', 'in', ids).execute()
  return leased.flatMap((row) => {
    const subscription = found.find(({ id }) => id === row.receiver)
    return subscription ? { row, ...subscription } : []
  })
}

export async function noteDelivered({ db }: Database, { id }: DueSubscription, contentHash: string): Promise<void> {
  await db.updateTable('hub_subscriptions').set({ content_hash: contentHash }).where('id', '=', id).execute()
}

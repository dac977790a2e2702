/** Subscriptions to our feeds: who wants which, until when, and what was delivered last. */
import { sql } from 'kysely'
import { LONGEST_RETRY_MS } from '../../domain/webhooks/retries.ts'
import type { SubscriptionRequest } from '../../domain/websub/subscription.ts'
import type { Database } from '../database/database.ts'
import { hasCome } from '../database/has-come.ts'

/** Adds or renews one. Content that the subscriber may have is not sent again: what there is now counts as delivered. */
export async function saveSubscription(
  { db }: Database,
  request: SubscriptionRequest,
  contentHash: string,
  now: Date,
): Promise<void> {
  const { topic, callback, secret, leaseSeconds } = request
  const granted = { secret, expires_at: new Date(now.getTime() + leaseSeconds * 1000), next_at: now, tries: 0 }
  await db
    .insertInto('hub_subscriptions')
    .values({ topic, callback, content_hash: contentHash, ...granted })
    .onConflict((oc) => oc.columns(['topic', 'callback']).doUpdateSet({ ...granted, failing_since: null }))
    .execute()
}

export async function removeSubscription({ db }: Database, topic: string, callback: string): Promise<void> {
  await db.deleteFrom('hub_subscriptions').where('topic', '=', topic).where('callback', '=', callback).execute()
}

export async function countSubscriptions({ db }: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from hub_subscriptions`.execute(db)
  return rows[0]?.n ?? 0
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
}

/** Longer than one delivery may take. */
const LEASE_MS = 20_000

/** Takes those that have not got this content yet, for a while: nobody else delivers to them meanwhile. */
export async function leaseSubscriptions(
  { db }: Database,
  topic: string,
  contentHash: string,
  now: Date,
): Promise<DueSubscription[]> {
  const { rows } = await sql<DueSubscription>`
    update hub_subscriptions s set leased_until = ${new Date(now.getTime() + LEASE_MS)}
    where (topic, callback) in (
      select topic, callback from hub_subscriptions
      where topic = ${topic} and content_hash is distinct from ${contentHash}
        and ${hasCome('next_at', now, LONGEST_RETRY_MS)} and ${hasCome('leased_until', now, LEASE_MS)}
      limit 100 for update skip locked)
    returning topic, callback, secret, tries, failing_since`.execute(db)
  return rows
}

export async function settleSubscription(
  { db }: Database,
  { topic, callback }: DueSubscription,
  settled: { content_hash?: string; next_at: Date; tries: number; failing_since: Date | null },
): Promise<void> {
  await db
    .updateTable('hub_subscriptions')
    .set({ ...settled, leased_until: null })
    .where('topic', '=', topic)
    .where('callback', '=', callback)
    .execute()
}

/** Our subscriptions at the hubs of sources, and the pushes that they bring. */

import { randomBytes } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { type Database, transaction } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'

export type FeedSubscription = Selectable<Schema['feed_subscriptions']>

/** Sources that may be subscribed to: one that is asked with a login is never named to another server. */
const WANTED = sql`f.status = 'active' and f.first_pass_done and f.secret is null
  and f.hub_url is not null and f.hub_topic is not null`

/** Sources whose hub is to be asked now: for the first time, again, or because they name another one. */
export async function listDueSubscriptions({ db }: Database, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select f.id from feeds f left join feed_subscriptions s on s.feed_id = f.id
    where ${WANTED} and (s.feed_id is null or s.next_at <= ${now} or s.hub <> f.hub_url or s.topic <> f.hub_topic)
    order by s.next_at nulls first, f.id limit 100`.execute(db)
  return rows.map(({ id }) => id)
}

const HOUR_MS = 3_600_000

/**
 * Request to the source's hub; null for a source that is not to be subscribed to. Another hub or topic gets a new key
 * and secret. Already sets the time of the next request should no verification come: an hour later, and ever more
 * seldom.
 */
export async function startSubscription({ db }: Database, feedId: number, now: Date): Promise<FeedSubscription | null> {
  const { rows } = await sql<FeedSubscription>`
    insert into feed_subscriptions as s (feed_id, hub, topic, key, secret, state, next_at, tries)
    select f.id, f.hub_url, f.hub_topic, ${randomBytes(24).toString('base64url')}, ${randomBytes(32).toString('hex')},
      'asked', ${new Date(now.getTime() + HOUR_MS)}::timestamptz, 1
    from feeds f where f.id = ${feedId} and ${WANTED}
    on conflict (feed_id) do update set
      (hub, topic, key, secret, state, expires_at, next_at, tries) = (
        select excluded.hub, excluded.topic,
          case when same.hub then s.key else excluded.key end,
          case when same.hub then s.secret else excluded.secret end,
          case when same.hub and s.state = 'active' then 'active' else 'asked' end,
          case when same.hub then s.expires_at end,
          ${now}::timestamptz + least(24, 2 ^ (case when same.hub then least(s.tries, 5) else 0 end)) * interval '1 hour',
          case when same.hub then s.tries + 1 else 1 end
        from (select s.hub = excluded.hub and s.topic = excluded.topic as hub) same)
    returning *`.execute(db)
  return rows[0] ?? null
}

/** The hub's answer to our request; null for "accepted". */
export async function noteAnswer({ db }: Database, feedId: number, error: string | null): Promise<void> {
  await db.updateTable('feed_subscriptions').set({ last_error: error }).where('feed_id', '=', feedId).execute()
}

/** Of a source that is still wanted. */
export async function findSubscription({ db }: Database, key: string): Promise<FeedSubscription | null> {
  const { rows } = await sql<FeedSubscription>`
    select s.* from feed_subscriptions s join feeds f on f.id = s.feed_id
    where s.key = ${key} and ${WANTED} and s.hub = f.hub_url and s.topic = f.hub_topic`.execute(db)
  return rows[0] ?? null
}

export async function confirmSubscription(
  { db }: Database,
  feedId: number,
  { expiresAt, renewAt }: { expiresAt: Date; renewAt: Date },
): Promise<void> {
  await db
    .updateTable('feed_subscriptions')
    .set({ state: 'active', expires_at: expiresAt, next_at: renewAt, tries: 0, last_error: null })
    .where('feed_id', '=', feedId)
    .execute()
}

export async function denySubscription(
  { db }: Database,
  feedId: number,
  { reason, nextAt }: { reason: string; nextAt: Date },
): Promise<void> {
  await db
    .updateTable('feed_subscriptions')
    .set({ state: 'denied', expires_at: null, next_at: nextAt, last_error: reason })
    .where('feed_id', '=', feedId)
    .execute()
}

/** Limit of what waits for one source, a push of full size or more. The hub sends what is refused again. */
const WAITING = { pushes: 5, bytes: 20 * 1024 * 1024 }

/** False where too much waits already. */
export function savePush(
  database: Database,
  push: { feedId: number; body: Buffer; contentType: string },
  now: Date,
): Promise<boolean> {
  return transaction(database, async (trx) => {
    // In any process, one after the other: each counts those before it.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`feed-pushes ${push.feedId}`}, 0))`.execute(trx)
    const { rows } = await sql`
      insert into feed_pushes (feed_id, body, content_type, at)
      select ${push.feedId}::int, ${push.body}::bytea, ${push.contentType}, ${now}::timestamptz
      from (
        select count(*) as pushes, coalesce(sum(octet_length(body)), 0) as bytes from feed_pushes where feed_id = ${push.feedId}) w
      where w.pushes < ${WAITING.pushes} and w.bytes + ${push.body.length}::integer <= ${WAITING.bytes}
      returning id`.execute(trx)
    return rows.length > 0
  })
}

/**
 * The outbox: what waits to be sent, through whichever channel. A process leases rows, begins them, and ends them or puts
 * them off. What a killed process was handing over is sent again, unless it is to be sent at most once.
 */
import { type RawBuilder, sql } from 'kysely'
import { type Database, type Db, rowsParameter, transaction } from '../database/database.ts'
import { hasCome } from '../database/has-come.ts'
import { MAX_BACKOFF_MS } from './backoff.ts'

/** Milliseconds for which a process has rows for itself; a stream renews its lease with each message. */
const LEASES = {
  edition: 300_000,
  alert: 300_000,
  push: 300_000,
  bluesky: 300_000,
  notice: 120_000,
  webhook: 20_000,
  websub: 20_000,
  fediverse: 20_000,
}
export type ChannelName = keyof typeof LEASES

const STREAMS: readonly ChannelName[] = ['webhook', 'websub', 'notice', 'fediverse']

export interface OutboxRow {
  id: number
  channel: ChannelName
  /** Id of the mail subscription, device, webhook, subscription of the hub or inbox of the fediverse. */
  receiver: number
  eventId: number | null
  tries: number
  failingSince: Date | null
  /** By which the process knows its lease. */
  leasedUntil: Date
  /** Of the mail subscription: another one is another mailbox. */
  mailKey: string | null
}

/** Many rows wait for a later time and are not to be read; few are streams, for which a clock set back is minded. */
const isFree = (channel: ChannelName, now: Date) => sql<boolean>`
  o.channel = ${channel} and o.state = 'waiting' and ${hasCome('o.leased_until', now, LEASES[channel])}
  and ${STREAMS.includes(channel) ? hasCome('o.try_at', now, MAX_BACKOFF_MS) : sql`o.try_at <= ${now}`}`

export const leaseFrom = (channel: ChannelName, now: Date) => new Date(now.getTime() + LEASES[channel])

/**
 * Leases what is due for `limit` receivers at most, all of one receiver together. One process leases at a time, so that
 * these stay together. `isDue` narrows it, of `outbox o`. A look that finds nothing, as most do, costs one statement.
 */
export async function leaseRows(
  database: Database,
  channel: ChannelName,
  now: Date,
  limit: number,
  isDue: RawBuilder<unknown> = sql`true`,
): Promise<OutboxRow[]> {
  if (!(await areRowsWaiting(database, channel, now, isDue))) return []
  return transaction(database, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`outbox ${channel}`}, 0))`.execute(trx)
    const { rows } = await sql<OutboxRow>`
      with first as (
        select receiver from outbox o where ${isFree(channel, now)} and ${isDue} order by try_at, id limit ${limit}
      ), due as (
        select id from outbox o where ${isFree(channel, now)} and receiver in (select receiver from first)
        for update skip locked
      )
      update outbox o set leased_until = ${leaseFrom(channel, now)}, leased_by = ${database.holder}
      from due where o.id = due.id
      returning o.id, o.channel, o.receiver, o.event_id as "eventId", o.tries, o.failing_since as "failingSince", o.leased_until as "leasedUntil",
        (select key from mail_subscriptions m where m.id = o.mail_id) as "mailKey"`.execute(trx)
    return rows.sort((a, b) => a.id - b.id)
  })
}

export async function areRowsWaiting(
  { db }: Database,
  channel: ChannelName,
  now: Date,
  isDue: RawBuilder<unknown> = sql`true`,
): Promise<boolean> {
  const { rows } = await sql`select from outbox o where ${isFree(channel, now)} and ${isDue} limit 1`.execute(db)
  return rows.length > 0
}

/** Rows that are still leased by this process, or by none, as after a pause: `o` joined with `r`. The ids are for the planner. */
const ours = (rows: OutboxRow[]) => sql`
  jsonb_to_recordset(${rowsParameter(rows)}::jsonb) as r(id bigint, "leasedUntil" timestamptz, "mailKey" text)
  where o.id = any(${rows.map(({ id }) => id)}::bigint[]) and o.id = r.id
    and coalesce(o.leased_until, r."leasedUntil") = r."leasedUntil"`

/**
 * Their turn has come: renews the lease. Returns the ids of those that may be sent; not of what was stopped, deleted or
 * given another mailbox, or is another process's by now.
 */
export async function beginRows({ db }: Database, rows: OutboxRow[], now: Date): Promise<Set<number>> {
  const [first] = rows
  if (!first) return new Set()
  const leasedUntil = leaseFrom(first.channel, now)
  const begun = await sql<{ id: number }>`
    update outbox o set leased_until = ${leasedUntil}, at = ${now},
      state = case when once then 'sending' else state end, tries = case when once then tries + 1 else tries end
    from ${ours(rows)} and o.leased_until is not null and o.state = 'waiting' and (o.mail_id is null or exists (
      select from mail_subscriptions m
      where m.id = o.mail_id and m.key = r."mailKey" and m.confirmed_at is not null and m.stopped_at is null))
    returning o.id`.execute(db)
  for (const row of rows) row.leasedUntil = leasedUntil
  return new Set(begun.rows.map(({ id }) => id))
}

/** Not so where a stream was opened again since it was leased: its receiver has begun again. */
export async function areLeased({ db }: Database, rows: OutboxRow[]): Promise<boolean> {
  const leased = await sql`select from outbox o, ${ours(rows)} and o.leased_until is not null`.execute(db)
  return leased.rows.length === rows.length
}

/** They were taken. A stream waits again, at `nextAt` or at once. */
export async function finishRows({ db }: Database, rows: OutboxRow[], now: Date, nextAt = now): Promise<void> {
  await sql`
    with done as (
      update outbox o set leased_until = null, failing_since = null, error = null, at = ${now},
        state = case when repeats then 'waiting' else 'sent' end, tries = case when repeats then 0 else tries end,
        try_at = case when repeats then ${nextAt} else try_at end
      from ${ours(rows)} returning o.mail_id, o.device_id, (o.content->>'until')::timestamptz as until
    ), told as (
      update mail_subscriptions m set since = done.until from done where m.id = done.mail_id and m.since < done.until
    )
    update push_subscriptions p set last_sent_at = ${now} from done where p.id = done.device_id`.execute(db)
}

/** They were not taken. `tryAt` null: a message is given up, and what becomes of a stream is its channel's. */
export async function failRows(
  { db }: Database,
  rows: OutboxRow[],
  { error, tryAt, now }: { error: string; tryAt: Date | null; now: Date },
): Promise<void> {
  await sql`
    update outbox o set leased_until = null, failing_since = coalesce(failing_since, ${now}), error = ${error},
      state = case when repeats or ${tryAt !== null} then 'waiting' else 'failed' end, at = ${now},
      tries = case when once then tries else tries + 1 end, try_at = coalesce(${tryAt}::timestamptz, try_at)
    from ${ours(rows)}`.execute(db)
}

/** Messages of which nothing holds any more. */
export async function dropRows({ db }: Database, rows: OutboxRow[], now: Date): Promise<void> {
  if (rows.length > 0)
    await sql`
      update outbox o set state = 'dropped', leased_until = null, at = ${now} from ${ours(rows)} and not repeats`.execute(
      db,
    )
}

/** Rows with what was found for each, by id. */
export function joinRows<T extends { id: number }>(
  rows: OutboxRow[],
  found: T[],
): (Omit<T, 'id'> & { row: OutboxRow })[] {
  const byId = new Map(found.map(({ id, ...rest }) => [id, rest]))
  return rows.flatMap((row) => {
    const rest = byId.get(row.id)
    return rest ? { row, ...rest } : []
  })
}

/** They were not tried: until then, or free for the next lease. */
export async function postponeRows({ db }: Database, rows: OutboxRow[], until: Date | null = null): Promise<void> {
  await sql`
    update outbox o set leased_until = null, try_at = coalesce(${until}::timestamptz, try_at)
    from ${ours(rows)} and o.state = 'waiting'`.execute(db)
}

type StreamReceiver = { webhook_id: number } | { hub_subscription_id: number } | { fediverse_inbox_id: number }

const channelOf = (receiver: StreamReceiver): ChannelName => {
  if ('webhook_id' in receiver) return 'webhook'
  return 'hub_subscription_id' in receiver ? 'websub' : 'fediverse'
}

/** A stream to a receiver, from now on; an existing one starts again. */
export async function openStream(db: Db, receiver: StreamReceiver, now: Date): Promise<void> {
  const reset = { try_at: now, tries: 0, failing_since: null, error: null, leased_until: null }
  await db
    .insertInto('outbox')
    .values({ channel: channelOf(receiver), repeats: true, at: now, ...receiver, ...reset })
    .onConflict((oc) => oc.columns(['channel', 'receiver', 'event_id', 'edition']).doUpdateSet(reset))
    .execute()
}

/** Leases of a worker that was killed are free when it starts again. What it was handing over stays as it is. */
export async function freeLeases({ db, holder }: Database): Promise<void> {
  await sql`
    update outbox set leased_until = null
    where leased_by = ${holder} and state = 'waiting' and channel in ('edition', 'alert', 'push')`.execute(db)
}

const RETENTION_MS = 30 * 86_400_000

export async function purgeExpiredRows({ db }: Database, now: Date): Promise<void> {
  await sql`delete from outbox where not repeats and at < ${new Date(now.getTime() - RETENTION_MS)}`.execute(db)
}

/**
 * Sendings: what a reader is told one way, claimed by its row. A device is told again what a killed process was telling it:
 * its messages bear a topic, and the later one takes the place of the earlier. A mail is not handed over twice.
 */
import { sql } from 'kysely'
import type { PushAddress } from '../../domain/alerts/device.ts'
import { type Database, type Trx, transaction } from '../database/database.ts'

/** A device. */
export type PushWay = PushAddress & { id: number }

export interface MailWay {
  email: string
  key: string
}

/** Where alerts go. */
type Way = { push: PushWay } | { mail: MailWay }

/** All that is to be sent to one reader one way at this time. */
export interface Parcel {
  userId: number
  way: Way
  rows: ParcelRow[]
}

export interface ParcelRow {
  id: number
  eventId: number
  minSources: number
  tries: number
  /** By itself, which no mute hides. */
  byItself: boolean
}

interface Row extends ParcelRow {
  userId: number
  subscription: PushWay | null
  email: string | null
  key: string | null
}

const LEASE_MS = 5 * 60_000

const isFree = (now: Date) =>
  sql`s.state = 'waiting' and s.try_at <= ${now} and coalesce(s.taken_until, '-infinity') <= ${now}`

/** Rows of one kind of way, or of both. */
const goes = (way?: 'push' | 'mail') =>
  way === undefined ? sql`true` : way === 'push' ? sql`s.subscription_id is not null` : sql`s.subscription_id is null`

/**
 * Takes what is due, with all that goes the same way, for a while: nobody else takes it meanwhile, and somebody does if we
 * die. One takes at a time, so that what goes as one is not parted.
 */
export function takeParcels(database: Database, now: Date, most: number, way?: Taker['way']): Promise<Parcel[]> {
  return transaction(database, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('alert-sendings', 0))`.execute(trx)
    return inParcels(await takeRows(trx, now, most, { way, holder: database.holder }))
  })
}

interface Taker {
  way: 'push' | 'mail' | undefined
  /** The worker that takes. */
  holder: string
}

async function takeRows(trx: Trx, now: Date, most: number, { way, holder }: Taker): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with due as (
      select distinct s.user_id, s.subscription_id from (
        select * from alert_sendings s where ${isFree(now)} and ${goes(way)} order by s.try_at, s.id limit ${most}) s
    ), taken as (
      update alert_sendings s set taken_until = ${new Date(now.getTime() + LEASE_MS)}, taken_by = ${holder} from due d
      where d.user_id = s.user_id and d.subscription_id is not distinct from s.subscription_id and ${isFree(now)}
      returning s.*
    )
    select t.id, t.user_id as "userId", t.event_id as "eventId", t.min_sources as "minSources", t.tries,
      r.kind = 'event' or r.kind = 'followed' and exists (
        select from follows f where f.user_id = t.user_id and f.kind = 'event' and f.key = t.event_id::text) as "byItself",
      case when p.id is not null then
        jsonb_build_object('id', p.id, 'endpoint', p.endpoint, 'p256dh', p.p256dh, 'auth', p.auth) end as subscription,
      m.email, m.key
    from taken t join alert_rules r on r.id = t.rule_id left join push_subscriptions p on p.id = t.subscription_id
    left join alert_mails m on m.user_id = t.user_id and t.subscription_id is null order by t.id`.execute(trx)
  return rows
}

function inParcels(rows: Row[]): Parcel[] {
  const parcels = new Map<string, Parcel>()
  for (const { userId, subscription, email, key, ...row } of rows) {
    const name = `${userId} ${subscription?.id ?? 'mail'}`
    const way: Way = subscription ? { push: subscription } : { mail: { email: email ?? '', key: key ?? '' } }
    const parcel = parcels.get(name) ?? { userId, way, rows: [] }
    parcel.rows.push(row)
    parcels.set(name, parcel)
  }
  return [...parcels.values()]
}

export async function areSendingsWaiting({ db }: Database, now: Date): Promise<boolean> {
  const { rows } = await sql`select from alert_sendings s where ${isFree(now)} limit 1`.execute(db)
  return rows.length > 0
}

/** Of some rows those that may be sent, and where to by now: the rest was stopped or deleted, or belongs to another. */
export interface Begun<To> {
  ids: Set<number>
  to: To | null
}

/** A mail is about to be handed over. */
export async function beginMail({ db }: Database, ids: number[], now: Date): Promise<Begun<MailWay>> {
  const { rows } = await sql<MailWay & { id: number }>`
    update alert_sendings s set state = 'sending', tries = tries + 1, at = ${now}
    from alert_mails m where s.id = any(${ids}::bigint[]) and s.state = 'waiting' and m.user_id = s.user_id
      and m.stopped_at is null and m.confirmed_at is not null
    returning s.id, m.email, m.key`.execute(db)
  return { ids: new Set(rows.map(({ id }) => id)), to: rows[0] ?? null }
}

/** A device is about to be told. */
export async function beginPush({ db }: Database, ids: number[]): Promise<Begun<PushWay>> {
  const { rows } = await sql<PushWay & { sending: number }>`
    select s.id as sending, p.id, p.endpoint, p.p256dh, p.auth
    from alert_sendings s join push_subscriptions p on p.id = s.subscription_id and p.user_id = s.user_id
    where s.id = any(${ids}::bigint[]) and s.state = 'waiting'`.execute(db)
  return { ids: new Set(rows.map(({ sending }) => sending)), to: rows[0] ?? null }
}

/** It was not tried. */
export async function postponeSendings({ db }: Database, ids: number[], until: Date): Promise<void> {
  await sql`
    update alert_sendings set taken_until = null, try_at = ${until} where id = any(${ids}::bigint[]) and state = 'waiting'`.execute(
    db,
  )
}

/** It was taken, or is not to be sent: nothing of it holds any more. */
export async function endSendings(
  { db }: Database,
  ids: number[],
  state: 'sent' | 'dropped',
  now: Date,
): Promise<void> {
  if (ids.length === 0) return
  await sql`
    with done as (
      update alert_sendings set state = ${state}, at = ${now}, taken_until = null where id = any(${ids}::bigint[])
      returning subscription_id)
    update push_subscriptions set last_sent_at = ${now}
    where ${state} = 'sent' and id in (select subscription_id from done)`.execute(db)
}

/** It was not taken. `tryAt` null: it will not be. */
export async function failSendings(
  { db }: Database,
  ids: number[],
  failure: { error: string; tryAt: Date | null; now: Date },
): Promise<void> {
  const { error, tryAt, now } = failure
  await sql`
    update alert_sendings set state = ${tryAt ? 'waiting' : 'failed'}, error = ${error}, taken_until = null, at = ${now},
      tries = case when state = 'waiting' then tries + 1 else tries end, try_at = coalesce(${tryAt}::timestamptz, try_at)
    where id = any(${ids}::bigint[])`.execute(db)
}

const KEPT_MS = 30 * 86_400_000

/** What was told and sent a month ago, and how old events were. */
export async function forgetOldAlerts({ db }: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS)
  await db.deleteFrom('alert_sendings').where('at', '<', before).execute()
  await db.deleteFrom('alerts').where('at', '<', before).execute()
  await db.deleteFrom('webhook_alerts').where('at', '<', before).execute()
  await sql`
    delete from alert_events k using events e where e.id = k.event_id and e.last_at < ${before}`.execute(db)
}

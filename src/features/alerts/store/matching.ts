/** Readers that an event alerts, found by the subjects of their rules and never by looking at each reader. */
import { sql } from 'kysely'
import { type Database, type Db, rowsParameter } from '../../../platform/database/database.ts'
import { joinRows, type OutboxRow } from '../../../platform/outbox/rows.ts'
import type { QuietTime } from '../../../platform/time/quiet-time.ts'
import type { PushAddress } from '../device.ts'
import type { AlertTrigger } from '../trigger.ts'

/** A reader with rules that an event meets. */
export interface MatchedReader {
  userId: number
  ruleId: number
  /** The least that one of the rules asks for. */
  minSources: number
  push: boolean
  mail: boolean
  webhook: boolean
  /** By itself, which no mute hides. */
  byItself: boolean
  /** Also in the quiet hours. */
  pushAtOnce: boolean
  mailAtOnce: boolean
  webhookAtOnce: boolean
  quiet: QuietTime | null
}

/** Of these names, those that a rule of any reader is about. */
export async function listNamesInRules(db: Db, names: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select n.name from unnest(${names}::text[]) n(name)
    cross join lateral (select split_part(n.name, ':', 1) as kind, substr(n.name, strpos(n.name, ':') + 1) as key) k
    where exists (select from alert_rules r where r.kind = k.kind and r.key = k.key)
      or exists (select from follows f join alert_rules r on r.user_id = f.user_id and r.kind = 'followed'
        where f.kind = k.kind and f.key = k.key)`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/**
 * Readers after one, in the order of their ids, without those who were alerted. Each name gives up to as many as are
 * wanted in all, in the order of the index: the first of all are among them.
 */
export async function listMatched(
  db: Db,
  { names, blockedBy }: AlertTrigger,
  sourceCount: number,
  { after, max }: { after: number; max: number },
): Promise<MatchedReader[]> {
  const kinds = names.map(({ name }) => name.slice(0, name.indexOf(':')))
  const keys = names.map(({ name }) => name.slice(name.indexOf(':') + 1))
  const overs = names.map(({ over }) => over)
  // By the reader's rows of the primary key (`+ 0`, `offset 0`): the planner takes the event's, few when it last counted, and they
  // grow with each batch.
  const untold = sql`not exists (
    select from alerts t where t.user_id = r.user_id and t.event_id + 0 = any(${blockedBy}::bigint[]) offset 0)`
  const next = sql`${untold} order by r.user_id limit ${max}`
  const { rows } = await sql<Omit<MatchedReader, 'quiet'> & { timezone: string | null; from: number; until: number }>`
    with n as (
      select * from unnest(${kinds}::text[], ${keys}::text[], ${overs}::integer[]) n(kind, key, over)
    ), met as (
      select r.*, n.kind as via from n cross join generate_series(n.over + 1, ${sourceCount}::integer) asked
      cross join lateral (
        select * from alert_rules r
        where r.kind = n.kind and r.key = n.key and r.min_sources = asked and r.user_id > ${after} and ${next}) r
      union all
      select r.*, n.kind from n cross join lateral (
        select r.* from follows f join alert_rules r on r.user_id = f.user_id and r.kind = 'followed'
        where f.kind = n.kind and f.key = n.key and f.user_id > ${after}
          and r.min_sources > n.over and r.min_sources <= ${sourceCount} and ${next}) r
    )
    select m.user_id as "userId", bool_or(via = 'event') as "byItself",
      coalesce(min(m.id) filter (where via = 'event'), min(m.id)) as "ruleId", min(m.min_sources) as "minSources",
      bool_or(by_push) as push, bool_or(by_mail) as mail, bool_or(by_webhook) as webhook,
      bool_or(by_push and not heeds_quiet) as "pushAtOnce", bool_or(by_mail and not heeds_quiet) as "mailAtOnce",
      bool_or(by_webhook and not heeds_quiet) as "webhookAtOnce",
      q.timezone, q.quiet_from as "from", q.quiet_until as until
    from met m left join alert_quiet_times q on q.user_id = m.user_id
    group by m.user_id, q.timezone, q.quiet_from, q.quiet_until order by m.user_id limit ${max}`.execute(db)
  return rows.map(({ timezone, from, until, ...row }) => ({
    ...row,
    quiet: timezone === null ? null : { timezone, from, until },
  }))
}

export interface Alert {
  userId: number
  ruleId: number
  minSources: number
  /** Earliest time for each channel; null for never. */
  pushAt: Date | null
  mailAt: Date | null
  webhookAt: Date | null
}

/** In one statement: stores the alerts, and queues a delivery to each of their devices, webhooks and confirmed address. */
export async function saveAlerts(
  db: Db,
  event: { id: number; sourceCount: number },
  alerts: Alert[],
  now: Date,
): Promise<void> {
  if (alerts.length === 0) return
  const rows = alerts.map(({ userId, ruleId, minSources, pushAt, mailAt, webhookAt }) => ({
    user_id: userId,
    rule_id: ruleId,
    min_sources: minSources,
    push_at: pushAt,
    mail_at: mailAt,
    webhook_at: webhookAt,
  }))
  await sql`
    with a as (
      select * from jsonb_to_recordset(${rowsParameter(rows)}::jsonb)
        as a(user_id bigint, rule_id bigint, min_sources smallint, push_at timestamptz, mail_at timestamptz,
          webhook_at timestamptz)
    ), told as (
      insert into alerts (user_id, event_id, source_count, at)
      select user_id, ${event.id}::bigint, ${event.sourceCount}::integer, ${now}::timestamptz from a
      on conflict do nothing returning user_id
    ), ways as (
      select a.*, 'push' as channel, s.id as device_id, null::bigint as mail_id, null::integer as webhook_id, a.push_at as try_at
      from a join push_subscriptions s using (user_id) where a.push_at is not null
      union all
      select a.*, 'alert', null, m.id, null, a.mail_at from a join mail_subscriptions m using (user_id)
      where a.mail_at is not null and m.list = 'alerts' and m.confirmed_at is not null and m.stopped_at is null
      union all
      select a.*, 'webhook_alert', null, null, w.id, a.webhook_at from a join webhooks w using (user_id)
      where a.webhook_at is not null
    )
    insert into outbox (channel, device_id, mail_id, webhook_id, event_id, rule_id, content, once, try_at, at)
    select w.channel, w.device_id, w.mail_id, w.webhook_id, ${event.id}::bigint, w.rule_id, jsonb_build_object('minSources', w.min_sources),
      w.channel = 'alert', w.try_at, ${now}::timestamptz
    from ways w join told using (user_id)
    on conflict do nothing`.execute(db)
}

/** Of a rule `r` and its row `o` of the outbox. */
export const BY_ITSELF = sql<boolean>`(r.kind = 'event' or r.kind = 'followed' and exists (
  select from follows f where f.user_id = r.user_id and f.kind = 'event' and f.key = o.event_id::text))`

/** A row of the outbox for an alert, and where it goes. */
export interface WaitingAlert {
  row: OutboxRow
  eventId: number
  minSources: number
  userId: number
  /** By itself, which no mute hides. */
  byItself: boolean
  /** Null by mail. */
  device: PushAddress | null
  /** Null where it is not confirmed or was stopped, and for devices. */
  mail: { email: string; key: string } | null
}

export async function listWaitingAlerts({ db }: Database, leased: OutboxRow[]): Promise<WaitingAlert[]> {
  const { rows } = await sql<Omit<WaitingAlert, 'row'> & { id: number }>`
    select o.id, o.event_id as "eventId", (o.content->>'minSources')::integer as "minSources", r.user_id as "userId",
      ${BY_ITSELF} as "byItself",
      case when p.id is not null then
        jsonb_build_object('endpoint', p.endpoint, 'p256dh', p.p256dh, 'auth', p.auth) end as device,
      case when m.confirmed_at is not null and m.stopped_at is null then
        jsonb_build_object('email', m.email, 'key', m.key) end as mail
    from outbox o join alert_rules r on r.id = o.rule_id left join push_subscriptions p on p.id = o.device_id and p.user_id = r.user_id
    left join mail_subscriptions m on m.id = o.mail_id
    where o.id = any(${leased.map(({ id }) => id)}::bigint[])`.execute(db)
  return joinRows(leased, rows)
}

const RETENTION_MS = 30 * 86_400_000

/** Deletes alerts after a month, and the states of old events. */
export async function purgeOldAlerts({ db }: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - RETENTION_MS)
  await db.deleteFrom('alerts').where('at', '<', before).execute()
  await sql`
    delete from alert_events k using events e where e.id = k.event_id and e.last_at < ${before}`.execute(db)
}

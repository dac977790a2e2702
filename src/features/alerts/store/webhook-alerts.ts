/** Alerts of webhooks: the rules of the operator's, a row for each event that was sent to one, and those that wait. */
import { sql } from 'kysely'
import { type Database, type Db, rowsParameter, type Trx, transaction } from '../../../platform/database/database.ts'
import type { OutboxRow } from '../../../platform/outbox/rows.ts'
import { advanceWebhook, type DueWebhook, leaseWebhooks } from '../../../platform/outbox/webhook-streams.ts'
import type { WebhookRule } from '../operator-webhooks/rule.ts'
import { BY_ITSELF } from './matching.ts'

/** A tag that is not there is named by nothing, so that its rule is met by nothing. */
export async function listWebhookRules(db: Db): Promise<WebhookRule[]> {
  const { rows } = await sql<Omit<WebhookRule, 'quiet'> & { from: number | null; until: number }>`
    select w.id as "webhookId", w.min_sources as "minSources", w.quiet_from as "from", w.quiet_until as until,
      array_remove(array[
        case when w.tag is not null then 'tag:' || coalesce((select id::text from tags where slug = w.tag), '') end,
        'source:' || w.feed_id], null) as names
    from webhooks w where w.kind = 'alerts' and w.user_id is null order by w.id`.execute(db)
  return rows.map(({ from, until, ...rule }) => ({ ...rule, quiet: from === null ? null : { from, until } }))
}

/** Stores the alerts; a webhook that was alerted of one of `blockedBy` is not alerted of this. */
export async function saveWebhookAlerts(
  trx: Trx,
  reported: { eventId: number; blockedBy: number[]; now: Date },
  alerts: { webhookId: number; sendAt: Date }[],
): Promise<void> {
  if (alerts.length === 0) return
  const rows = alerts.map(({ webhookId, sendAt }) => ({ webhook_id: webhookId, send_at: sendAt }))
  await sql`
    insert into outbox (channel, webhook_id, event_id, at, try_at)
    select 'webhook_alert', a.webhook_id, ${reported.eventId}, ${reported.now}, a.send_at
    from jsonb_to_recordset(${rowsParameter(rows)}::jsonb) as a(webhook_id integer, send_at timestamptz)
    where not exists (
      select from outbox t where t.webhook_id = a.webhook_id and t.event_id = any(${reported.blockedBy}::bigint[]))
    on conflict do nothing`.execute(trx)
}

export type WebhookOwner = 'operator' | 'readers'

/** Webhooks for which an alert waits. */
export const leaseAlerted = (database: Database, owner: WebhookOwner, now: Date, limit: number): Promise<OutboxRow[]> =>
  leaseWebhooks(
    database,
    sql`w.kind = 'alerts' and (w.user_id is null) = ${owner === 'operator'} and exists (
      select from outbox a
      where a.webhook_id = w.id and a.channel = 'webhook_alert' and a.state = 'waiting' and a.try_at <= ${now})`,
    now,
    limit,
  )

export interface WebhookAlert {
  id: number
  eventId: number
  /** Time at which enough publishers had reported it. */
  at: Date
  /** That its reader asked for; null for one of the operator's. */
  minSources: number | null
  /** The reader whose mutes hide it; null for one of the operator's, and of an event by itself. */
  muter: number | null
}

/** The next that is due, in the order in which they may be sent. */
export async function findWaitingAlert(db: Db, webhookId: number, now: Date): Promise<WebhookAlert | undefined> {
  const { rows } = await sql<WebhookAlert>`
    select o.id, o.event_id as "eventId", o.at, (o.content->>'minSources')::integer as "minSources",
      case when not ${BY_ITSELF} then r.user_id end as muter
    from outbox o left join alert_rules r on r.id = o.rule_id
    where o.webhook_id = ${webhookId} and o.channel = 'webhook_alert' and o.state = 'waiting' and o.try_at <= ${now}
    order by o.try_at, o.id limit 1`.execute(db)
  return rows[0]
}

/** It was taken, or nothing of it holds any more. False where the webhook is to be sent nothing more. */
export function endWebhookAlert(
  database: Database,
  webhook: DueWebhook,
  id: number,
  state: 'sent' | 'dropped',
  now: Date,
): Promise<boolean> {
  return transaction(database, async (trx) => {
    await trx.updateTable('outbox').set({ state }).where('id', '=', id).execute()
    return advanceWebhook(trx, webhook, { sent: state === 'sent' ? 1 : 0, now })
  })
}

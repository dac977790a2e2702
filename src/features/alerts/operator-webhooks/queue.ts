/** Operators' webhooks that an event alerts: by the same rules and the same book-keeping as readers. */

import type { Trx } from '../../../platform/database/database.ts'
import { quietUntil } from '../../../platform/time/quiet-time.ts'
import { listWebhookRules, saveWebhookAlerts } from '../store/webhook-alerts.ts'
import type { AlertEvent, AlertTrigger } from '../trigger.ts'
import { meets } from './rule.ts'

export async function queueWebhookAlerts(
  trx: Trx,
  reported: { event: AlertEvent; names: string[]; trigger: AlertTrigger; now: Date; timezone: string },
): Promise<void> {
  const { event, names, trigger, now, timezone } = reported
  const matched = (await listWebhookRules(trx)).filter((rule) => meets(rule, event, names, trigger))
  const alerts = matched.map(({ webhookId, quiet }) => ({
    webhookId,
    sendAt: (quiet && quietUntil(now, { ...quiet, timezone })) ?? now,
  }))
  await saveWebhookAlerts(trx, { eventId: event.id, blockedBy: trigger.blockedBy, now }, alerts)
}

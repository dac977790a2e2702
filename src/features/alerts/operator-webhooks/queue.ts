/** Operators' webhooks that an event alerts: by the same rules and the same book-keeping as readers. */

import type { Trx } from '../../../platform/database/database.ts'
import { quietUntil } from '../../../platform/time/quiet-time.ts'
import { listWebhookRules, saveWebhookAlerts } from '../store/webhook-alerts.ts'
import type { AlertEvent, AlertTrigger } from '../trigger.ts'
import { meets } from './rule.ts'

export async function queueWebhookAlerts(
  trx: Trx,
  triggered: readonly { event: AlertEvent; names: string[]; trigger: AlertTrigger }[],
  { now, timezone }: { now: Date; timezone: string },
): Promise<void> {
  if (triggered.length === 0) return
  const rules = await listWebhookRules(trx)
  for (const { event, names, trigger } of triggered) {
    const alerts = rules
      .filter((rule) => meets(rule, event, names, trigger))
      .map(({ webhookId, quiet }) => ({
        webhookId,
        sendAt: (quiet && quietUntil(now, { ...quiet, timezone })) ?? now,
      }))
    await saveWebhookAlerts(trx, { eventId: event.id, blockedBy: trigger.blockedBy, now }, alerts)
  }
}

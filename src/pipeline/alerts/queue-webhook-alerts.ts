/** Operators' webhooks that an event alerts: by the same rules and the same book-keeping as readers. */
import type { AlertEvent, Crossing } from '../../domain/alerts/alert-trigger.ts'
import { quietUntil } from '../../domain/alerts/quiet-time.ts'
import { meets } from '../../domain/alerts/webhook-rule.ts'
import type { Trx } from '../../store/database/database.ts'
import { listWebhookRules, saveWebhookAlerts } from '../../store/webhooks/webhook-alerts.ts'

export async function tellWebhooks(
  trx: Trx,
  told: { event: AlertEvent; names: string[]; crossing: Crossing; now: Date; timezone: string },
): Promise<void> {
  const { event, names, crossing, now, timezone } = told
  const met = (await listWebhookRules(trx)).filter((rule) => meets(rule, event, names, crossing))
  const alerts = met.map(({ webhookId, quiet }) => ({
    webhookId,
    sendAt: (quiet && quietUntil(now, { ...quiet, timezone })) ?? now,
  }))
  await saveWebhookAlerts(trx, { eventId: event.id, blockedBy: crossing.blockedBy, now }, alerts)
}

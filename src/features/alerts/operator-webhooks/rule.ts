/** A rule of an operator's webhook: an event meets it, as readers' rules, where it meets all of its conditions. Pure. */

import { nameOf } from '../../../news/accounts/rules/profile.ts'
import { isConfirmed } from '../../../news/events/rules/confirmed.ts'
import type { QuietHours } from '../../../platform/time/quiet-time.ts'
import type { AlertEvent, AlertTrigger } from '../trigger.ts'

export interface WebhookRule {
  webhookId: number
  /** Names of the follows that must all find the event; empty for every event. */
  names: string[]
  minSources: number
  /** By the site's clock. */
  quiet: QuietHours | null
}

/** True when an event meets a rule that it did not meet at the last check. */
export function meets(rule: WebhookRule, event: AlertEvent, names: string[], trigger: AlertTrigger): boolean {
  const requested = rule.names.length > 0 ? rule.names : [nameOf({ kind: 'event', key: String(event.id) })]
  const isNew = ({ name, over }: AlertTrigger['names'][number]) => requested.includes(name) && over < rule.minSources
  return (
    isConfirmed(event.sourceCount, rule.minSources) &&
    requested.every((name) => names.includes(name)) &&
    trigger.names.some(isNew)
  )
}

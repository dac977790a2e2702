/**
 * A reader's rule: the events that alert them, once enough publishers report one independently, and its wording. Pure.
 */

import { z } from 'zod'
import { FOLLOW_KINDS, parseFollow, profileLimits } from '../../news/accounts/rules/profile.ts'
import { DEFAULT_CONFIRMING, MAX_CONFIRMING } from '../../news/events/rules/confirmed.ts'

/** `followed`: everything that the reader follows. */
export const ALERT_KINDS = ['followed', ...FOLLOW_KINDS] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

export interface AlertFilter {
  kind: AlertKind
  /** As of a follow; empty for `followed`. */
  key: string
}

/** To devices, by mail, to the reader's webhooks. */
export const ALERT_CHANNELS = ['push', 'mail', 'webhook'] as const
export type AlertChannel = (typeof ALERT_CHANNELS)[number]

const flagsOf = (channels: AlertChannel[]): Record<AlertChannel, boolean> => ({
  push: channels.includes('push'),
  mail: channels.includes('mail'),
  webhook: channels.includes('webhook'),
})

export interface AlertRuleSettings extends AlertFilter, Record<AlertChannel, boolean> {
  /** Independent publishers, as events count them. */
  minSources: number
  /** Alerts within the reader's quiet hours wait for their end. */
  heedsQuiet: boolean
}

export interface AlertRule extends AlertRuleSettings {
  id: number
  createdAt: Date
}

export const alertLimits = { rules: 100, searches: 20, subscriptions: 20, webhooks: 5 } as const

/** Defaults of a rule. */
export const defaultRule = { minSources: DEFAULT_CONFIRMING, heedsQuiet: true } as const

/** Null for a filter that nothing can match. */
export function parseAlertFilter(kind: string, key: string): AlertFilter | null {
  return kind === 'followed' ? { kind, key: '' } : parseFollow(kind, key)
}

const MinSources = z
  .int({ error: 'must be a whole number' })
  .min(1, 'must be from 1')
  .max(MAX_CONFIRMING, `must be at most ${MAX_CONFIRMING}`)

const channel = z.enum(ALERT_CHANNELS, { error: `must be one of ${ALERT_CHANNELS.join(', ')}` })

/** A rule as all surfaces take it: they differ in how they coerce it, and in words. */
export const RuleInput = z.object({
  kind: z.enum(ALERT_KINDS, { error: `must be one of ${ALERT_KINDS.join(', ')}` }),
  key: z
    .string({ error: 'must be a text' })
    .max(profileLimits.characters, `must have at most ${profileLimits.characters} characters`)
    .default('')
    .describe(
      'The slug of a tag, the id of a story, an event or a source, or the words of a search; empty for everything that is followed.',
    ),
  min_sources: MinSources.default(defaultRule.minSources).describe(
    'Number of independent publishers that must report it.',
  ),
  ways: z.array(channel).min(1, 'name at least one'),
  always: z.boolean().default(false).describe('True: sent in the quiet time, too.'),
})

/** `filter` is that of the input, by the keys of this site. */
export const ruleOf = (
  filter: AlertFilter,
  { min_sources: minSources, ways, always }: Omit<z.infer<typeof RuleInput>, 'kind' | 'key'>,
): AlertRuleSettings => ({ ...filter, minSources, ...flagsOf(ways), heedsQuiet: !always })

export const channelsOf = (rule: Record<AlertChannel, boolean>): AlertChannel[] =>
  ALERT_CHANNELS.filter((each) => rule[each])

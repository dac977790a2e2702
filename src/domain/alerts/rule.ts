/** A rule of a reader: which happenings alert them, when enough publishers tell it independently, and how it is said. Pure. */
import { z } from 'zod'
import { FOLLOW_KINDS, parseFollow } from '../edition/profile.ts'

/** `followed`: everything that the reader follows. */
export const ALERT_KINDS = ['followed', ...FOLLOW_KINDS] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

export interface AlertFilter {
  kind: AlertKind
  /** As of a follow; empty for `followed`. */
  key: string
}

/** To devices, by mail, to the reader's webhooks. */
export const ALERT_WAYS = ['push', 'mail', 'webhook'] as const
export type AlertWay = (typeof ALERT_WAYS)[number]

export const waysOf = (ways: AlertWay[]): Record<AlertWay, boolean> => ({
  push: ways.includes('push'),
  mail: ways.includes('mail'),
  webhook: ways.includes('webhook'),
})

export interface AlertRuleSettings extends AlertFilter, Record<AlertWay, boolean> {
  /** Independent publishers, as events count them. */
  minSources: number
  /** What comes in the reader's quiet time waits for its end. */
  heedsQuiet: boolean
}

export interface AlertRule extends AlertRuleSettings {
  id: number
  createdAt: Date
}

export const alertLimits = { rules: 100, searches: 20, minSources: 20, subscriptions: 20, webhooks: 5 } as const

/** What a rule is where the reader says nothing else. */
export const usualRule = { minSources: 3, heedsQuiet: true } as const

/** Null for what nobody can be alerted of. */
export function parseAlertFilter(kind: string, key: string): AlertFilter | null {
  return kind === 'followed' ? { kind, key: '' } : parseFollow(kind, key)
}

export const MinSources = z
  .int({ error: 'must be a whole number' })
  .min(1, 'must be from 1')
  .max(alertLimits.minSources, `must be at most ${alertLimits.minSources}`)

/** Null for a rule that says nothing to nobody. */
export const checkRule = (rule: AlertRuleSettings): AlertRuleSettings | null =>
  MinSources.safeParse(rule.minSources).success && (rule.push || rule.mail || rule.webhook) ? rule : null

/** Whether as many publishers tell it independently as a rule or a webhook asks for. */
export const isConfirmed = (sourceCount: number, minSources: number): boolean => sourceCount >= minSources

/**
 * A reader's rule: the events that alert them, once enough publishers report one independently, and its wording. Pure.
 */
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
export const ALERT_CHANNELS = ['push', 'mail', 'webhook'] as const
export type AlertChannel = (typeof ALERT_CHANNELS)[number]

export const flagsOf = (channels: AlertChannel[]): Record<AlertChannel, boolean> => ({
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

export const alertLimits = { rules: 100, searches: 20, minSources: 20, subscriptions: 20, webhooks: 5 } as const

/** Defaults of a rule. */
export const defaultRule = { minSources: 3, heedsQuiet: true } as const

/** Null for a filter that nothing can match. */
export function parseAlertFilter(kind: string, key: string): AlertFilter | null {
  return kind === 'followed' ? { kind, key: '' } : parseFollow(kind, key)
}

export const MinSources = z
  .int({ error: 'must be a whole number' })
  .min(1, 'must be from 1')
  .max(alertLimits.minSources, `must be at most ${alertLimits.minSources}`)

/** Null for a rule without any channel. */
export const checkRule = (rule: AlertRuleSettings): AlertRuleSettings | null =>
  MinSources.safeParse(rule.minSources).success && (rule.push || rule.mail || rule.webhook) ? rule : null

/** True when as many publishers report it independently as a rule or a webhook requests. */
export const isConfirmed = (sourceCount: number, minSources: number): boolean => sourceCount >= minSources

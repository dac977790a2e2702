/** The tool by which an account is alerted: "tell me when three sources confirm" in one call. */

import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Account, Caller } from '../../news/accounts/rules/account.ts'
import type { Follow } from '../../news/accounts/rules/profile.ts'
import { removeMade } from '../../news/accounts/writes/made-by-programs.ts'
import { FollowRef } from '../../news/editions/profile-resource.ts'
import { findEvent } from '../../news/events/queries/events.ts'
import { inline } from '../../platform/markdown/escape.ts'
import type { Translate } from '../../platform/site/messages.ts'
import { nameFollow, nothingToFollow, target, toFollow } from '../../surfaces/mcp/follow-targets.ts'
import type { McpDeps } from '../../surfaces/mcp/parts.ts'
import { registerTool } from '../../surfaces/mcp/tool.ts'
import type { AccountAlerts } from './account-alerts.ts'
import { limitQuestions, saveAlert } from './acts.ts'
import { ALERT_CHANNELS, type AlertChannel, RuleInput, ruleOf } from './rule.ts'
import { alertsOf } from './store/alerts-of.ts'

const NOWHERE =
  'This account has neither a mail address nor a device or webhook that takes alerts: add one on its page.'

export function registerAlertTool(server: McpServer, parts: McpDeps, t: Translate, account: Caller): void {
  const { ctx } = parts
  const { database, db, site } = ctx

  registerTool(server, parts, t, {
    name: 'alert',
    accountAccess: 'changes',
    input: z.object({
      ...target,
      min_sources: RuleInput.shape.min_sources.describe('Independent publishers that must report it.'),
      ways: RuleInput.shape.ways.optional().describe('By default those that the account has.'),
      on: z.boolean().default(true).describe('false: no more alerts of it.'),
    }),
    output: z.object({
      alert: FollowRef,
      min_sources: z.int(),
      ways: z.array(z.enum(ALERT_CHANNELS)),
      on: z.boolean(),
      alerts_count: z.int(),
      source_count: z.int().optional().describe('Of an event, as it is: what was confirmed before sends nothing.'),
      mail_confirmed: z.boolean().optional().describe('false: the address has to answer a mail first.'),
    }),
    run: async (input) => {
      const follow = await toFollow(db, input)
      if (!follow) return { unknown: nothingToFollow(input) }
      const channels = input.ways ?? defaultChannels(account, await alertsOf(database, account.id))
      if (input.on && channels.length === 0) return { unknown: NOWHERE }
      await (input.on ? save(follow, input.min_sources, channels) : remove(follow))
      const { rules, mail } = await alertsOf(database, account.id)
      const named = await nameFollow(parts, follow, input.key)
      const about = { min_sources: input.min_sources, ways: input.on ? channels : [], on: input.on }
      const event = follow.kind === 'event' ? await findEvent(db, Number(follow.key), site.language) : null
      const state = {
        ...(event && { source_count: event.sourceCount }),
        ...(about.ways.includes('mail') && { mail_confirmed: mail?.confirmed ?? false }),
      }
      const facts = {
        min_sources: about.min_sources,
        ways: about.ways.join('+') || '–',
        alerts: rules.length,
        ...state,
      }
      const list = Object.entries(facts).map(([name, value]) => `${name} ${value}`)
      return {
        data: { alert: named, ...about, alerts_count: rules.length, ...state },
        text: `${input.on ? '+' : '−'} ${named.kind} ${inline(named.key)}: ${inline(named.title)} (${named.url ?? '–'}); ${list.join(', ')}`,
      }
    },
  })

  async function save(follow: Follow, minSources: number, channels: AlertChannel[]): Promise<void> {
    if (channels.includes('mail')) await limitQuestions(ctx, null, account)
    const rule = ruleOf(follow, { min_sources: minSources, ways: channels, always: false })
    await saveAlert(ctx, parts.md, account.id, rule, account)
  }

  async function remove({ kind, key }: Follow): Promise<void> {
    const { rules } = await alertsOf(database, account.id)
    const rule = rules.find((each) => each.kind === kind && each.key === key)
    if (rule) await removeMade(database, 'alert_rules', { userId: account.id, id: rule.id }, account)
  }
}

/** By mail where nothing else takes alerts. */
function defaultChannels({ email }: Account, { devices, webhooks }: AccountAlerts): AlertChannel[] {
  const channels = [
    ...(devices.length > 0 ? ['push' as const] : []),
    ...(webhooks.length > 0 ? ['webhook' as const] : []),
  ]
  return channels.length === 0 && email !== null ? ['mail'] : channels
}

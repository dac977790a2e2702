/** Alert rules, quiet hours and devices of the caller. */

import { z } from 'zod'
import { bearerToken } from '../../news/accounts/bearer.ts'
import { removeMade } from '../../news/accounts/writes/made-by-programs.ts'
import { type NamedFollow, nameFollows } from '../../news/editions/queries/names.ts'
import { exampleEvent } from '../../news/events/resource.ts'
import { AppError } from '../../platform/errors.ts'
import { checkQuietTime } from '../../platform/time/quiet-time.ts'
import { CLOCK, formatClock, parseClock } from '../../platform/time/times-of-day.ts'
import { oneOf } from '../../surfaces/rest/envelopes.ts'
import { exampleFollow, exampleOne } from '../../surfaces/rest/examples.ts'
import { callerOf, programOf, toFollow } from '../../surfaces/rest/me-profile.ts'
import { idQuery } from '../../surfaces/rest/me-schemas.ts'
import { type ApiRoute, type Call, me, route } from '../../surfaces/rest/route.ts'
import { sendDone } from '../../surfaces/rest/send.ts'
import { addDevice, limitQuestions, saveAlert } from './acts.ts'
import { deviceName } from './device.ts'
import { ALERT_CHANNELS, ALERT_KINDS, type AlertFilter, type AlertRule, channelsOf, RuleInput, ruleOf } from './rule.ts'
import { alertsOf } from './store/alerts-of.ts'
import { listDevices } from './store/devices.ts'
import { saveQuietTime } from './store/rules.ts'
import { pushKey } from './web-push.ts'

const clock = z.string().regex(CLOCK, 'must be a time of day, as 22:00').describe('Time of day in the time zone.')

const FilterBody = RuleInput.pick({ kind: true, key: true })
const QuietBody = z.object({ timezone: z.string().describe('IANA time zone name.'), from: clock, until: clock })

const Alert = z
  .object({
    kind: z.enum(ALERT_KINDS),
    key: z.string(),
    title: z.string().nullable(),
    url: z.string().nullable().describe('Its page here, null where it has none.'),
    min_sources: z.int(),
    ways: z.array(z.enum(ALERT_CHANNELS)),
    always: z.boolean(),
  })
  .meta({ id: 'Alert' })

const Alerts = z
  .object({
    rules: z.array(Alert),
    quiet: QuietBody.nullable().describe('Null: alerts come at all hours.'),
    mail: z
      .object({ email: z.string(), confirmed: z.boolean(), stopped: z.boolean() })
      .nullable()
      .describe('Mailbox of the alerts, once it has confirmed; null where no rule names `mail`.'),
    told: z.array(z.object({ event_id: z.int(), source_count: z.int(), at: z.iso.datetime() })),
  })
  .meta({ id: 'Alerts' })

const PushSubscription = z
  .object({
    id: z.int(),
    device: z.string(),
    created_at: z.iso.datetime(),
    last_sent_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'PushSubscription' })
const Subscriptions = z
  .object({
    public_key: z.string().describe('`applicationServerKey` for `pushManager.subscribe`, base64url (RFC 8292).'),
    subscriptions: z.array(PushSubscription),
  })
  .meta({ id: 'PushSubscriptions' })

const SubscriptionBody = z.object({
  endpoint: z.string({ error: 'must be a text' }).max(1000),
  keys: z.object({ p256dh: z.string().max(200), auth: z.string().max(100) }),
})

const at = '2026-11-21T09:00:00.000Z'
const exampleAlerts = exampleOne({
  rules: [{ ...exampleFollow, min_sources: 3, ways: ['push', 'mail'], always: false }],
  quiet: { timezone: 'Europe/Stockholm', from: '22:00', until: '07:00' },
  mail: { email: 'reader@example.com', confirmed: true, stopped: false },
  told: [{ event_id: exampleEvent.id, source_count: 3, at }],
})
const exampleDevices = exampleOne({
  // The server's of RFC 8292, section 2.4.
  public_key: 'BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs',
  subscriptions: [{ id: 5, device: 'Firefox, Android', created_at: at, last_sent_at: null }],
})
const alerts = [
  { status: 200, description: "The caller's alert rules now.", schema: oneOf(Alerts), example: exampleAlerts },
]
const devices = [
  {
    status: 200,
    description: 'The devices that take alerts now.',
    schema: oneOf(Subscriptions),
    example: exampleDevices,
  },
]

export const meAlertRoutes: ApiRoute[] = [
  route({
    ...me('GET', '/alerts', 'listMyAlerts'),
    summary: "List the caller's alert rules",
    description: 'Rules, the quiet time, and the alerts of the last month, newest first.',
    answers: alerts,
    handle: (call) => sendAlerts(call),
  }),
  route({
    ...me('POST', '/alerts', 'saveMyAlert'),
    summary: 'Be alerted',
    description:
      'An alert is sent when the asked number of independent publishers report an event: once for the event, and again when its story turns. ' +
      'A rule for the same kind and key replaces the earlier one. Mail begins once the mailbox has confirmed. A rule that a program made ' +
      'ends with its access, and a program replaces and removes no others (403).',
    body: RuleInput,
    answers: alerts,
    errors: ['not_found', 'unprocessable', 'rate_limited'],
    handle: async (call) => {
      const rule = ruleOf(await toFilter(call, call.body), call.body)
      if (rule.mail && call.account) await limitQuestions(call.ctx, call.reply, call.account)
      await saveAlert(call.ctx, call.md, callerOf(call), rule, programOf(call))
      return sendAlerts(call)
    },
  }),
  route({
    ...me('DELETE', '/alerts', 'removeMyAlert'),
    summary: 'Be alerted no more',
    description: 'Alerts of the rule that wait are dropped. Removing a rule that does not exist changes nothing.',
    query: FilterBody,
    answers: alerts,
    errors: ['not_found', 'unprocessable'],
    handle: async (call) => {
      const filter = await toFilter(call, call.query)
      const { rules } = await alertsOf(call.ctx.database, callerOf(call))
      const rule = rules.find((each) => each.kind === filter.kind && each.key === filter.key)
      if (rule)
        await removeMade(call.ctx.database, 'alert_rules', { userId: callerOf(call), id: rule.id }, programOf(call))
      return sendAlerts(call)
    },
  }),
  route({
    ...me('POST', '/alerts/quiet', 'saveMyQuietTime'),
    summary: 'Set the quiet time',
    description: 'Alerts of the quiet time that are still true at its end are sent then, as one.',
    body: QuietBody,
    answers: alerts,
    errors: ['unprocessable'],
    handle: async (call) => {
      const { timezone, from, until } = call.body
      const quiet = checkQuietTime({ timezone, from: parseClock(from) ?? -1, until: parseClock(until) ?? -1 })
      if (!quiet) throw new AppError('unprocessable', 'Give a time zone that is known, and two times that differ.')
      await saveQuietTime(call.ctx.database, callerOf(call), quiet)
      return sendAlerts(call)
    },
  }),
  route({
    ...me('DELETE', '/alerts/quiet', 'endMyQuietTime'),
    summary: 'End the quiet time',
    description: 'Alerts come at all hours.',
    answers: alerts,
    handle: async (call) => {
      await saveQuietTime(call.ctx.database, callerOf(call), null)
      return sendAlerts(call)
    },
  }),
  route({
    ...me('GET', '/push-subscriptions', 'listMyPushSubscriptions'),
    summary: 'Devices that take alerts',
    description: 'Without their addresses and keys.',
    answers: devices,
    handle: (call) => sendDevices(call),
  }),
  route({
    ...me('POST', '/push-subscriptions', 'savePushSubscription'),
    summary: 'Take alerts on this device',
    description:
      "A browser's subscription, as `PushSubscription.toJSON()` gives it. It ends with the session, key or grant of the token, when another " +
      'account adds it, and when its push service says so.',
    body: SubscriptionBody,
    answers: devices,
    errors: ['unprocessable'],
    handle: async (call) => {
      const { endpoint, keys } = call.body
      const device = deviceName(call.request.headers['user-agent'] ?? '')
      const token = call.account?.isSession ? (bearerToken(call.request) ?? undefined) : undefined
      await addDevice(call.ctx, callerOf(call), { endpoint, ...keys, device, token, by: programOf(call) })
      return sendDevices(call)
    },
  }),
  route({
    ...me('DELETE', '/push-subscriptions', 'removePushSubscription'),
    summary: 'Take alerts on a device no more',
    description: 'Messages that wait for it are dropped. A program removes those that it added.',
    query: idQuery,
    answers: devices,
    errors: ['not_found'],
    handle: async (call) => {
      const made = { userId: callerOf(call), id: call.query.id }
      await removeMade(call.ctx.database, 'push_subscriptions', made, programOf(call))
      return sendDevices(call)
    },
  }),
]

const toFilter = async (call: Call, { kind, key }: AlertFilter): Promise<AlertFilter> =>
  kind === 'followed' ? { kind, key: '' } : toFollow(call, { kind, key })

async function sendAlerts(call: Call) {
  const { database, db, site } = call.ctx
  const { rules, quiet, mail, reported } = await alertsOf(database, callerOf(call))
  const requested = rules.flatMap(({ kind, key }) => (kind === 'followed' ? [] : { kind, key }))
  const names = await nameFollows(db, requested, site)
  return sendDone(call, {
    rules: rules.flatMap((rule) => presentRule(call, rule, names)),
    quiet: quiet && { timezone: quiet.timezone, from: formatClock(quiet.from), until: formatClock(quiet.until) },
    mail: mail && { email: mail.email, confirmed: mail.confirmed, stopped: mail.stopped !== null },
    told: reported.map(({ eventId, sourceCount, at }) => ({
      event_id: eventId,
      source_count: sourceCount,
      at: at.toISOString(),
    })),
  })
}

function presentRule({ ctx }: Call, rule: AlertRule, names: NamedFollow[]) {
  const named = names.find(({ kind, key }) => kind === rule.kind && key === rule.key)
  if (!named && rule.kind !== 'followed') return []
  const url = named?.path ? ctx.config.BASE_URL + named.path : null
  const settings = { min_sources: rule.minSources, ways: channelsOf(rule), always: !rule.heedsQuiet }
  return { kind: rule.kind, key: named?.publicKey ?? '', title: named?.title ?? null, url, ...settings }
}

async function sendDevices(call: Call) {
  const devices = await listDevices(call.ctx.database, callerOf(call))
  return sendDone(call, {
    public_key: await pushKey(call.ctx),
    subscriptions: devices.map(({ id, device, createdAt, lastSentAt }) => ({
      id,
      device,
      created_at: createdAt.toISOString(),
      last_sent_at: lastSentAt?.toISOString() ?? null,
    })),
  })
}

/** `/account/alerts`: rules, devices and the quiet hours, each a form. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { type Follow, nameOf } from '../../news/accounts/rules/profile.ts'
import { getProfile } from '../../news/accounts/writes/follows.ts'
import { removeMade } from '../../news/accounts/writes/made-by-programs.ts'
import { nameFollows } from '../../news/editions/queries/names.ts'
import { hydrateEvents } from '../../news/events/queries/events.ts'
import { MAX_CONFIRMING } from '../../news/events/rules/confirmed.ts'
import { textIn } from '../../news/search/search-address.ts'
import { AppError } from '../../platform/errors.ts'
import { enforce, limits } from '../../platform/http/rate-limit.ts'
import { parseId } from '../../platform/ids.ts'
import { checkQuietTime } from '../../platform/time/quiet-time.ts'
import { parseClock } from '../../platform/time/times-of-day.ts'
import { accountForms, type SentForm } from '../../surfaces/site/account/account-forms.ts'
import { formField, formTokenFor, requireSession } from '../../surfaces/site/account/account-session.ts'
import type { SitePage } from '../../surfaces/site/page.ts'
import { type AlertsView, alertsPage } from './account-page.ts'
import { addAlertWebhook, addDevice, limitQuestions, requestAlertMail, saveAlert } from './acts.ts'
import { deviceName } from './device.ts'
import { type AlertFilter, channelsOf, parseAlertFilter, RuleInput, ruleOf } from './rule.ts'
import { alertsOf } from './store/alerts-of.ts'
import { listAlertRules, saveQuietTime } from './store/rules.ts'
import { resumeAlertWebhook } from './store/webhooks.ts'
import { pushKey } from './web-push.ts'

type Keys = [endpoint: string, p256dh: string, auth: string]

const MAX_SHOWN = 30

/** `app` is the scope of the account, with cookies. */
export function alertRoutes(app: FastifyInstance, ctx: Ctx, page: () => SitePage): void {
  const { clock, database, db, site } = ctx

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    { wrong = null, secret = null }: Partial<Pick<AlertsView, 'wrong' | 'secret'>> = {},
  ) {
    const { account } = await requireSession(request, ctx)
    const alerts = await alertsOf(database, account.id)
    const { follows } = await getProfile(database, account.id)
    const readerAction = readerActionOf(request)
    const requested = alerts.rules.flatMap(({ kind, key }) => (kind === 'followed' ? [] : { kind, key }))
    const wanted = [...follows, ...requested, ...(readerAction ? [readerAction] : [])]
    const each = [...new Map(wanted.map((follow) => [nameOf(follow), follow])).values()]
    const names = await nameFollows(db, each, site)
    const existing = new Set(names.map(nameOf))
    const reported = alerts.reported.slice(0, MAX_SHOWN)
    const events = await hydrateEvents(
      db,
      reported.map(({ eventId }) => eventId),
      site.language,
    )
    const choices = [...new Set([...(readerAction ? [readerAction] : []), ...follows].map(nameOf))].filter((name) =>
      existing.has(name),
    )
    const body = alertsPage(page(), {
      ...alerts,
      reported,
      events,
      names,
      choices,
      wrong,
      secret,
      email: account.email,
      readerAction: readerAction && existing.has(nameOf(readerAction)) ? nameOf(readerAction) : null,
      wishedSources: sourcesIn(request),
      formToken: formTokenFor(request, reply, ctx.origin),
      pushKey: await pushKey(ctx),
    })
    return reply
      .code(wrong ? 422 : 200)
      .type('text/html; charset=utf-8')
      .send(body)
  }

  app.get('/account/alerts', (request, reply) => show(request, reply))

  const remove = (table: Parameters<typeof removeMade>[1], userId: number, id: number) =>
    removeMade(database, table, { userId, id })

  /** As many confirmation emails as codes for signing in. */
  const limitMails = async ({ reply, session: { account } }: SentForm) => {
    if (account.email !== null) await enforce(ctx.limiter, reply, limits.mails, account.email)
  }

  accountForms(app, ctx, '/alerts', {
    '': async (form) => {
      const rule = ruleIn(form.request)
      if (!rule) return show(form.request, form.reply, { wrong: 'wrong' })
      if (rule.mail) await limitQuestions(ctx, form.reply, form.session.account)
      await saveAlert(ctx, page(), form.userId, rule)
    },
    request: async (form) => {
      await limitMails(form)
      await requestAlertMail(ctx, page(), form.userId)
    },
    remove: ({ request, userId }) => remove('alert_rules', userId, idIn(request, 'alerts')),
    quiet: async ({ request, reply, userId }) => {
      const [from, until] = [parseClock(formField(request, 'from')), parseClock(formField(request, 'to'))]
      const wanted = formField(request, 'quiet') !== ''
      const quiet = checkQuietTime({ timezone: formField(request, 'zone'), from: from ?? -1, until: until ?? -1 })
      if (wanted && !quiet) return show(request, reply, { wrong: 'quiet_wrong' })
      await saveQuietTime(database, userId, wanted ? quiet : null)
    },
    // Of a button that asks for a rule as well, in one tap.
    device: async ({ request, reply, userId, session: { token } }) => {
      const filter = filterIn(request)
      const earlier = (await listAlertRules(database, userId)).find(
        ({ kind, key }) => kind === filter?.kind && key === filter.key,
      )
      const rule = parseRule(filter, {
        min_sources: earlier?.minSources ?? Number(formField(request, 'count')),
        ways: earlier ? channelsOf({ ...earlier, push: true }) : ['push'],
        always: earlier && !earlier.heedsQuiet,
      })
      if (!rule && formField(request, 'about')) return show(request, reply, { wrong: 'wrong' })
      const [endpoint, p256dh, auth] = ['endpoint', 'p256dh', 'auth'].map((name) => formField(request, name)) as Keys
      const device = deviceName(request.headers['user-agent'] ?? '')
      await addDevice(ctx, userId, { endpoint, p256dh, auth, device, token })
      if (rule) await saveAlert(ctx, page(), userId, rule)
    },
    'device/remove': ({ request, userId }) => remove('push_subscriptions', userId, idIn(request, 'device')),
    webhook: async ({ request, reply, userId }) => {
      const secret = await addAlertWebhook(ctx, userId, formField(request, 'address')).catch(refused)
      return show(request, reply, secret === null ? { wrong: 'webhook_wrong' } : { secret })
    },
    'webhook/again': ({ request, userId }) =>
      resumeAlertWebhook(database, userId, idIn(request, 'webhook'), clock.now()),
    'webhook/remove': ({ request, userId }) => remove('webhooks', userId, idIn(request, 'webhook')),
  })
}

/** Null for what is not accepted. */
function refused(error: unknown): null {
  if (error instanceof AppError && error.code === 'unprocessable') return null
  throw error
}

/** Filter of a page's link "alert me". */
function readerActionOf({ query }: FastifyRequest): Follow | null {
  const readerAction = parseAlertFilter(textIn(query, 'kind'), textIn(query, 'what'))
  return readerAction && readerAction.kind !== 'followed' ? { kind: readerAction.kind, key: readerAction.key } : null
}

function sourcesIn({ query }: FastifyRequest): number | null {
  const text = textIn(query, 'count')
  const count = /^\d{1,2}$/.test(text) ? Number(text) : 0
  return count >= 1 && count <= MAX_CONFIRMING ? count : null
}

function filterIn(request: FastifyRequest): AlertFilter | null {
  const about = formField(request, 'about')
  const at = about.indexOf(':')
  return at < 0 ? parseAlertFilter(about, '') : parseAlertFilter(about.slice(0, at), about.slice(at + 1))
}

function ruleIn(request: FastifyRequest) {
  const filter = filterIn(request)
  const yes = (name: string) => formField(request, name) !== ''
  const ways = channelsOf({ push: yes('push'), mail: yes('mail'), webhook: yes('webhook') })
  return parseRule(filter, { min_sources: Number(formField(request, 'count')), ways, always: yes('always') })
}

/** Null for what is not accepted. */
function parseRule(filter: AlertFilter | null, fields: Record<'min_sources' | 'ways' | 'always', unknown>) {
  const { data } = RuleInput.safeParse({ ...filter, ...fields })
  return filter && data ? ruleOf(filter, data) : null
}

function idIn(request: FastifyRequest, name: string): number {
  const id = parseId(formField(request, name))
  if (id === null) throw new AppError('bad_request', `${name}: is no id`)
  return id
}

/** `/konto/larm`: rules, devices and the quiet time, each a form. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../../ctx.ts'
import { deviceName } from '../../../domain/alerts/device.ts'
import { checkQuietTime } from '../../../domain/alerts/quiet-time.ts'
import { type AlertFilter, checkRule, parseAlertFilter } from '../../../domain/alerts/rule.ts'
import { parseClock } from '../../../domain/edition/mail-times.ts'
import { type Follow, nameOf } from '../../../domain/edition/profile.ts'
import { AppError } from '../../../domain/errors.ts'
import { enforce, limits } from '../../../http/rate-limit.ts'
import { nameFollows } from '../../../read/edition/names.ts'
import { hydrateEvents } from '../../../read/events/events.ts'
import type { SiteKit } from '../kit.ts'
import { checkForm, formField, formTokenFor, requireSession } from './account-session.ts'
import { type AlertsView, alertsPage } from './alerts.ts'

type Wish = FastifyRequest<{ Querystring: { typ?: string; vad?: string } }>

const MOST_SHOWN = 30

/** `app` is the scope of the account, with cookies. */
export function alertRoutes(app: FastifyInstance, ctx: Ctx, kit: SiteKit): void {
  const { commands, db, site } = ctx
  const back = (reply: FastifyReply) => reply.redirect(`${ctx.origin.paths.account}/larm`, 303)

  async function show(request: FastifyRequest, reply: FastifyReply, wrong: AlertsView['wrong'] = null) {
    const { account } = await requireSession(request, ctx)
    const alerts = await commands.alertsOf(account.id)
    const { follows } = await commands.profileOf(account.id)
    const wish = wishOf(request as Wish)
    const asked = alerts.rules.flatMap(({ kind, key }) => (kind === 'followed' ? [] : { kind, key }))
    const wanted = [...follows, ...asked, ...(wish ? [wish] : [])]
    const each = [...new Map(wanted.map((follow) => [nameOf(follow), follow])).values()]
    const names = await nameFollows(db, each, site)
    const known = new Set(names.map(nameOf))
    const told = alerts.told.slice(0, MOST_SHOWN)
    const events = await hydrateEvents(
      db,
      told.map(({ eventId }) => eventId),
      site.language,
    )
    const choices = [...new Set([...(wish ? [wish] : []), ...follows].map(nameOf))].filter((name) => known.has(name))
    const page = alertsPage(kit.page(ctx.clock.now()), {
      ...{ ...alerts, told, events, names, choices, wrong, email: account.email },
      wish: wish && known.has(nameOf(wish)) ? nameOf(wish) : null,
      formToken: formTokenFor(request, reply, ctx.origin),
      pushKey: await commands.pushKey(),
    })
    return reply
      .code(wrong ? 422 : 200)
      .type('text/html; charset=utf-8')
      .send(page)
  }

  app.get('/konto/larm', (request, reply) => show(request, reply))

  app.post('/konto/larm', async (request, reply) => {
    checkForm(request, ctx.origin)
    const { account } = await requireSession(request, ctx)
    const rule = ruleIn(request)
    if (!rule) return show(request, reply, 'wrong')
    const { mail } = await commands.alertsOf(account.id)
    const asks = rule.mail && (!mail || mail.stopped !== null)
    if (asks && account.email !== null) await enforce(ctx.limiter, reply, limits.letters, account.email)
    await commands.saveAlert(account.id, rule)
    return back(reply)
  })

  app.post('/konto/larm/fraga', async (request, reply) => {
    checkForm(request, ctx.origin)
    const { account } = await requireSession(request, ctx)
    if (account.email !== null) await enforce(ctx.limiter, reply, limits.letters, account.email)
    await commands.askAlertMail(account.id)
    return back(reply)
  })

  app.post('/konto/larm/bort', async (request, reply) => {
    checkForm(request, ctx.origin)
    const { account } = await requireSession(request, ctx)
    await commands.removeAlert(account.id, idIn(request, 'larm'))
    return back(reply)
  })

  app.post('/konto/larm/tyst', async (request, reply) => {
    checkForm(request, ctx.origin)
    const { account } = await requireSession(request, ctx)
    const [from, until] = [parseClock(formField(request, 'from')), parseClock(formField(request, 'till'))]
    const wanted = formField(request, 'tyst') === 'ja'
    const quiet = checkQuietTime({ timezone: formField(request, 'zon'), from: from ?? -1, until: until ?? -1 })
    if (wanted && !quiet) return show(request, reply, 'quiet_wrong')
    await commands.saveQuietTime(account.id, wanted ? quiet : null)
    return back(reply)
  })

  app.post('/konto/larm/enhet', async (request, reply) => {
    checkForm(request, ctx.origin)
    const { account, token } = await requireSession(request, ctx)
    const [endpoint, p256dh, auth] = [
      formField(request, 'endpoint'),
      formField(request, 'p256dh'),
      formField(request, 'auth'),
    ]
    const device = deviceName(request.headers['user-agent'] ?? '')
    await commands.saveDevice(account.id, { endpoint, p256dh, auth, device, token })
    return back(reply)
  })

  app.post('/konto/larm/enhet/bort', async (request, reply) => {
    checkForm(request, ctx.origin)
    const { account } = await requireSession(request, ctx)
    await commands.removeDevice(account.id, idIn(request, 'enhet'))
    return back(reply)
  })
}

/** What the link "alert me" of a page says. */
function wishOf({ query }: Wish): Follow | null {
  const wish = parseAlertFilter(query.typ ?? '', query.vad ?? '')
  return wish && wish.kind !== 'followed' ? { kind: wish.kind, key: wish.key } : null
}

function ruleIn(request: FastifyRequest) {
  const about = formField(request, 'om')
  const at = about.indexOf(':')
  const filter: AlertFilter | null =
    at < 0 ? parseAlertFilter(about, '') : parseAlertFilter(about.slice(0, at), about.slice(at + 1))
  const yes = (name: string) => formField(request, name) === 'ja'
  const ways = { push: yes('push'), mail: yes('mejl'), heedsQuiet: !yes('alltid') }
  return filter && checkRule({ ...filter, ...ways, minSources: Number(formField(request, 'antal')) })
}

function idIn(request: FastifyRequest, name: string): number {
  const text = formField(request, name)
  if (!/^\d{1,15}$/.test(text)) throw new AppError('bad_request', `${name}: is no id`)
  return Number(text)
}

/** `/konto/utskick`, and `/utskick/…` where a letter's own addresses lead without signing in. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { checkTimes, type MailTimes, parseClock } from '../../domain/edition/mail-times.ts'
import { enforce, limits } from '../../http/rate-limit.ts'
import { checkForm, formField, formFields, formTokenFor, requireSession } from './account-session.ts'
import { editionMailPage, letterPage } from './edition-mail.ts'
import type { SiteKit } from './kit.ts'

type Keyed = FastifyRequest<{ Params: { key: string } }>

const sendHtml = (reply: FastifyReply, body: string) => reply.type('text/html; charset=utf-8').send(body)

/** `app` is the scope of the account, with cookies. */
export function editionMailRoutes(app: FastifyInstance, ctx: Ctx, kit: SiteKit): void {
  const { commands } = ctx

  async function show(request: FastifyRequest, reply: FastifyReply, wrong = false): Promise<FastifyReply> {
    const { account } = await requireSession(request, ctx)
    const mail = await commands.editionMail(account.id)
    const formToken = formTokenFor(request, reply, ctx.origin)
    const view = { email: account.email, mail, wrong, formToken }
    return sendHtml(reply.code(wrong ? 422 : 200), editionMailPage(kit.page(ctx.clock.now()), view))
  }

  app.get('/konto/utskick', (request, reply) => show(request, reply))

  app.post('/konto/utskick', async (request, reply) => {
    checkForm(request, ctx.origin)
    const { account } = await requireSession(request, ctx)
    const times = timesOf(request)
    if (!times) return show(request, reply, true)
    const mail = await commands.editionMail(account.id)
    const asks = !mail?.confirmed || mail.stopped !== null
    if (asks && account.email !== null) await enforce(ctx.limiter, reply, limits.codes, account.email)
    await commands.saveEditionMail(account.id, times)
    return reply.redirect(`${ctx.origin.paths.account}/utskick`, 303)
  })

  app.post('/konto/utskick/sluta', async (request, reply) => {
    checkForm(request, ctx.origin)
    const { account } = await requireSession(request, ctx)
    await commands.stopEditionMail({ userId: account.id })
    return reply.redirect(`${ctx.origin.paths.account}/utskick`, 303)
  })
}

function timesOf(request: FastifyRequest): MailTimes | null {
  const at = (edition: string) =>
    formField(request, edition) === 'ja' ? parseClock(formField(request, `${edition}_kl`)) : null
  return checkTimes({
    timezone: formField(request, 'zon'),
    morning: at('morning'),
    evening: at('evening'),
    days: formFields(request, 'dag').map(Number),
  })
}

/**
 * Programs follow links of letters by themselves, so that a link only asks, and a form or the program's own button (RFC 8058)
 * acts. Every key is answered alike.
 */
export function letterRoutes(app: FastifyInstance, ctx: Ctx, kit: SiteKit): void {
  const { commands } = ctx
  const path = `/utskick/:key(^[\\w-]{32}$)`
  const say = (reply: FastifyReply, name: string, action?: string) => {
    const page = kit.page(ctx.clock.now())
    const button = action === undefined ? undefined : { action, words: page.t(`editions.${name}_button`) }
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    return sendHtml(reply, letterPage(page, page.t(`editions.${name}_title`), page.t(`editions.${name}_text`), button))
  }

  app.get(path, (request: Keyed, reply) => say(reply, 'leave', `${ctx.origin.paths.letters}/${request.params.key}`))
  app.post(path, async (request: Keyed, reply) => {
    await commands.stopEditionMail({ key: request.params.key })
    return say(reply, 'left')
  })
  app.get(`${path}/ja`, (request: Keyed, reply) =>
    say(reply, 'join', `${ctx.origin.paths.letters}/${request.params.key}/ja`),
  )
  app.post(`${path}/ja`, async (request: Keyed, reply) => {
    const joined = await commands.confirmEditionMail(request.params.key)
    return say(reply.code(joined ? 200 : 404), joined ? 'joined' : 'lapsed')
  })
}

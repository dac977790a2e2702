/** `/utskick/…`, below it `larm/…` for alerts: the addresses in mails of a list, which work without signing in. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../../ctx.ts'
import type { MailList } from '../../../news/editions/rules/mail-subscription.ts'
import { ignoreBodies } from '../../../platform/http/unread-bodies.ts'
import { addressOf } from '../../../platform/site/addresses.ts'
import type { SitePage } from '../page.ts'
import { unsubscribePage } from './edition-mail.ts'

type Keyed = FastifyRequest<{ Params: { key: string } }>

/** Each with its part of the path, and of the names of its texts. */
const LISTS = { edition: { below: '', messages: 'editions' }, alerts: { below: '/larm', messages: 'alerts' } } as const

export function unsubscribeRoutes(app: FastifyInstance, ctx: Ctx, pageNow: () => SitePage, list: MailList): void {
  app.register(async (scope) => {
    ignoreBodies(scope)
    routesOf(scope, ctx, pageNow, list)
  })
}

/**
 * Programs follow links of emails by themselves, so that a link only asks, and a form or the program's own button (RFC 8058)
 * acts, whatever the program sends with it. Every key is answered alike.
 */
function routesOf(app: FastifyInstance, ctx: Ctx, pageNow: () => SitePage, list: MailList): void {
  const { below, messages } = LISTS[list]
  const path = `/utskick${below}/:key(^[\\w-]{32}$)`
  const addressFor = (key: string, end = '') => addressOf(ctx.origin.paths, `/utskick${below}/${key}${end}`)
  const sendNotice = (reply: FastifyReply, name: string, action?: string) => {
    const page = pageNow()
    const t = (part: string) => page.t(`${messages}.${name}_${part}`)
    const button = action === undefined ? undefined : { action, label: t('button') }
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    return reply.type('text/html; charset=utf-8').send(unsubscribePage(page, t('title'), t('text'), button))
  }

  app.get(path, (request: Keyed, reply) => sendNotice(reply, 'leave', addressFor(request.params.key)))
  app.post(path, async (request: Keyed, reply) => {
    await ctx.commands.stopMail(list, { key: request.params.key })
    return sendNotice(reply, 'left')
  })
  app.get(`${path}/ja`, (request: Keyed, reply) => sendNotice(reply, 'join', addressFor(request.params.key, '/ja')))
  app.post(`${path}/ja`, async (request: Keyed, reply) => {
    const joined = await ctx.commands.confirmMail(list, request.params.key)
    return sendNotice(reply.code(joined ? 200 : 404), joined ? 'joined' : 'lapsed')
  })
}

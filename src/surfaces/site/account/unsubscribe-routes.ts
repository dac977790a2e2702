/** `/letters/…`, below it `alerts/…` for alerts: the addresses in mails of a list, which work without signing in. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../../ctx.ts'
import type { MailList } from '../../../news/editions/rules/mail-subscription.ts'
import { confirmMail, stopMail } from '../../../news/editions/writes/mail-subscriptions.ts'
import { html } from '../../../platform/html/html.ts'
import { ignoreBodies } from '../../../platform/http/unread-bodies.ts'
import { addressOf } from '../../../platform/site/addresses.ts'
import { layout } from '../layout.ts'
import type { SitePage } from '../page.ts'

type Keyed = FastifyRequest<{ Params: { key: string } }>

/** Each with its part of the path, and of the names of its texts. */
const LISTS = {
  edition: { below: '', messages: 'editions' },
  alerts: { below: '/alerts', messages: 'alerts' },
} as const

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
  const path = `/letters${below}/:key(^[\\w-]{32}$)`
  const addressFor = (key: string, end = '') => addressOf(ctx.origin.paths, `/letters${below}/${key}${end}`)
  const sendNotice = (reply: FastifyReply, name: string, action?: string) => {
    const page = pageNow()
    const t = (part: string) => page.t(`${messages}.${name}_${part}`)
    const button = action === undefined ? undefined : { action, label: t('button') }
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    return reply.type('text/html; charset=utf-8').send(unsubscribePage(page, t('title'), t('text'), button))
  }

  app.get(path, (request: Keyed, reply) => sendNotice(reply, 'leave', addressFor(request.params.key)))
  app.post(path, async (request: Keyed, reply) => {
    await stopMail(ctx.database, list, { key: request.params.key }, ctx.clock.now())
    return sendNotice(reply, 'left')
  })
  app.get(`${path}/yes`, (request: Keyed, reply) => sendNotice(reply, 'join', addressFor(request.params.key, '/yes')))
  app.post(`${path}/yes`, async (request: Keyed, reply) => {
    const joined = await confirmMail(ctx.database, list, request.params.key, ctx.clock.now())
    return sendNotice(reply.code(joined ? 200 : 404), joined ? 'joined' : 'lapsed')
  })
}

/** Target of the links in emails: a question with one button, or a confirmation. They reveal nothing of the account. */
function unsubscribePage(
  page: SitePage,
  heading: string,
  text: string,
  button?: { action: string; label: string },
): string {
  const form =
    button &&
    html`<form method="post" action="${button.action}"><button class="button button-main">${button.label}</button></form>`
  const body = html`<div class="wrap narrow notice">${page.logo}<h1>${heading}</h1><p>${text}</p>${form}</div>`
  return layout(page, { title: heading, description: page.site.description, path: null, noindex: true }, body)
}

/** `/utskick/…`, below it `larm/…` for alerts: where a letter's own addresses lead without signing in. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../../ctx.ts'
import type { Translate } from '../../../domain/site/messages.ts'
import { ignoreBodies } from '../../../http/unread-bodies.ts'
import type { SiteKit } from '../kit.ts'
import { letterPage } from './edition-mail.ts'

type Keyed = FastifyRequest<{ Params: { key: string } }>

interface List {
  /** Of the path of letters. */
  below: string
  words(t: Translate, part: string): string
  stop(key: string): Promise<void>
  confirm(key: string): Promise<boolean>
}

export function letterRoutes(app: FastifyInstance, ctx: Ctx, kit: SiteKit): void {
  const { commands } = ctx
  const lists: List[] = [
    {
      ...{ below: '', words: (t, part) => t(`editions.${part}`) },
      stop: (key) => commands.stopEditionMail({ key }),
      confirm: (key) => commands.confirmEditionMail(key),
    },
    {
      ...{ below: '/larm', words: (t, part) => t(`alerts.${part}`) },
      stop: (key) => commands.stopAlertMail({ key }),
      confirm: (key) => commands.confirmAlertMail(key),
    },
  ]
  app.register(async (scope) => {
    ignoreBodies(scope)
    for (const list of lists) routesOf(scope, ctx, kit, list)
  })
}

/**
 * Programs follow links of letters by themselves, so that a link only asks, and a form or the program's own button (RFC 8058)
 * acts, whatever the program sends with it. Every key is answered alike.
 */
function routesOf(app: FastifyInstance, ctx: Ctx, kit: SiteKit, list: List): void {
  const path = `/utskick${list.below}/:key(^[\\w-]{32}$)`
  const own = (key: string) => `${ctx.origin.paths.letters}${list.below}/${key}`
  const say = (reply: FastifyReply, name: string, action?: string) => {
    const page = kit.page(ctx.clock.now())
    const t = (part: string) => list.words(page.t, `${name}_${part}`)
    const button = action === undefined ? undefined : { action, words: t('button') }
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    return reply.type('text/html; charset=utf-8').send(letterPage(page, t('title'), t('text'), button))
  }

  app.get(path, (request: Keyed, reply) => say(reply, 'leave', own(request.params.key)))
  app.post(path, async (request: Keyed, reply) => {
    await list.stop(request.params.key)
    return say(reply, 'left')
  })
  app.get(`${path}/ja`, (request: Keyed, reply) => say(reply, 'join', `${own(request.params.key)}/ja`))
  app.post(`${path}/ja`, async (request: Keyed, reply) => {
    const joined = await list.confirm(request.params.key)
    return say(reply.code(joined ? 200 : 404), joined ? 'joined' : 'lapsed')
  })
}

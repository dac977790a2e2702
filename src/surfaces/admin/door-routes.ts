/** Signing in and out of the console. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../domain/errors.ts'
import { html } from '../../html/html.ts'
import { addressKey } from '../../http/client.ts'
import { enforce, limits } from '../../http/rate-limit.ts'
import { sameSecret } from '../../http/same-secret.ts'
import type { Desk } from './desk.ts'
import { layout } from './layout.ts'
import { sendOverview } from './overview-routes.ts'
import type { AdminPage } from './page.ts'
import { field as input, post } from './parts.ts'
import { field, queryOf, safeNext } from './requests.ts'

const door = { config: { door: true } }

export function doorRoutes(app: FastifyInstance, desk: Desk, token: string): void {
  const { ctx, gate } = desk

  app.get('/admin', door, async (request, reply) => {
    if (await gate.sessionOf(request)) return sendOverview(desk, request, reply)
    return desk.send(request, reply, signInPage(desk.page(request, reply), safeNext(queryOf(request, 'till'))))
  })

  app.post('/admin/in', door, async (request: FastifyRequest, reply) => {
    const next = safeNext(field(request, 'till'))
    try {
      await enforce(ctx.limiter, reply, limits.admin, addressKey(request.ip))
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error
      reply.code(429).header('retry-after', String(Math.ceil(error.retryAfter ?? 60)))
      return desk.send(request, reply, signInPage(desk.page(request, reply, 'busy'), next))
    }
    if (!sameSecret(field(request, 'token'), token)) {
      ctx.log.warn({ ip: request.ip }, 'a wrong token was given at the console')
      return desk.send(request, reply.code(422), signInPage(desk.page(request, reply, 'wrong'), next))
    }
    await gate.open(reply)
    return reply.redirect(next, 303)
  })

  app.post('/admin/ut', door, async (request, reply) => {
    await gate.close(request, reply)
    return desk.go(reply, '/admin', 'signed_out')
  })
}

function signInPage(page: AdminPage, next: string): string {
  const { t } = page
  const hint = t('admin.door.hint')
  const fields = html`<input type="hidden" name="till" value="${next}">${input('token', t('admin.door.token'), { type: 'password', hint, autocomplete: 'current-password' })}<button class="button button-main">${t('admin.door.sign_in')}</button>`
  return layout(page, { title: t('admin.door.title') }, post(page, '/admin/in', fields, 'stack door'))
}

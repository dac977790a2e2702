/** Signing in and out of the console. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { html } from '../../platform/html/html.ts'
import { addressKey } from '../../platform/http/client.ts'
import { enforce, limits } from '../../platform/http/rate-limit.ts'
import { sameSecret } from '../../platform/http/same-secret.ts'
import type { AdminContext } from './admin-context.ts'
import type { AdminPage } from './admin-page.ts'
import { layout } from './layout.ts'
import { sendOverview } from './overview-routes.ts'
import { field, post } from './parts.ts'
import { queryOf, safeNext, textField } from './requests.ts'

const withoutSession = { config: { withoutSession: true } }

export function signInRoutes(app: FastifyInstance, admin: AdminContext, token: string): void {
  const { ctx, gate } = admin

  app.get('/admin', withoutSession, async (request, reply) => {
    if (await gate.sessionOf(request)) return sendOverview(admin, request, reply)
    return admin.send(request, reply, signInPage(admin.page(request, reply), safeNext(queryOf(request, 'to'))))
  })

  app.post('/admin/sign-in', withoutSession, async (request: FastifyRequest, reply) => {
    const next = safeNext(textField(request, 'to'))
    try {
      await enforce(ctx.limiter, reply, limits.admin, addressKey(request.ip))
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error
      reply.code(429).header('retry-after', String(Math.ceil(error.retryAfter ?? 60)))
      return admin.send(request, reply, signInPage(admin.page(request, reply, 'busy'), next))
    }
    if (!sameSecret(textField(request, 'token'), token)) {
      ctx.log.warn({ ip: request.ip }, 'a wrong token was given at the console')
      return admin.send(request, reply.code(422), signInPage(admin.page(request, reply, 'wrong'), next))
    }
    await gate.open(request, reply)
    return reply.redirect(next, 303)
  })

  app.post('/admin/sign-out', withoutSession, async (request, reply) => {
    await gate.close(request, reply)
    return admin.go(reply, '/admin', 'signed_out')
  })
}

function signInPage(page: AdminPage, next: string): string {
  const { t } = page
  const hint = t('admin.door.hint')
  const fields = html`<input type="hidden" name="to" value="${next}">${field('token', t('admin.door.token'), { type: 'password', hint, autocomplete: 'current-password' })}<button class="button button-main">${t('admin.door.sign_in')}</button>`
  return layout(page, { title: t('admin.door.title') }, post(page, '/admin/sign-in', fields, 'form sign-in'))
}

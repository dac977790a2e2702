/** Every address of the console. They are there only when the settings have a token for it. */
import cookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import type { UndoHandlers } from '../../news/actions/writes/log.ts'
import { AppError } from '../../platform/errors.ts'
import { statusOf } from '../../platform/http/errors.ts'
import type { ErrorRenderer } from '../../platform/http/server.ts'
import { type AdminServices, buildAdminContext, type ConsolePages, type PageAt } from './admin-context.ts'
import { articleRoutes } from './article-routes.ts'
import { claimRoutes } from './claims-page.ts'
import { eventRoutes } from './event-pages.ts'
import { logRoutes } from './log-page.ts'
import { modelRoutes } from './model-pages.ts'
import { oneSourceRoutes } from './one-source-routes.ts'
import { overviewRoutes } from './overview-routes.ts'
import { rerunRoutes } from './rerun.ts'
import { signInRoutes } from './sign-in-routes.ts'
import { sourceRoutes } from './source-routes.ts'
import { storyRoutes } from './story-pages.ts'
import { errorPage } from './trouble.ts'

/** As on all addresses that set no other limit. */
const SMALL_BYTES = 64 * 1024

/** `ctx.db` must be the database that acts write to: a page after an act shows what it did. */
export function adminRoutes(
  app: FastifyInstance,
  ctx: Ctx,
  services: AdminServices,
  pageAt: PageAt,
  ofFeatures: readonly ConsolePages[],
  undoHandlers: UndoHandlers,
): void {
  const token = ctx.config.ADMIN_TOKEN
  if (token === undefined) return
  const admin = buildAdminContext(ctx, services, token, pageAt, ofFeatures, undoHandlers)
  const { gate } = admin
  app.register(async (scope) => {
    await scope.register(cookie)
    scope.addHook('onRequest', async (_request, reply) => {
      reply.headers({
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex, nofollow',
        'referrer-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      })
    })
    // Before a large body is read: no stranger sends megabytes.
    scope.addHook('onRequest', async (request) => {
      if (request.routeOptions.bodyLimit <= SMALL_BYTES) return
      if (!(await gate.sessionOf(request))) throw new AppError('unauthorized', 'Sign in first.')
    })
    // Every address but signing in and out needs a session; forms are checked for forgery first.
    scope.addHook('preHandler', async (request) => {
      const isAction = request.method !== 'GET' && request.method !== 'HEAD'
      if (isAction) gate.checkForm(request)
      if (request.routeOptions.config.withoutSession) return
      if (!(await gate.sessionOf(request))) throw new AppError('unauthorized', 'Sign in first.')
    })
    signInRoutes(scope, admin, token)
    overviewRoutes(scope, admin)
    sourceRoutes(scope, admin)
    oneSourceRoutes(scope, admin)
    articleRoutes(scope, admin)
    claimRoutes(scope, admin)
    eventRoutes(scope, admin)
    storyRoutes(scope, admin)
    rerunRoutes(scope, admin)
    modelRoutes(scope, admin)
    logRoutes(scope, admin)
    for (const { routes } of ofFeatures) routes(scope, admin)
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Reachable without a session. */
    withoutSession?: boolean
  }
}

/** Errors within the console. An unknown address gets the site's own 404, which does not reveal whether there is a console. */
export function adminErrors(ctx: Pick<Ctx, 'clock'>, pageAt: PageAt, notFound: () => string): ErrorRenderer {
  return {
    prefix: '/admin',
    render: (error, request, reply) => {
      reply.type('text/html; charset=utf-8').code(statusOf[error.code])
      if (error.code === 'not_found') return reply.send(notFound())
      if (error.code === 'unauthorized') return reply.redirect(signInPath(request.method, request.url), 303)
      const page = { ...pageAt(ctx.clock.now()), formToken: '', statement: null, menu: [] }
      const existing = ['forbidden', 'rate_limited', 'unavailable', 'bad_request', 'unprocessable', 'payload_too_large']
      const kind = existing.find((code) => code === error.code) ?? 'internal'
      return reply.send(errorPage(page, kind, error.message))
    },
  }
}

const signInPath = (method: string, url: string): string => {
  const path = url.split('?')[0] ?? ''
  return method === 'GET' && path !== '/admin' ? `/admin?to=${encodeURIComponent(path)}` : '/admin?said=over'
}

/** Every address of the reader's site. */
import cookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { findFilledSections } from '../../news/articles/queries/filled-sections.ts'
import type { ErrorCode } from '../../platform/errors.ts'
import { statusOf } from '../../platform/http/errors.ts'
import type { ErrorRenderer } from '../../platform/http/server.ts'
import type { AccountPart } from './account/account-part.ts'
import { accountRoutes } from './account/account-routes.ts'
import { wantsJson } from './account/account-session.ts'
import { signInUrlOf } from './account/return-url.ts'
import { articleRoutes } from './article/article-routes.ts'
import { dayRoutes } from './day/day-routes.ts'
import { embedRoutes } from './event/embed-routes.ts'
import { eventRoutes } from './event/event-routes.ts'
import { fileRoutes } from './file-routes.ts'
import { listRoutes } from './lists/list-routes.ts'
import { machineRoutes } from './machine-routes.ts'
import type { SiteContext } from './page-context.ts'
import { type ErrorState, errorPage } from './pages/plain-pages.ts'
import { searchRoutes } from './search/search-routes.ts'
import type { SendPage } from './send-page.ts'
import { storyRoutes } from './story/story-routes.ts'

export function siteRoutes(
  app: FastifyInstance,
  ctx: Ctx,
  pageContext: SiteContext,
  send: SendPage,
  account: readonly AccountPart[],
): void {
  findFilledSections(ctx.db, pageContext.parts.sections).then(pageContext.showSections, () => {})
  listRoutes(app, ctx, pageContext, send)
  articleRoutes(app, ctx, pageContext, send)
  eventRoutes(app, ctx, send, pageContext.parts)
  embedRoutes(app, ctx, pageContext, send)
  dayRoutes(app, ctx, send)
  storyRoutes(app, ctx, send, pageContext.parts)
  searchRoutes(app, ctx, pageContext, send)
  app.register(async (scope) => {
    await scope.register(cookie)
    accountRoutes(scope, ctx, pageContext, account)
  })
  fileRoutes(app, ctx, pageContext)
  machineRoutes(app, ctx, pageContext.parts)
}

/** Errors as pages for people, wherever no other surface has its own form. */
export function siteErrors(ctx: Pick<Ctx, 'clock' | 'site'>, pageContext: SiteContext): ErrorRenderer {
  return {
    prefix: '/',
    render: (error, request, reply) => {
      if (wantsJson(request)) return reply.code(statusOf[error.code]).send({ done: false })
      reply.type('text/html; charset=utf-8').code(statusOf[error.code])
      if (error.code === 'not_found') return reply.send(pageContext.notFound())
      if (error.code === 'unauthorized') return reply.redirect(signInUrlOf(ctx.site, request), 303)
      return reply.send(errorPage(pageContext.page(ctx.clock.now()), errorStateOf(error.code)))
    },
  }
}

/** Message of an error: ours, or a request that could not be understood. */
function errorStateOf(code: ErrorCode): ErrorState {
  if (code === 'rate_limited') return 'busy'
  if (code === 'unavailable') return 'away'
  if (code === 'forbidden') return 'refused'
  if (code === 'method_not_allowed') return 'method'
  // An invalid form is a bad request: any other refusal is an account's quota.
  if (code === 'unprocessable') return 'full'
  return statusOf[code] < 500 ? 'unclear' : 'broken'
}

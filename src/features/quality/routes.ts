/** `/quality`, and below it its markdown. */
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { sendCached } from '../../platform/http/send-cached.ts'
import type { Translate } from '../../platform/site/messages.ts'
import { markdownPage } from '../../surfaces/markdown/markdown-page.ts'
import type { SendPage } from '../../surfaces/site/send-page.ts'
import { loadQuality } from './load-quality.ts'
import { qualityMarkdown } from './markdown.ts'
import { qualityPage } from './quality-page.ts'

export function qualityRoutes(app: FastifyInstance, ctx: Ctx, t: Translate, send: SendPage): void {
  const { site, origin } = ctx
  app.get('/quality', (request, reply) =>
    send(request, reply, {
      key: '/quality',
      negotiated: site.paths.quality,
      reloadSeconds: 3600,
      load: () => loadQuality(ctx),
      render: qualityPage,
    }),
  )

  app.get('/quality.md', (request, reply) =>
    sendCached(ctx.cache, ctx.clock, request, reply, {
      key: '/quality.md',
      dependsOn: ['content'],
      edition: Math.floor(ctx.clock.now().getTime() / 3_600_000),
      load: () => loadQuality(ctx),
      render: (view) => markdownPage(origin.baseUrl, qualityMarkdown(view, { ...origin, site, t }), site.paths.quality),
    }),
  )
}

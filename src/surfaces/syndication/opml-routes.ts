/** `/feeds.opml`: the sources of this site, for any feed reader. */
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { listPublicOutlines } from '../../news/operator/queries/source-records.ts'
import { sendCached } from '../../platform/http/send-cached.ts'

export function opmlRoutes(app: FastifyInstance, ctx: Pick<Ctx, 'cache' | 'clock' | 'db' | 'site'>): void {
  app.get('/feeds.opml', (request, reply) =>
    sendCached(ctx.cache, ctx.clock, request, reply, {
      key: '/feeds.opml',
      dependsOn: ['content'],
      load: async () => {
        const { renderOpml } = await import('../../news/feeds/formats/render-opml.ts')
        return renderOpml(await listPublicOutlines(ctx.db, ctx.site.language), ctx.site.name)
      },
      render: (body) => ({ type: 'text/x-opml; charset=utf-8', body }),
    }),
  )
}

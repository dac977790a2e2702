/** `/podcast` and its episodes. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { numberedRoute, type SendPage, within } from '../../surfaces/site/send-page.ts'
import { episodePage, podcastPage } from './episode-pages.ts'
import { findEpisode, pageEpisodes } from './queries.ts'

const perPage = 20

export function pageRoutes(app: FastifyInstance, { db, site }: Pick<Ctx, 'db' | 'site'>, send: SendPage): void {
  numberedRoute(app, '/podcast', send, {
    load: async (page) => within(await pageEpisodes(db, { page, perPage })),
    render: podcastPage,
  })

  app.get('/podcast/:id(^[a-z0-9-]{1,64}$)', (request: FastifyRequest<{ Params: { id: string } }>, reply) => {
    const { id } = request.params
    return send(request, reply, {
      key: `/podcast/${id}`,
      negotiated: `${site.paths.podcast}/${id}`,
      load: () => findEpisode(db, id),
      render: episodePage,
    })
  })
}

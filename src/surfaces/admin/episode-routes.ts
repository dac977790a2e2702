/** Episodes that a model wrote: what was said of each sentence. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findEpisode } from '../../read/content/episodes.ts'
import { listClaimedEpisodes, listClaims } from '../../read/operator/claims.ts'
import { type AdminContext, found } from './admin-context.ts'
import { episodePage, episodesPage } from './episodes.ts'

const SHOWN = 60

export function episodeRoutes(app: FastifyInstance, admin: AdminContext): void {
  const { db } = admin.ctx

  app.get('/admin/avsnitt', async (request, reply) =>
    admin.send(request, reply, episodesPage(admin.page(request, reply), await listClaimedEpisodes(db, SHOWN))),
  )

  app.get(
    '/admin/avsnitt/:id(^[a-z0-9-]{1,64}$)',
    async (request: FastifyRequest<{ Params: { id: string } }>, reply) => {
      const episode = found(await findEpisode(db, request.params.id))
      const claims = await listClaims(db, { episode_id: episode.episodeId })
      return admin.send(request, reply, episodePage(admin.page(request, reply), { episode, claims }))
    },
  )
}

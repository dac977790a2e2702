/** Episodes that a model wrote, and one sentence by sentence. Spoken text is not ruled on. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type ClaimView, listClaims } from '../../news/claims/queries/claims.ts'
import { html } from '../../platform/html/html.ts'
import { episodePath } from '../../platform/site/paths.ts'
import { type AdminContext, found } from '../../surfaces/console/admin-context.ts'
import type { AdminPage } from '../../surfaces/console/admin-page.ts'
import { claimList } from '../../surfaces/console/claims-page.ts'
import { layout } from '../../surfaces/console/layout.ts'
import { count, facts, listOf, section, when } from '../../surfaces/console/parts.ts'
import { type ClaimedEpisode, findEpisode, listClaimedEpisodes } from './queries.ts'
import type { EpisodeView } from './views.ts'

const SHOWN = 60

export function consoleRoutes(app: FastifyInstance, admin: AdminContext): void {
  const { db } = admin.ctx

  app.get('/admin/episodes', async (request, reply) =>
    admin.send(request, reply, episodesPage(admin.page(request, reply), await listClaimedEpisodes(db, SHOWN))),
  )

  app.get(
    '/admin/episodes/:id(^[a-z0-9-]{1,64}$)',
    async (request: FastifyRequest<{ Params: { id: string } }>, reply) => {
      const episode = found(await findEpisode(db, request.params.id))
      const claims = await listClaims(db, { episode_id: episode.episodeId })
      return admin.send(request, reply, episodePage(admin.page(request, reply), { episode, claims }))
    },
  )
}

function episodesPage(page: AdminPage, episodes: ClaimedEpisode[]): string {
  const { t } = page
  const list = listOf(page, 'admin.episodes', t('admin.nav.episodes'), episodes, {
    title: ({ episodeId, title }) => html`<a href="/admin/episodes/${episodeId}">${title}</a>`,
    published: ({ publishedOn }) => when(page, publishedOn),
    stands: ({ current }) => count(page, current),
    dropped: ({ dropped }) => count(page, dropped),
  })
  return layout(
    page,
    { title: t('admin.nav.episodes'), section: 'episodes', intro: t('admin.episodes.text') },
    html`${list}`,
  )
}

function episodePage(page: AdminPage, { episode, claims }: { episode: EpisodeView; claims: ClaimView[] }): string {
  const { t } = page
  const path = episodePath(page.paths, episode)
  const about = facts([
    [t('admin.article.page'), html`<a href="${path}">${path}</a>`],
    [t('admin.episodes.published'), when(page, episode.publishedOn)],
  ])
  const sentences =
    claims.length > 0
      ? html`<p class="small">${t('admin.episodes.spoken')}</p>${claimList(page, claims, null)}`
      : html`<p class="empty">${t('admin.episodes.unwritten')}</p>`
  const body = html`${about}${section(t('admin.claims.title'), sentences, 'claims')}`
  return layout(page, { title: episode.title, section: 'episodes' }, body)
}

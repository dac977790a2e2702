/** Episodes for their operator: those that a model wrote, and one sentence by sentence. What was spoken is not ruled on. */
import { episodePath } from '../../domain/site/paths.ts'
import { html } from '../../html/html.ts'
import type { EpisodeView } from '../../read/content/views.ts'
import type { ClaimedEpisode, ClaimView } from '../../read/operator/claims.ts'
import { claimList } from './claims.ts'
import { layout } from './layout.ts'
import type { AdminPage } from './page.ts'
import { count, facts, section, table, when } from './parts.ts'

export function episodesPage(page: AdminPage, episodes: ClaimedEpisode[]): string {
  const { t } = page
  const rows = episodes.map(({ episodeId, title, publishedOn, stands, dropped }) => [
    html`<a href="/admin/avsnitt/${episodeId}">${title}</a>`,
    when(page, publishedOn),
    count(page, stands),
    count(page, dropped),
  ])
  const columns = ['title', 'published', 'stands', 'dropped'].map((name) => t(`admin.episodes.${name}`))
  const list = table({ caption: t('admin.nav.episodes'), columns, rows, empty: t('admin.episodes.none') })
  return layout(
    page,
    { title: t('admin.nav.episodes'), section: 'episodes', intro: t('admin.episodes.text') },
    html`${list}`,
  )
}

export function episodePage(
  page: AdminPage,
  { episode, claims }: { episode: EpisodeView; claims: ClaimView[] },
): string {
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
  const body = html`${about}${section(t('admin.claims.title'), sentences, 'meningar')}`
  return layout(page, { title: episode.title, section: 'episodes' }, body)
}

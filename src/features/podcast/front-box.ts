/** The newest episode on the front page: a box of its own, and while it is of these days the first thing to listen to. */

import type { ReadDb } from '../../platform/database/read-db.ts'
import { type Html, html } from '../../platform/html/html.ts'
import { timeAgo } from '../../platform/html/times.ts'
import { episodePath } from '../../platform/site/paths.ts'
import { clockLength } from '../../platform/time/clock-length.ts'
import { box } from '../../surfaces/site/components/aside.ts'
import { facts } from '../../surfaces/site/components/fact-line.ts'
import type { FrontPart } from '../../surfaces/site/feature-site.ts'
import type { SitePage } from '../../surfaces/site/page.ts'
import { playLink } from './episode-parts.ts'
import { listEpisodes } from './queries.ts'
import type { EpisodeView } from './views.ts'

const FRESH_MS = 2 * 86_400_000

export async function loadFront(db: ReadDb): Promise<FrontPart | null> {
  const [newest] = await listEpisodes(db, 1)
  return newest ? episodeFront(newest) : null
}

export const episodeFront = (episode: EpisodeView): FrontPart => ({
  box: (page) => episodeBox(page, episode),
  listen: (page) => (page.now.getTime() - episode.publishedOn.getTime() < FRESH_MS ? playLink(page, episode) : null),
})

function episodeBox(page: SitePage, episode: EpisodeView): Html {
  const { t } = page
  const content = html`<div class="episode-row">${playLink(page, episode)}<div><a class="row-title" href="${episodePath(page.paths, episode)}">${episode.title}</a><span class="row-small meta">${facts(timeAgo(episode.publishedOn, page), clockLength(episode.durationSeconds))}</span></div></div>`
  return box('box-episode', t('front.episode'), content, { path: page.paths.podcast, label: t('front.all_episodes') })
}

/** `/podcast` and `/podcast/:episode_id`: the episodes, and one with player, chapters, sources and transcript. */

import { href } from '../../platform/html/href.ts'
import { type Html, html, trusted } from '../../platform/html/html.ts'
import { icon } from '../../platform/html/icons.ts'
import { autoDirection } from '../../platform/html/language-marks.ts'
import { late } from '../../platform/html/late.ts'
import { timeAgo } from '../../platform/html/times.ts'
import type { Page } from '../../platform/site/pages.ts'
import { articlePath, episodePath } from '../../platform/site/paths.ts'
import { clockLength } from '../../platform/time/clock-length.ts'
import { facts } from '../../surfaces/site/components/fact-line.ts'
import { neighbours, pagePath, pager } from '../../surfaces/site/components/pager.ts'
import { paragraphs } from '../../surfaces/site/components/prose.ts'
import { layout } from '../../surfaces/site/layout.ts'
import { title } from '../../surfaces/site/lists/lists.ts'
import type { SitePage } from '../../surfaces/site/page.ts'
import type { EpisodeSource } from './episode.ts'
import { episodeMediaUrl } from './episode.ts'
import { episodeJsonLd, playLink } from './episode-parts.ts'
import type { EpisodeDetailView, EpisodeView } from './views.ts'

const media = ({ paths }: SitePage, path: string) => episodeMediaUrl({ baseUrl: '', paths }, path)

const rss = ({ paths }: SitePage) => ({ type: 'application/rss+xml', path: `${paths.podcast}.rss` })

export function podcastPage(page: SitePage, list: Page<EpisodeView>): string {
  const { t } = page
  const rows = list.items.map((episode) => html`<li>${episodeRow(page, episode)}</li>`)
  const body = html`<div class="wrap narrow">${title(t('podcast.title'), t('podcast.text'))}
<p class="actions cluster bare"><a href="${page.paths.podcast}.rss">${icon('feed')}${t('podcast.subscribe')}</a></p>
<ul>${rows}</ul>
${list.items.length === 0 && html`<p class="empty">${t('podcast.none')}</p>`}
${pager(page, page.paths.podcast, list)}</div>`
  const head = {
    title: t('podcast.title'),
    description: t('podcast.text'),
    path: pagePath(page.paths.podcast, list.page),
  }
  const alternates = [{ ...rss(page), title: t('podcast.title') }]
  return layout(page, { ...head, section: 'podcast', alternates, ...neighbours(page.paths.podcast, list) }, body)
}

function episodeRow(page: SitePage, episode: EpisodeView): Html {
  return html`<article class="item item-row item-episode" data-item>${playLink(page, episode)}<div class="grow"><h2 class="headline"><a href="${episodePath(page.paths, episode)}">${episode.title}</a></h2><p class="summary as-lines">${episode.description}</p><p class="sources meta">${facts(timeAgo(episode.publishedOn, page), clockLength(episode.durationSeconds))}</p></div>${cover(page, episode.coverThumbPath, 112)}</article>`
}

const cover = (page: SitePage, path: string | null, size: number): Html | null =>
  path === null
    ? null
    : html`<img class="cover" src="${media(page, path)}" alt="" width="${size}" height="${size}" loading="lazy" decoding="async">`

const speeds = [0.75, 1, 1.25, 1.5, 2]

export function episodePage(page: SitePage, episode: EpisodeDetailView): string {
  const { t } = page
  const path = episodePath(page.paths, episode)
  const body = html`<div class="wrap">
<article class="article">
<p class="kicker meta">${facts(html`<a class="source first" href="${page.paths.podcast}">${t('podcast.title')}</a>`, timeAgo(episode.publishedOn, page), clockLength(episode.durationSeconds))}</p>
<h1>${episode.title}</h1>
<div class="player" data-player="${episode.episodeId}">${cover(page, episode.coverThumbPath, 112)}<div class="grow"><audio controls preload="none" src="${media(page, episode.audioPath)}"></audio><p class="small player-line cluster"><a href="${media(page, episode.audioPath)}" download>${t('podcast.download')}</a>${late(html`<span data-resume="${t('podcast.resume', { time: '{time}' })}" hidden></span>`)}${late(html`<label data-speed hidden>${t('podcast.speed')} <select>${speeds.map((speed) => html`<option value="${speed}"${speed === 1 && trusted(' selected')}>${speed.toLocaleString(page.site.language)}×</option>`)}</select></label>`)}</p></div></div>
<div class="prose box as-lines">${paragraphs(episode.description)}</div>
${chapters(page, episode)}
${sources(page, episode.sources)}
${episode.transcriptText && html`<details class="fold"><summary>${t('podcast.transcript')}</summary><div class="prose">${paragraphs(episode.transcriptText)}</div></details>`}
</article>
</div>`
  const head = {
    title: episode.title,
    description: episode.description,
    path,
    section: 'podcast',
    jsonLd: episodeJsonLd(page, episode),
    alternates: [
      { ...rss(page), title: t('podcast.title') },
      { type: 'text/markdown', path: `${path}.md`, title: episode.title },
    ],
    ...(episode.coverPath ? { image: media(page, episode.coverPath) } : {}),
  }
  return layout(page, head, body)
}

/** Media fragments make the chapter links work without script, in a tab of the audio itself. */
function chapters(page: SitePage, episode: EpisodeDetailView): Html | null {
  const { t } = page
  if (episode.chapters.length === 0) return null
  const rows = episode.chapters.map((chapter) => {
    const time = clockLength(chapter.startSeconds)
    return html`<li><a href="${media(page, episode.audioPath)}#t=${chapter.startSeconds}" data-seek="${chapter.startSeconds}"><span class="chapter-time">${time}</span><span>${chapter.title}</span></a></li>`
  })
  return html`<section aria-labelledby="chapters"><h2 class="box-title" id="chapters">${t('podcast.chapters')}</h2><ol class="chapters">${rows}</ol></section>`
}

function sources({ t }: SitePage, list: EpisodeSource[]): Html | null {
  if (list.length === 0) return null
  const rows = list.map((one) => {
    const address = one.entryId === null ? href(one.url) : articlePath({ id: one.entryId, title: one.title })
    return html`<li><a class="source first" href="${href(one.url)}"${trusted(' rel="noopener"')}>${one.source}</a> <a class="row-title" href="${address}"${autoDirection(one.title)}>${one.title}</a></li>`
  })
  return html`<section aria-labelledby="sources"><h2 class="box-title" id="sources">${t('podcast.sources')}</h2><ul class="rows members">${rows}</ul></section>`
}

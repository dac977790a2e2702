/** Parts of pages that show an episode. */

import { type Html, html } from '../../platform/html/html.ts'
import { icon } from '../../platform/html/icons.ts'
import { episodePath } from '../../platform/site/paths.ts'
import type { SitePage } from '../../surfaces/site/page.ts'
import { episodeMediaUrl } from './episode.ts'
import type { EpisodeView } from './views.ts'

/** Leads to the episode's page; with script it plays in place. */
export function playLink({ t, paths }: SitePage, episode: EpisodeView): Html {
  return html`<a class="play" href="${episodePath(paths, episode)}" data-audio="${episodeMediaUrl({ baseUrl: '', paths }, episode.audioPath)}" data-episode="${episode.episodeId}">${icon('play')}<span class="unseen">${t('podcast.play', { title: episode.title })}</span></a>`
}

export function episodeJsonLd(page: SitePage, episode: EpisodeView): object {
  const { baseUrl } = page
  return {
    '@context': 'https://schema.org',
    '@type': 'PodcastEpisode',
    name: episode.title,
    description: episode.description,
    url: baseUrl + episodePath(page.paths, episode),
    datePublished: episode.publishedOn.toISOString(),
    timeRequired: `PT${Math.round(episode.durationSeconds)}S`,
    associatedMedia: { '@type': 'MediaObject', contentUrl: episodeMediaUrl(page, episode.audioPath) },
    partOfSeries: { '@type': 'PodcastSeries', name: page.site.name, url: baseUrl + page.paths.podcast },
  }
}

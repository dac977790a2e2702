/** Episodes → `/podcast.rss`: RSS 2.0 with what Apple Podcasts and Podcasting 2.0 ask for. */
import { createHash } from 'node:crypto'
import type { PodcastShow } from '../../news/editions/rules/show.ts'
import { firstPaths } from '../../platform/site/page-words.ts'
import { episodePath, type Origin, type Paths } from '../../platform/site/paths.ts'
import type { Site } from '../../platform/site/site.ts'
import { escapeHtml, linkHtml } from '../../surfaces/html/plain-html.ts'
import { document, element, text, title, type XmlNode } from '../../surfaces/syndication/xml.ts'
import { episodeMediaUrl } from './episode.ts'
import type { EpisodeDetailView } from './views.ts'

export interface PodcastContext extends Origin {
  show: Omit<PodcastShow, 'email'> & { email?: string | undefined }
  site: Pick<Site, 'language'>
}

const podcastRssPath = ({ podcast }: Pick<Paths, 'podcast'>) => `${podcast}.rss`

const NAMESPACES = {
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:itunes': 'http://www.itunes.com/dtds/podcast-1.0.dtd',
  'xmlns:podcast': 'https://podcastindex.org/namespace/1.0',
}

export function presentPodcastRss(episodes: EpisodeDetailView[], context: PodcastContext): string {
  const { baseUrl, paths, show, site } = context
  const page = baseUrl + paths.podcast
  const cover = `${page}/cover.jpg`
  const self = baseUrl + podcastRssPath(paths)
  const updated = Math.max(...episodes.map((episode) => episode.updatedAt.getTime()))
  const channel = [
    title(show.title),
    text('link', page),
    text('description', show.description),
    text('language', site.language),
    episodes.length > 0 ? text('lastBuildDate', new Date(updated).toUTCString()) : null,
    element('image', {}, [text('url', cover), title(show.title), text('link', page)]),
    element('atom:link', { href: self, rel: 'self', type: 'application/rss+xml' }),
    text('itunes:author', show.author),
    element('itunes:image', { href: cover }),
    text('itunes:explicit', String(show.explicit)),
    text('itunes:type', 'episodic'),
    element('itunes:category', { text: show.category }, [
      show.subcategory ? element('itunes:category', { text: show.subcategory }) : null,
    ]),
    show.email
      ? element('itunes:owner', {}, [text('itunes:name', show.author), text('itunes:email', show.email)])
      : null,
    text('podcast:guid', podcastGuid(baseUrl + podcastRssPath(firstPaths))),
    text('podcast:medium', 'podcast'),
    ...episodes.map((episode) => presentItem(episode, context)),
  ]
  return document(element('rss', { version: '2.0', ...NAMESPACES }, [element('channel', {}, channel)]))
}

function presentItem(episode: EpisodeDetailView, { baseUrl, paths, show, site }: PodcastContext): XmlNode {
  const page = baseUrl + episodePath(paths, episode)
  const audio = episodeMediaUrl({ baseUrl, paths }, episode.audioPath)
  const transcript = {
    url: `${page}/transcript.vtt`,
    type: 'text/vtt',
    language: site.language,
    rel: 'captions',
  }
  const chapters = { url: `${page}/chapters.json`, type: 'application/json+chapters' }
  return element('item', {}, [
    title(episode.title),
    text('link', page),
    text('description', descriptionHtml(episode, show.sources_heading)),
    element('guid', { isPermaLink: 'true' }, page),
    text('pubDate', episode.publishedOn.toUTCString()),
    element('enclosure', { url: audio, length: episode.audioBytes, type: episode.audioType }),
    text('itunes:title', episode.title),
    text('itunes:duration', String(Math.round(episode.durationSeconds))),
    text('itunes:explicit', String(show.explicit)),
    text('itunes:episodeType', 'full'),
    episode.coverPath
      ? element('itunes:image', { href: episodeMediaUrl({ baseUrl, paths }, episode.coverPath) })
      : null,
    episode.hasTranscript ? element('podcast:transcript', transcript) : null,
    episode.chapters.length > 0 ? element('podcast:chapters', chapters) : null,
  ])
}

/** Paragraphs of the description, then a list of the sources as links: players show this much HTML. */
function descriptionHtml({ description, sources, title }: EpisodeDetailView, heading: string): string {
  const paragraphs = description
    .split('\n')
    .flatMap((line) => (line.trim() ? `<p>${escapeHtml(line.trim())}</p>` : []))
    .join('')
  const links = sources.map((one) => `<li>${linkHtml(one.url, one.title)} (${escapeHtml(one.source)})</li>`)
  const list = links.length > 0 ? `<p>${escapeHtml(heading)}</p><ul>${links.join('')}</ul>` : ''
  return paragraphs + list || `<p>${escapeHtml(title)}</p>`
}

const PODCAST_NAMESPACE = 'ead4c236-bf58-58c6-a2c6-a6b28d128cb6'

/** UUIDv5 of the feed's address without scheme and trailing slashes, as the podcast namespace has it. */
export function podcastGuid(feedUrl: string): string {
  const name = feedUrl.replace(/^[a-z]+:\/\//, '').replace(/\/+$/, '')
  const namespace = Buffer.from(PODCAST_NAMESPACE.replaceAll('-', ''), 'hex')
  const hash = createHash('sha1').update(namespace).update(name).digest()
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6)
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8)
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

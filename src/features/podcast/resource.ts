/** The resource "episode" of the podcast: fields, filters, lists and details. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { exampleArticle } from '../../news/articles/resource.ts'
import { partOfText } from '../../news/resources/long-answers.ts'
import { option, published, textId } from '../../news/resources/parameters.ts'
import { resolve } from '../../news/resources/queries/moved.ts'
import { resource } from '../../news/resources/resource.ts'
import { address, id, instant, pick, shape } from '../../news/resources/shape.ts'
import { episodePath, type Origin } from '../../platform/site/paths.ts'
import { type Chapter as ChapterView, type EpisodeSource as EpisodeSourceView, episodeMediaUrl } from './episode.ts'
import { episodeBody, episodeLine, episodePage } from './markdown.ts'
import { findEpisode, pageEpisodes } from './queries.ts'
import type { EpisodeDetailView, EpisodeView } from './views.ts'

const mediaUrl = (path: string | null, origin: Origin) => path && episodeMediaUrl(origin, path)

export const Episode = shape<EpisodeView>()('Episode', 'An episode of the podcast.', {
  episode_id: [z.string(), (episode) => episode.episodeId],
  title: [z.string(), (episode) => episode.title],
  description: [z.string(), (episode) => episode.description],
  published_on: [instant, (episode) => episode.publishedOn.toISOString()],
  duration_seconds: [z.number().min(0), (episode) => episode.durationSeconds],
  page_url: [address, (episode, { baseUrl, paths }) => baseUrl + episodePath(paths, episode)],
  audio_url: [address, (episode, origin) => episodeMediaUrl(origin, episode.audioPath)],
  cover_url: [address.nullable(), ({ coverPath }, origin) => mediaUrl(coverPath, origin)],
  cover_thumb_url: [address.nullable(), ({ coverThumbPath }, origin) => mediaUrl(coverThumbPath, origin)],
})

const Chapter = shape<ChapterView>()('Chapter', 'A chapter: its start in the audio, and its title.', {
  start_seconds: [z.number().min(0), (chapter) => chapter.startSeconds],
  title: [z.string(), (chapter) => chapter.title],
  url: [address.nullable(), (chapter) => chapter.url],
  image_url: [address.nullable(), (chapter) => chapter.imageUrl],
})

const EpisodeSource = shape<EpisodeSourceView>()('EpisodeSource', 'An article that an episode talks about.', {
  title: [z.string(), (source) => source.title],
  url: [address, (source) => source.url],
  source: [z.string(), (source) => source.source],
  entry_id: [id.nullable(), (source) => source.entryId],
})

const EpisodeDetail = shape<EpisodeDetailView>()('EpisodeDetail', 'An episode in detail.', {
  ...Episode.fields,
  chapters: [z.array(Chapter.schema), ({ chapters }, origin) => chapters.map((one) => Chapter.present(one, origin))],
  sources: [
    z.array(EpisodeSource.schema),
    ({ sources }, origin) => sources.map((one) => EpisodeSource.present(one, origin)),
  ],
  transcript_url: [
    address.nullable().describe('WebVTT.'),
    (episode, { baseUrl, paths }) =>
      episode.hasTranscript ? `${baseUrl}${episodePath(paths, episode)}/transcript.vtt` : null,
  ],
  transcript: [
    z.string().nullable().optional().describe('Present with include_transcript=true.'),
    (episode) => episode.transcriptText,
  ],
})

const EPISODE = pick(Episode, 'episode_id', 'title', 'published_on', 'page_url')
const EpisodeHit = shape<EpisodeView>()('EpisodeHit', 'An episode in brief.', EPISODE)
const ChapterHit = shape<ChapterView>()('ChapterHit', 'A chapter in brief.', pick(Chapter, 'start_seconds', 'title'))
const EpisodeFull = shape<EpisodeDetailView>()('EpisodeFull', 'An episode with its chapters and sources.', {
  ...EPISODE,
  ...pick(EpisodeDetail, 'description', 'audio_url', 'sources', 'transcript_url', 'transcript'),
  chapters: [
    z.array(ChapterHit.schema),
    ({ chapters }, origin) => chapters.map((one) => ChapterHit.present(one, origin)),
  ],
})

const at = new Date('2026-11-21T09:00:00Z')
const exampleEpisode: EpisodeView = {
  episodeId: '2026-11-21',
  title: 'Saturday 21 November',
  description: 'The harvest, and what it costs.',
  publishedOn: at,
  updatedAt: at,
  durationSeconds: 312.4,
  hasTranscript: true,
  audioPath: '2026-11-21/audio.mp3',
  audioType: 'audio/mpeg',
  audioBytes: 0,
  coverPath: null,
  coverThumbPath: null,
}
const { title, url } = exampleArticle

export const episode = resource<EpisodeView, EpisodeDetailView>({
  name: 'episode',
  plural: 'episodes',
  path: '/podd_episodes',
  id: textId(/^[a-z0-9-]{1,64}$/, 'The episode_id.'),
  options: { include_transcript: option('Attach the transcript text.') },
  query: () => published,
  cursor: 'key',
  dependsOn: ['content'],
  item: Episode,
  detail: EpisodeDetail,
  example: {
    item: exampleEpisode,
    detail: {
      ...exampleEpisode,
      chapters: [{ startSeconds: 4.2, title, url: null, imageUrl: null }],
      sources: [{ title, url, source: exampleArticle.feed.title, entryId: exampleArticle.id }],
      transcriptVtt: null,
    },
  },
  list: ({ db }, { afterKey: after, page, perPage, filter }) => pageEpisodes(db, { page, perPage, after, ...filter }),
  find: ({ db }, id, { include_transcript }: { include_transcript?: boolean } = {}) =>
    resolve(async () => {
      const found = await findEpisode(db, id)
      if (!found || include_transcript) return found
      const { transcriptText: _, ...rest } = found
      return rest
    }),
  markdown: {
    title: 'podcast.title',
    folder: '/podcast',
    parameter: ':id(^[a-z0-9][a-z0-9-]{0,63})',
    template: ({ podcast }) => `${podcast}/{id}`,
    path: (episode, paths) => episodePath(paths, episode),
    render: episodePage,
  },
  mcp: {
    one: 'episode',
    many: 'episodes',
    isOffered: (contentFolder) => existsSync(join(contentFolder, 'podcast/show.yaml')),
    item: EpisodeHit,
    lists: [{ name: 'list_podd_episodes', parameters: ['until'] }],
    get: {
      detail: EpisodeFull,
      name: 'get_podd_episode',
      id: 'episode_id',
      about: 'episode_id of an episode, from list_podd_episodes.',
      render: episodeBody,
      part: {
        about: 'Where its transcript goes on.',
        cut: (episode, from) => {
          const { shown, next } = partOfText(episode.transcriptText ?? '', from)
          return { shown: episode.transcriptText ? { ...episode, transcriptText: shown } : episode, next }
        },
      },
    },
    line: (episode, md) => `${episodeLine(episode, md)} (episode_id ${episode.episodeId})`,
  },
})

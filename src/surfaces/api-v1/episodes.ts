/** Episodes of the podcast. */
import { z } from 'zod'
import { episodeMediaUrl } from '../../domain/podcast/episode.ts'
import { episodePath, type Origin } from '../../domain/site/paths.ts'
import { findEpisode, listEpisodesBehind, pageEpisodes } from '../../read/content/episodes.ts'
import type { EpisodeDetailView, EpisodeView } from '../../read/content/views.ts'
import { listOf, oneOf } from './envelopes.ts'
import { episodeId, includeTranscript, keyCursor, pages } from './parameters.ts'
import { type ApiRoute, route } from './route.ts'
import { Episode, EpisodeDetail, type Wire } from './schemas.ts'
import { sendList, sendOne } from './send.ts'

export const episodeRoutes: ApiRoute[] = [
  route({
    method: 'GET',
    path: '/api/v1/podd_episodes',
    operationId: 'listEpisodes',
    tag: 'Podcast',
    summary: 'Episodes, newest first',
    description: 'All episodes of the podcast.',
    auth: 'none',
    query: z.object({ ...pages, ...keyCursor }),
    answers: [{ status: 200, description: 'A page of episodes.', schema: listOf(Episode) }],
    handle: (call) => {
      const { db, origin } = call.ctx
      const { page, per_page: perPage, cursor } = call.query
      const load = () => (cursor ? listEpisodesBehind(db, cursor, perPage) : pageEpisodes(db, { page, perPage }))
      const key = `api /podd_episodes ${page} ${perPage} ${cursor ?? ''}`
      return sendList(call, { key, dependsOn: ['content'], load }, {}, (view: EpisodeView) =>
        presentEpisode(view, origin),
      )
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/podd_episodes/:id',
    operationId: 'getEpisode',
    tag: 'Podcast',
    summary: 'One episode',
    description: 'One episode with chapters and sources, and its transcript where that is asked for.',
    auth: 'none',
    params: episodeId,
    query: z.object({ include_transcript: includeTranscript }),
    answers: [{ status: 200, description: 'The episode.', schema: oneOf(EpisodeDetail) }],
    handle: (call) => {
      const { db, origin } = call.ctx
      const { id } = call.params
      const transcript = call.query.include_transcript
      const load = () => findEpisode(db, id)
      return sendOne(call, { key: `api /podd_episodes/${id} ${transcript}`, dependsOn: ['content'], load }, (view) =>
        presentEpisodeDetail(view, origin, transcript),
      )
    },
  }),
]

export function presentEpisode(episode: EpisodeView, origin: Origin): Wire<typeof Episode> {
  const fileUrl = (path: string | null) => (path === null ? null : episodeMediaUrl(origin.baseUrl, path))
  return {
    episode_id: episode.episodeId,
    title: episode.title,
    description: episode.description,
    published_on: episode.publishedOn.toISOString(),
    duration_seconds: episode.durationSeconds,
    page_url: origin.baseUrl + episodePath(origin.paths, episode),
    audio_url: episodeMediaUrl(origin.baseUrl, episode.audioPath),
    cover_url: fileUrl(episode.coverPath),
    cover_thumb_url: fileUrl(episode.coverThumbPath),
  }
}

function presentEpisodeDetail(
  episode: EpisodeDetailView,
  origin: Origin,
  transcript: boolean,
): Wire<typeof EpisodeDetail> {
  return {
    ...presentEpisode(episode, origin),
    chapters: episode.chapters.map((chapter) => ({
      start_seconds: chapter.startSeconds,
      title: chapter.title,
      url: chapter.url,
      image_url: chapter.imageUrl,
    })),
    sources: episode.sources.map(({ title, url, source, entryId }) => ({ title, url, source, entry_id: entryId })),
    transcript_url: episode.hasTranscript
      ? `${origin.baseUrl}${episodePath(origin.paths, episode)}/transcript.vtt`
      : null,
    ...(transcript && { transcript: episode.transcriptText }),
  }
}

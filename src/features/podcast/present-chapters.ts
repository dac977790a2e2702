/** An episode's chapters as a Podcasting 2.0 chapters document, version 1.2.0. */
import type { EpisodeDetailView } from './views.ts'

export function presentChapters(episode: Pick<EpisodeDetailView, 'title' | 'chapters'>, podcastName: string) {
  return {
    version: '1.2.0',
    title: episode.title,
    podcastName,
    chapters: episode.chapters.map(({ startSeconds, title, url, imageUrl }) => ({
      startTime: startSeconds,
      title,
      ...(url ? { url } : {}),
      ...(imageUrl ? { img: imageUrl } : {}),
    })),
  }
}

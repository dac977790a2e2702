/** `podd import` and `podd generate`: what they print. */

import { buildOperations } from '../app/operations.ts'
import type { Services } from '../app/services.ts'
import type { SavedEpisode } from '../domain/podcast/episode.ts'
import { episodePath } from '../domain/site/paths.ts'
import { type Io, pathIn } from './io.ts'

export async function poddImport(services: Services, io: Io, dir: string): Promise<number> {
  return printed(io, services, await buildOperations(services).importEpisode(pathIn(io, dir)))
}

export async function poddGenerate(services: Services, io: Io, options: { date?: string }): Promise<number> {
  io.note('Writing, speaking and joining: this takes a minute or two.')
  return printed(io, services, await buildOperations(services).generateEpisode(options.date))
}

function printed(io: Io, { config, content }: Services, episode: SavedEpisode): number {
  const minutes = `${Math.floor(episode.durationSeconds / 60)}:${String(Math.round(episode.durationSeconds % 60)).padStart(2, '0')}`
  const transcript = episode.hasTranscript ? 'with a transcript' : 'without a transcript'
  io.line(`${episode.episodeId} ${episode.outcome}: ${episode.title}`)
  io.line(
    `${minutes} minutes, ${episode.chapters} chapters, ${transcript}. ${config.BASE_URL}${episodePath(content.site.paths, episode)}`,
  )
  return 0
}

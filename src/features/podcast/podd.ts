/** `podd import` and `podd generate`. */
import type { Services } from '../../app/services.ts'
import { type Io, pathIn } from '../../cli/io.ts'
import { episodePath } from '../../platform/site/paths.ts'
import { counted } from '../../platform/text/counted.ts'
import type { SavedEpisode } from './episode.ts'
import { importEpisode } from './import.ts'
import { speakDay } from './studio.ts'

export const poddImport = async (services: Services, io: Io, dir: string): Promise<number> =>
  printed(io, services, await importEpisode(services, pathIn(io, dir)))

export async function poddGenerate(services: Services, io: Io, date: string | undefined): Promise<number> {
  io.note('Writing, speaking and joining: this takes a minute or two.')
  return printed(io, services, await speakDay(services, date))
}

function printed(io: Io, { config, content }: Services, episode: SavedEpisode): number {
  const minutes = `${Math.floor(episode.durationSeconds / 60)}:${String(Math.round(episode.durationSeconds % 60)).padStart(2, '0')}`
  const transcript = episode.hasTranscript ? 'with a transcript' : 'without a transcript'
  io.line(`${episode.episodeId} ${episode.outcome}: ${episode.title}`)
  io.line(
    `${minutes} minutes, ${counted(episode.chapters, 'chapter')}, ${transcript}. ${config.BASE_URL}${episodePath(content.site.paths, episode)}`,
  )
  return 0
}

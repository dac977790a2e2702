/** `podd import` and `podd generate`. */
import type { Command } from 'commander'
import type { Services } from '../../app/services.ts'
import { type Io, pathIn } from '../../cli/io.ts'
import { episodePath } from '../../domain/site/paths.ts'
import type { RunCommand } from '../../feature.ts'
import type { SavedEpisode } from './episode.ts'
import { importEpisode } from './import.ts'
import { speakDay } from './studio.ts'

export function addCommands(program: Command, run: RunCommand): void {
  const podd = program.command('podd').description('the podcast')
  podd
    .command('import <dir>')
    .description('take in the episode in a folder, or update it; a folder with an error changes nothing')
    .action((dir: string) =>
      run(async (services, io) => printed(io, services, await importEpisode(services, pathIn(io, dir)))),
    )
  podd
    .command('generate')
    .description("speak a day's leading news; needs TTS_PROVIDER and ffmpeg")
    .option('--date <date>', 'the day, as 2026-11-21 (today)')
    .action(({ date }: { date?: string }) =>
      run(async (services, io) => {
        io.note('Writing, speaking and joining: this takes a minute or two.')
        return printed(io, services, await speakDay(services, date))
      }),
    )
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

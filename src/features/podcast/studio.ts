/** Studio of an episode by the settings: voice, writer, show; and what is spoken in it. */

import type { Servers } from '../../app/check-servers.ts'
import type { Services } from '../../app/services.ts'
import { AppError, messageOf } from '../../platform/errors.ts'
import { decodeSpeech, secondsOf } from '../../platform/media/audio/sound.ts'
import { synthesizerFrom } from '../../platform/media/audio/speech.ts'
import { loadPrompt } from '../../platform/models/prompts.ts'
import { dayIn } from '../../platform/time/days.ts'
import type { SavedEpisode } from './episode.ts'
import { type GenerateCtx, generateEpisode } from './generate.ts'
import { listEpisodes } from './queries.ts'
import { createScriptWriter, type ScriptWriter } from './script-writer.ts'

/** Throws `unavailable` when no voice is configured. */
async function openStudio(services: Services): Promise<GenerateCtx> {
  const { database, config, clock, content, log } = services
  const synthesizer = synthesizerFrom(config)
  if (!synthesizer)
    throw new AppError('unavailable', 'TTS_PROVIDER: set it to espeak or openai to give the podcast a voice.')
  return {
    database,
    config,
    clock,
    site: content.site,
    show: content.show,
    languages: content.languages,
    coverPath: content.showCover,
    synthesizer,
    writer: await writerFrom(services),
    reservationOf: services.reservationOf,
    log: (message) => log.warn(message),
  }
}

/** Speaks the news of a day, today by default. Throws `unavailable` without a voice, `not_found` without news. */
export async function speakDay(services: Services, day?: string, signal?: AbortSignal): Promise<SavedEpisode> {
  const today = dayIn(services.clock.now(), services.content.site.timezone)
  return generateEpisode(await openStudio(services), day ?? today, signal)
}

/** Of the demo: an episode of its newest day. One without espeak-ng or ffmpeg has none, and logs the reason. */
export async function speakDemo(services: Services, day: string, signal: AbortSignal): Promise<void> {
  const { database, log } = services
  if ((await listEpisodes(database.db, 1)).length > 0) return
  try {
    const episode = await speakDay(services, day, signal)
    log.info({ episode: episode.episodeId, seconds: Math.round(episode.durationSeconds) }, 'a demo episode was made')
  } catch (error) {
    if (signal.aborted) return
    const missing = error instanceof AppError && error.code === 'unavailable'
    log[missing ? 'info' : 'warn'](`The demo has no episode: ${messageOf(error)}`)
  }
}

async function writerFrom({ models, config, content }: Services): Promise<ScriptWriter | null> {
  if (!models.enrichment) return null
  const { site, show } = content
  const prompt = await loadPrompt(config.CONTENT_DIR, 'podcast', site.language)
  return createScriptWriter({ ...models.enrichment, prompt, site, show })
}

/** Speaks a word and decodes it, so that the operator learns before the first episode what is missing. */
export async function checkVoice({ config, content }: Servers): Promise<string> {
  const synthesizer = synthesizerFrom(config)
  if (!synthesizer) return 'no voice is set (TTS_PROVIDER): episodes can be imported, not generated'
  const speech = await decodeSpeech(await synthesizer.synthesize(content.show.title, content.site.language))
  return `${synthesizer.name} speaks, ffmpeg hears ${secondsOf(speech).toFixed(1)} s`
}

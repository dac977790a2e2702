/** Studio of an episode by the settings: voice, writer, show. */
import { loadPrompt } from '../ai/prompts.ts'
import { AppError } from '../domain/errors.ts'
import { decodeSpeech, secondsOf } from '../media/audio/sound.ts'
import { synthesizerFrom } from '../media/audio/speech.ts'
import type { GenerateCtx } from '../pipeline/podcast/generate.ts'
import { createScriptWriter, type ScriptWriter } from '../pipeline/podcast/script-writer.ts'
import type { Services } from './services.ts'

/** Throws `unavailable` when no voice is configured. */
export async function podcastStudio(services: Services): Promise<GenerateCtx> {
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

async function writerFrom({ models, config, content }: Services): Promise<ScriptWriter | null> {
  if (!models.enrichment) return null
  const { site, show } = content
  const prompt = await loadPrompt(config.CONTENT_DIR, 'podcast', site.language)
  return createScriptWriter({ ...models.enrichment, prompt, site, show })
}

/** Speaks a word and decodes it, so that the operator learns before the first episode what is missing. */
export async function checkVoice({ config, content }: Pick<Services, 'config' | 'content'>): Promise<string> {
  const synthesizer = synthesizerFrom(config)
  if (!synthesizer) return 'no voice is set (TTS_PROVIDER): episodes can be imported, not generated'
  const speech = await decodeSpeech(await synthesizer.synthesize(content.show.title, content.site.language))
  return `${synthesizer.name} speaks, ffmpeg hears ${secondsOf(speech).toFixed(1)} s`
}

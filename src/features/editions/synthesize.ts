/** Speaks the requested editions. The text of an event is spoken once, for all who hear of it. */

import { join } from 'node:path'
import type { Config } from '../../config.ts'
import type { WorkerFrame } from '../../feature.ts'
import type { PodcastShow } from '../../news/editions/rules/show.ts'
import { plainScript } from '../../news/editions/stage/spoken-script.ts'
import { hydrateEvents } from '../../news/events/queries/events.ts'
import type { FeatureStage } from '../../news/stages/context.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Languages } from '../../platform/languages/languages.ts'
import { synthesizerFrom } from '../../platform/media/audio/speech.ts'
import type { ScriptMaterial, SpeechSynthesizer } from '../../platform/models/ports.ts'
import type { Site } from '../../platform/site/site.ts'
import { excerpt } from '../../platform/text/text.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { AudioPart } from './audio-edition.ts'
import {
  listRequestedAudio,
  listSoundsInUse,
  type RequestedEdition,
  reservedAmong,
  saveAudioEdition,
} from './audio-editions.ts'
import { soundOf, sweepSounds } from './sounds.ts'

/** An event as its readers see it. */
interface AudioEvent {
  title: string
  summary: string
  language: string | null
  /** 0 while its text is that of the lead. */
  revision: number
  lead: { id: number; url: string }
  sources: { name: string }[]
  story: { title: string } | null
  entries: { id: number }[]
}

interface SynthesisDeps {
  database: Database
  clock: Clock
  site: Site
  show: PodcastShow
  languages: Languages
  /** Null without a voice. */
  synthesizer: SpeechSynthesizer | null
  /** Of the sounds. */
  folder: string
  readEvents(ids: number[]): Promise<AudioEvent[]>
}

const BATCH = 20
/** Characters of a text that are read aloud, at most. */
const AUDIO_SUMMARY_LENGTH = 420

export const soundsFolder = (dataDir: string): string => join(dataDir, 'media', 'upplast')

const isAudioPending = async ({
  database,
  synthesizer,
}: Pick<SynthesisDeps, 'database' | 'synthesizer'>): Promise<boolean> =>
  synthesizer !== null && (await listRequestedAudio(database, 1)).length > 0

/** Until none waits. Throws `unavailable` without a voice or ffmpeg: what waits is tried again. */
async function synthesizeEditions({ synthesizer, ...parts }: SynthesisDeps): Promise<void> {
  while (synthesizer) {
    const requested = await listRequestedAudio(parts.database, BATCH)
    if (requested.length === 0) return
    for (const edition of requested) await synthesizeEdition({ ...parts, synthesizer }, edition)
  }
}

async function synthesizeEdition(
  deps: SynthesisDeps & { synthesizer: SpeechSynthesizer },
  edition: RequestedEdition,
): Promise<void> {
  const { database, clock, synthesizer, folder } = deps
  const material = await materialOf(deps, edition.eventIds)
  const script = plainScript(edition.day, material, deps)
  const parts: AudioPart[] = []
  if (material.length > 0)
    for (const { lines } of script.segments) parts.push(await soundOf(folder, synthesizer, lines))
  await saveAudioEdition(
    database,
    edition,
    { title: script.title, description: script.description, parts },
    clock.now(),
  )
}

/** Texts of events that may be spoken: none of a publisher that reserves its articles from machines. */
export async function materialOf(
  { database, readEvents }: Pick<SynthesisDeps, 'database' | 'readEvents'>,
  eventIds: number[],
): Promise<ScriptMaterial[]> {
  const events = await readEvents(eventIds)
  const reserved = await reservedAmong(
    database,
    events.map(({ lead }) => lead.id),
  )
  return events
    .filter(({ lead, revision }) => revision > 0 || !reserved.has(lead.id))
    .map((event) => ({
      reported: { articleId: event.lead.id, url: event.lead.url, reservation: null },
      title: event.title,
      summary: excerpt(event.summary, AUDIO_SUMMARY_LENGTH),
      language: event.language,
      sources: event.sources.map(({ name }) => name),
      story: event.story?.title ?? null,
      entryIds: event.entries.map(({ id }) => id),
    }))
}

export function audioStage({ config, clock, content, database }: WorkerFrame): FeatureStage {
  const { site, show, languages } = content
  const deps: SynthesisDeps = {
    database,
    clock,
    site,
    show,
    languages,
    synthesizer: synthesizerFrom(config),
    folder: soundsFolder(config.DATA_DIR),
    readEvents: (ids) => hydrateEvents(database.db, ids, site.language),
  }
  return {
    stage: 'spoken',
    handle: () => synthesizeEditions(deps),
    due: async () => ((await isAudioPending(deps)) ? [''] : []),
  }
}

export const sweepUnusedSounds = async (database: Database, now: Date, { DATA_DIR }: Config): Promise<void> =>
  sweepSounds(soundsFolder(DATA_DIR), await listSoundsInUse(database), now)

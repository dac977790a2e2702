/** Speaks the editions that were asked for. What is said of an event is spoken once, for all who hear of it. */
import { join } from 'node:path'
import type { SpokenPart } from '../../domain/edition/spoken.ts'
import type { PodcastShow } from '../../domain/podcast/show.ts'
import type { ScriptMaterial, Speaker } from '../../domain/ports.ts'
import type { Site } from '../../domain/site/site.ts'
import type { Clock } from '../../domain/time/clock.ts'
import { soundOf } from '../../media/audio/sounds.ts'
import type { Database } from '../../store/database/database.ts'
import { type AskedEdition, listAskedSpoken, saveSpoken } from '../../store/editions/spoken.ts'
import { plainScript } from '../podcast/script.ts'

export interface Speaking {
  database: Database
  clock: Clock
  site: Site
  show: PodcastShow
  speaker: Speaker
  /** Of the sounds. */
  folder: string
  /** What may be said of the events, in their order. */
  materialOf(eventIds: number[]): Promise<ScriptMaterial[]>
}

const BATCH = 20

export const soundsFolder = (dataDir: string): string => join(dataDir, 'media', 'upplast')

/** Until none waits. Throws `unavailable` without a voice or ffmpeg: what waits is tried again. */
export async function speakEditions(parts: Speaking): Promise<void> {
  for (;;) {
    const asked = await listAskedSpoken(parts.database, BATCH)
    if (asked.length === 0) return
    for (const edition of asked) await speakEdition(parts, edition)
  }
}

async function speakEdition(speaking: Speaking, edition: AskedEdition): Promise<void> {
  const { database, clock, show, site, speaker, folder } = speaking
  const material = await speaking.materialOf(edition.eventIds)
  const script = plainScript(edition.day, material, show, site)
  const parts: SpokenPart[] = []
  if (material.length > 0) for (const { lines } of script.segments) parts.push(await soundOf(folder, speaker, lines))
  await saveSpoken(database, edition, { title: script.title, description: script.description, parts }, clock.now())
}

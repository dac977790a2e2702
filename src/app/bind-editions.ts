/** Ties the stages of editions to what is read of events and to the voice. */
import type { Config } from '../config.ts'
import type { Content } from '../content.ts'
import type { ScriptMaterial } from '../domain/ports.ts'
import { excerpt } from '../domain/text/text.ts'
import type { Clock } from '../domain/time/clock.ts'
import { speakerFrom } from '../media/audio/speech.ts'
import type { EditionStages } from '../pipeline/context.ts'
import { prepareEditions } from '../pipeline/editions/prepare.ts'
import { soundsFolder, speakEditions } from '../pipeline/editions/speak.ts'
import { shareEdition } from '../read/edition/shared-edition.ts'
import { hydrateEvents } from '../read/events/events.ts'
import type { Database } from '../store/database/database.ts'
import { areReadersDue } from '../store/editions/edition-emails.ts'
import { listAskedSpoken, reservedAmong } from '../store/editions/spoken.ts'

/** Characters of a text that are read aloud, at most. */
const SPOKEN_SUMMARY = 420

interface Parts {
  config: Config
  clock: Clock
  content: Content
  database: Database
}

export function bindEditions(parts: Parts): EditionStages {
  const { config, clock, content, database } = parts
  const speaker = speakerFrom(config)
  const { site, search, inflection } = content
  const edition = shareEdition({ db: database.db, siteLanguage: site.language, content: search, clock, inflection })
  return {
    areDue: () => areReadersDue(database, clock.now()),
    prepare: () => {
      edition.raise()
      return prepareEditions({ database, clock, editionFor: edition.editionFor })
    },
    areUnspoken: async () => speaker !== null && (await listAskedSpoken(database, 1)).length > 0,
    speak: async () => {
      if (!speaker) return
      const folder = soundsFolder(config.DATA_DIR)
      await speakEditions({ database, clock, site, show: content.show, speaker, folder, materialOf: materialOf(parts) })
    },
  }
}

/** What may be said aloud of events: no text of a publisher that keeps its articles from machines. */
const materialOf =
  ({ content, database }: Parts) =>
  async (eventIds: number[]): Promise<ScriptMaterial[]> => {
    const events = await hydrateEvents(database.db, eventIds, content.site.language)
    const reserved = await reservedAmong(
      database,
      events.map(({ lead }) => lead.id),
    )
    return events
      .filter(({ lead, revision }) => revision > 0 || !reserved.has(lead.id))
      .map((event) => ({
        told: { articleId: event.lead.id, url: event.lead.url, reservation: null },
        title: event.title,
        summary: excerpt(event.summary, SPOKEN_SUMMARY),
        language: event.language,
        sources: event.sources.map(({ name }) => name),
        story: event.story?.title ?? null,
        entryIds: event.entries.map(({ id }) => id),
      }))
  }

/** Ties the stages of editions by mail to what is read of events, the letters' words and the mail server. */
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { createMailer, judgeFailure } from '../accounts/mailer.ts'
import type { Config } from '../config.ts'
import type { Content } from '../content.ts'
import { type Follow, nameOf } from '../domain/edition/profile.ts'
import type { ScriptMaterial } from '../domain/ports.ts'
import { excerpt } from '../domain/text/text.ts'
import type { Clock } from '../domain/time/clock.ts'
import { speakerFrom } from '../media/audio/speech.ts'
import type { EditionStages } from '../pipeline/context.ts'
import { prepareEditions } from '../pipeline/editions/prepare.ts'
import { sendLetters } from '../pipeline/editions/send.ts'
import { soundsFolder, speakEditions } from '../pipeline/editions/speak.ts'
import { nameFollows } from '../read/edition/names.ts'
import { shareEdition } from '../read/edition/shared-edition.ts'
import { hydrateEvents } from '../read/events/events.ts'
import type { EventView } from '../read/events/views.ts'
import type { Database } from '../store/database/database.ts'
import { areLettersWaiting, areReadersDue, type Letter } from '../store/editions/letters.ts'
import { listAskedSpoken, reservedAmong } from '../store/editions/spoken.ts'
import { type ComposedMail, letterWriter } from '../surfaces/mail/edition-mail.ts'

/** Characters of a text that are read aloud, at most. */
const SPOKEN_SUMMARY = 420

interface Parts {
  config: Config
  log: Logger
  clock: Clock
  content: Content
  database: Database
}

export function bindEditions(parts: Parts): EditionStages {
  const { config, log, clock, content, database } = parts
  const speaker = speakerFrom(config)
  const { site, search, inflection } = content
  const edition = shareEdition({ db: database.db, siteLanguage: site.language, content: search, clock, inflection })
  const mailer = createMailer(config, site.name, log, true)
  return {
    areDue: () => areReadersDue(database, clock.now()),
    prepare: () => {
      edition.raise()
      return prepareEditions({ database, clock, editionFor: edition.editionFor })
    },
    areWaiting: () => areLettersWaiting(database, clock.now()),
    send: () => {
      const compose = composer(parts)
      return sendLetters({ database, clock, log, compose, send: mailer.send, judge: judgeFailure })
    },
    areUnspoken: async () => speaker !== null && (await listAskedSpoken(database, 1)).length > 0,
    speak: async () => {
      if (!speaker) return
      const folder = soundsFolder(config.DATA_DIR)
      await speakEditions({ database, clock, site, show: content.show, speaker, folder, materialOf: materialOf(parts) })
    },
    close: () => mailer.close(),
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

/** What one run reads of events and of what is followed is read once for all readers. */
export function composer({
  config,
  content,
  database,
}: Parts): (letters: Letter[]) => Promise<(ComposedMail | null)[]> {
  const { site, messages } = content
  const write = letterWriter({ site, t: messages.t, baseUrl: config.BASE_URL, paths: site.paths })
  const events = remember<number, EventView>(
    (ids) => hydrateEvents(database.db, ids, site.language),
    ({ id }) => id,
  )
  const follows = remember<string, { kind: Follow['kind']; key: string; title: string }>(
    (names) => nameFollows(database.db, names.map(parseName), site),
    ({ kind, key }) => nameOf({ kind, key }),
  )
  return async (letters) => {
    const rows = letters.flatMap((letter) => letter.rows)
    const told = await events(rows.map(({ eventId }) => eventId))
    const known = await follows(rows.flatMap(({ because }) => because.map(nameOf)))
    const names = new Map([...known].map(([name, { title }]) => [name, title]))
    return letters.map((letter) => {
      const shown = letter.rows.flatMap(({ eventId, because }) => {
        const event = told.get(eventId)
        return event ? { event, because } : []
      })
      return write({ ...letter, rows: shown, names })
    })
  }
}

function parseName(name: string): Follow {
  const at = name.indexOf(':')
  return { kind: name.slice(0, at) as Follow['kind'], key: name.slice(at + 1) }
}

/** Loads what it does not know yet; what is not there is asked for once. */
function remember<K extends string | number, V extends object>(
  load: (keys: K[]) => Promise<V[]>,
  keyOf: (value: V) => K,
) {
  const known = new LRUCache<K, V | 'absent'>({ max: 5000 })
  return async (keys: K[]): Promise<Map<K, V>> => {
    const wanted = [...new Set(keys)]
    const unknown = wanted.filter((key) => !known.has(key))
    const found = new Map(unknown.length > 0 ? (await load(unknown)).map((value) => [keyOf(value), value]) : [])
    const entries = wanted.map((key) => [key, known.get(key) ?? found.get(key) ?? 'absent'] as const)
    for (const [key, value] of entries) known.set(key, value)
    return new Map(entries.flatMap(([key, value]) => (value === 'absent' ? [] : [[key, value]])))
  }
}

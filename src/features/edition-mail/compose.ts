/** Writes editions as mail, from what is read of events and of what readers follow. */
import { LRUCache } from 'lru-cache'
import type { Base } from '../../app/base.ts'
import type { Content } from '../../app/content.ts'
import { type Follow, nameOf } from '../../news/accounts/rules/profile.ts'
import { nameFollows } from '../../news/editions/queries/names.ts'
import { hydrateEvents } from '../../news/events/queries/events.ts'
import type { EventView } from '../../news/events/queries/views.ts'
import type { ComposedMail } from '../../surfaces/mail/list-mail.ts'
import type { EditionEmail } from './emails.ts'
import { editionMailWriter } from './write-mail.ts'

type Deps = Pick<Base, 'config' | 'database'> & { content: Content }

/** Events and follows are read once for all readers of one run. */
export function composer({
  config,
  content,
  database,
}: Deps): (emails: EditionEmail[]) => Promise<(ComposedMail | null)[]> {
  const { site, messages } = content
  const write = editionMailWriter({ site, t: messages.t, baseUrl: config.BASE_URL, paths: site.paths })
  const events = memoizeByKey<number, EventView>(
    (ids) => hydrateEvents(database.db, ids, site.language),
    ({ id }) => id,
  )
  const follows = memoizeByKey<string, { kind: Follow['kind']; key: string; title: string }>(
    (names) => nameFollows(database.db, names.map(parseName), site),
    ({ kind, key }) => nameOf({ kind, key }),
  )
  return async (emails) => {
    const rows = emails.flatMap((email) => email.rows)
    const views = await events(rows.map(({ eventId }) => eventId))
    const cached = await follows(rows.flatMap(({ because: matchedFollows }) => matchedFollows.map(nameOf)))
    const names = new Map([...cached].map(([name, { title }]) => [name, title]))
    return emails.map((email) => {
      const shown = email.rows.flatMap(({ eventId, because }) => {
        const event = views.get(eventId)
        return event ? { event, matchedFollows: because } : []
      })
      return write({ ...email, rows: shown, names })
    })
  }
}

function parseName(name: string): Follow {
  const at = name.indexOf(':')
  return { kind: name.slice(0, at) as Follow['kind'], key: name.slice(at + 1) }
}

/** Loads what it does not know yet; what is not there is asked for once. */
function memoizeByKey<K extends string | number, V extends object>(
  load: (keys: K[]) => Promise<V[]>,
  keyOf: (value: V) => K,
) {
  const cached = new LRUCache<K, V | 'absent'>({ max: 5000 })
  return async (keys: K[]): Promise<Map<K, V>> => {
    const wanted = [...new Set(keys)]
    const unknown = wanted.filter((key) => !cached.has(key))
    const found = new Map(unknown.length > 0 ? (await load(unknown)).map((value) => [keyOf(value), value]) : [])
    const entries = wanted.map((key) => [key, cached.get(key) ?? found.get(key) ?? 'absent'] as const)
    for (const [key, value] of entries) cached.set(key, value)
    return new Map(entries.flatMap(([key, value]) => (value === 'absent' ? [] : [[key, value]])))
  }
}

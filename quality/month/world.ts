/** A hundred sources, of which thirty fail, in twelve ways; when each does, and what the operator has to be told of it. */
import type { NoticeKind } from '../../src/news/operator/rules/notices.ts'
import type { Misbehaviour } from '../../tests/support/played/publisher.ts'
import { type Publisher, type RssItem, rssDocument } from '../../tests/support/played/publisher.ts'

export const DAY = 86_400_000
export const start = new Date('2026-11-01T07:00:00Z')
export const SOURCES = 100

export interface Way {
  what: string
  sources: number
  /** From which day to which it goes on. */
  days: [number, number]
  trouble?: Misbehaviour
  /** Writes nothing in those days. */
  silent?: true
  /** Says all of it again in those days, as new. */
  republishes?: true
  /** A page in place of the feed. */
  page?: string
  /** What has to be said, and how many days after the beginning that may be; null for what mends itself. */
  told: { kind: NoticeKind; within: number } | null
}

const login = '<!doctype html><title>Logga in</title><form><input name="password" type="password"></form>'
const status = (code: number, retryAfter?: string): Misbehaviour => ({
  kind: 'status',
  status: code,
  ...(retryAfter && { retryAfter }),
})
const told = (kind: NoticeKind, within: number) => ({ kind, within })

export const ways: Way[] = [
  {
    what: 'a server in pieces for four days',
    sources: 3,
    days: [4, 8],
    trouble: status(500),
    told: told('source_failing', 3),
  },
  { what: 'a server in pieces for ten hours', sources: 3, days: [10, 10.4], trouble: status(500), told: null },
  {
    what: 'a feed that is not found any more',
    sources: 3,
    days: [5, 99],
    trouble: status(404),
    told: told('source_failing', 3),
  },
  {
    what: 'a feed that is gone, says its publisher',
    sources: 3,
    days: [6, 99],
    trouble: status(410),
    told: told('source_gone', 2),
  },
  {
    what: 'a feed that wants a login',
    sources: 2,
    days: [9, 14],
    trouble: status(401),
    told: told('source_wants_login', 2),
  },
  {
    what: 'a login page in place of the feed',
    sources: 3,
    days: [11, 99],
    page: login,
    told: told('source_not_a_feed', 2),
  },
  {
    what: 'bytes that are no document',
    sources: 2,
    days: [12, 15],
    told: told('source_not_a_feed', 2),
    trouble: { kind: 'garbage', bytes: 20_000 },
  },
  {
    what: 'a server that never answers',
    sources: 2,
    days: [0, 99],
    trouble: { kind: 'nonsense' },
    told: told('source_never_answered', 2),
  },
  {
    what: 'a server that is busy for half a day',
    sources: 2,
    days: [13, 13.5],
    trouble: status(429, '21600'),
    told: null,
  },
  { what: 'nothing written any more', sources: 3, days: [7, 99], silent: true, told: told('source_silent', 8) },
  { what: 'a feed that moves for good', sources: 2, days: [15, 99], told: null },
  { what: 'a feed that says all of it again', sources: 2, days: [17, 18], republishes: true, told: null },
]

export interface Source {
  name: string
  way: Way | null
}

/** The thirty first, then those that are well. */
export const sources: Source[] = [
  ...ways.flatMap((way) => Array.from({ length: way.sources }, () => way)),
  ...Array.from({ length: SOURCES - ways.reduce((sum, way) => sum + way.sources, 0) }, () => null),
].map((way, i) => ({ name: `tidning-${i + 1}`, way }))

export const within = ([from, to]: [number, number], day: number): boolean => day >= from && day < to
export const dayOf = (now: Date): number => (now.getTime() - start.getTime()) / DAY

const TEXT =
  'Apple has published a long support document about how the Vision team tests new hardware in Cupertino. ' +
  'The document explains which labs are used, how people are invited and what Bloomberg reporters were told.'

/** Each source is a server of its own to the fetcher, which asks one at a time of each. */
export const addressOf = ({ url }: Publisher, index: number, path: string): string =>
  `http://127.0.1.${index + 1}:${new URL(url).port}${path}`

/** What a source has written by `day`: one article a day, each source at its own hour, ten before the month began. */
function itemsOf(publisher: Publisher, { name, way }: Source, index: number, day: number): RssItem[] {
  const until = way?.silent ? Math.min(day, way.days[0]) : day
  const offset = (index % 24) / 24
  const again = way?.republishes && day >= way.days[0] ? '-igen' : ''
  const items: RssItem[] = []
  for (let n = -10; n + offset <= until; n++) {
    const link = addressOf(publisher, index, `/${name}/artikel/${n + 10}`)
    const date = new Date(start.getTime() + (n + offset) * DAY)
    items.push({
      title: `${name} om labb ${n + 10} i Cupertino`,
      link,
      guid: `${link}${again}`,
      date,
      description: TEXT,
    })
  }
  return items.reverse().slice(0, 15)
}

/** Serves what each source has at `now`, or plays what is wrong with it. */
export function publish(publisher: Publisher, now: Date): void {
  const day = dayOf(now)
  sources.forEach((source, index) => {
    const { name, way } = source
    const path = `/${name}`
    const body = rssDocument(name, itemsOf(publisher, source, index, day))
    const wrong = way !== null && within(way.days, day)
    if (wrong && way.trouble) publisher.misbehave(path, way.trouble)
    else if (wrong && way.page) publisher.serve(path, { body: way.page, type: 'text/html' })
    else if (wrong && way.what === 'a feed that moves for good') {
      publisher.misbehave(path, { kind: 'redirect', to: addressOf(publisher, index, `${path}/ny`), status: 301 })
      publisher.serve(`${path}/ny`, { body })
    } else publisher.serve(path, { body })
  })
}

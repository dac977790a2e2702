/** Cases: one for each event and publisher. A record is made of them alone. Pure. */

import { copiedFrom } from '../../news/events/queries/event-sources.ts'
import type { StoredPoint } from '../../news/events/rules/event-text.ts'

export interface Report {
  id: number
  publisher: string
  creditedPublisher: string | null
  publishedAt: Date | null
  discoveredAt: Date
  /** It was out before its source was read for the first time. */
  early: boolean
  excerpt: string
  tagIds: number[]
}

export interface RecordedEvent {
  id: number
  firstAt: Date
  points: StoredPoint[]
  settlements: { point: StoredPoint; settledBy: string; broughtBy: number[] }[]
  /** In the order of publication. */
  reports: Report[]
}

/** Times are in milliseconds. */
export interface Case {
  event: number
  /** Of the event's first report. */
  at: number
  /** From the date of its first report until it was seen; null without a date. */
  lag: number | null
  /** It has words of its own. */
  original: boolean
  /** Other publishers with words of their own. */
  others: string[]
  /** Those of the others that are dated no later, or have no date. */
  before: string[]
  /** Those of the others that were seen no later. */
  seenBefore: string[]
  /** A report was out before its source was read: the time at which it was seen means nothing. */
  unobserved?: true
  /** Other publishers without words of their own. */
  echoes: string[]
  copyOf: string | null
  /** From the other's report until its own. */
  copyAfter: number | null
  copiedBy: string[]
  disputed: boolean
  settled: 'for' | 'against' | null
  /** From its report until it corrected that itself. */
  correctedAfter: number | null
  tags: number[]
}

/** By publisher. */
export function casesOf(event: RecordedEvent): Map<string, Case> {
  const { reports } = event
  const copies = copiedFrom(reports.map((report) => ({ ...report, original: { summary: report.excerpt } })))
  const sources = [...Map.groupBy(reports, ({ publisher }) => publisher)].map(([publisher, all]) =>
    sourceOf(publisher, all, copies),
  )
  const unobserved = reports.some(({ id, early }) => early && !copies.has(id))
  const tags = [...new Set(reports.flatMap(({ tagIds }) => tagIds))].sort((a, b) => a - b)
  return new Map(
    sources.map((source) => {
      const rest = sources.filter((one) => one !== source)
      const others = rest.filter(({ original }) => original)
      const names = (some: Source[]) => some.map(({ publisher }) => publisher).sort()
      return [
        source.publisher,
        {
          event: event.id,
          at: event.firstAt.getTime(),
          lag: source.lag,
          original: source.original,
          others: names(others),
          before: names(others.filter((other) => !isBefore(source.dated, other.dated))),
          seenBefore: names(others.filter((other) => !isBefore(source.seen, other.seen))),
          ...(unobserved && { unobserved }),
          echoes: names(rest.filter(({ original }) => !original)),
          ...copyOf(source, rest),
          copiedBy: names(rest.filter((one) => one.copyOf === source.publisher)),
          ...disputesOf(event, source),
          tags,
        },
      ]
    }),
  )
}

interface Source {
  publisher: string
  reports: Report[]
  original: boolean
  copyOf: string | null
  lag: number | null
  /** Of its first report in words of its original; null without a date. */
  dated: number | null
  seen: number | null
}

const isBefore = (one: number | null, other: number | null) => one !== null && other !== null && one < other
const timeOf = ({ publishedAt, discoveredAt }: Report) => (publishedAt ?? discoveredAt).getTime()
const earliest = (times: number[]) => (times.length > 0 ? Math.min(...times) : null)

function sourceOf(publisher: string, reports: Report[], copies: Map<number, string>): Source {
  const originals = reports.filter(({ id }) => !copies.has(id))
  const [first] = reports
  const dates = originals.map(({ publishedAt }) => publishedAt?.getTime() ?? null)
  return {
    publisher,
    reports,
    original: originals.length > 0,
    copyOf: originals.length > 0 ? null : (copies.get(first?.id ?? 0) ?? null),
    lag: first?.publishedAt ? first.discoveredAt.getTime() - first.publishedAt.getTime() : null,
    dated: earliest(dates.filter((at) => at !== null)),
    seen: earliest(originals.map(({ discoveredAt }) => discoveredAt.getTime())),
  }
}

function copyOf({ copyOf: from, reports }: Source, rest: Source[]): Pick<Case, 'copyOf' | 'copyAfter'> {
  const original = earliest(rest.find(({ publisher }) => publisher === from)?.reports.map(timeOf) ?? [])
  const copied = earliest(reports.map(timeOf))
  return { copyOf: from, copyAfter: original === null || copied === null ? null : Math.max(0, copied - original) }
}

function disputesOf(
  { points, settlements }: RecordedEvent,
  { reports }: Source,
): Pick<Case, 'disputed' | 'settled' | 'correctedAfter'> {
  const has = (ids: readonly number[]) => reports.some(({ id }) => ids.includes(id))
  const isIn = ({ statements }: StoredPoint) => statements.some(({ articles }) => has(articles))
  const sides = settlements.flatMap(({ point: { statements } }) => {
    const [right, ...wrong] = statements.map(({ articles }) => has(articles))
    return wrong.includes(true) ? ['against' as const] : right ? ['for' as const] : []
  })
  const corrections = settlements.flatMap(({ point, settledBy, broughtBy }) => {
    const wrong = point.statements.slice(1).flatMap(({ articles }) => articles)
    const given = earliest(reports.filter(({ id }) => wrong.includes(id) && !broughtBy.includes(id)).map(timeOf))
    const corrected = earliest(reports.filter(({ id }) => broughtBy.includes(id)).map(timeOf))
    if (settledBy !== 'source' || corrected === null) return []
    return [Math.max(0, corrected - (given ?? corrected))]
  })
  return {
    disputed:
      settlements.some(({ point }) => isIn(point)) || points.some((one) => one.status === 'disputed' && isIn(one)),
    settled: sides.includes('against') ? 'against' : (sides[0] ?? null),
    correctedAfter: earliest(corrections),
  }
}

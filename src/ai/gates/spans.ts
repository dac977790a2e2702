/** What follows from the years and days of a source, and from when it was published: spans, decades, years to come. Pure. */
import { daysFrom } from './dates.ts'
import type { Evidence } from './evidence.ts'
import { quantities } from './quantities.ts'

/** A size in the smallest unit of its kind. */
export interface Amount {
  kind: string
  size: number
}

const LONGEST_SPAN = 60
const YEAR = /(?<![\d.,])(?:19|20)\d\d(?![\d.,]?\d)/g
const DAY = 86_400

/** Years, spans and decades that follow from the years and days of the source, and from when it was published. */
export function timesOf(evidence: Evidence): Amount[] {
  const { text, reading, publishedAt } = evidence
  const written = [...text.matchAll(YEAR)].map(([year]) => Number(year))
  const now = publishedAt?.getUTCFullYear()
  const told = (now === undefined ? [] : reading.dates.nearbyYears).flatMap(({ distance, said }) =>
    said?.test(text) ? [(now as number) + distance] : [],
  )
  const ahead = now === undefined ? [] : yearsIn(evidence).flatMap((count) => [now + count, now - count])
  const years = [...new Set([...written, ...told, ...(now === undefined ? [] : [now])])]
  const spans = new Set(years.flatMap((one) => years.map((other) => one - other)))
  const days = daysFrom(evidence)
  const lengths = new Set(days.flatMap((one) => days.map((other) => one - other)).filter((length) => length > 0))
  return [
    ...(text.search(reading.dates.quarter) >= 0 ? [{ kind: 'months', size: 3 }] : []),
    ...[...told, ...ahead].map((size) => ({ kind: 'year', size })),
    ...written.map((year) => ({ kind: 'decade', size: year - (year % 10) })),
    ...[...spans]
      .filter((span) => span > 0 && span <= LONGEST_SPAN)
      .map((span) => ({ kind: 'months', size: span * 12 })),
    // "1–4 July" are four days.
    ...[...lengths].flatMap((length) => [length, length + 1].map((count) => ({ kind: 'time', size: count * DAY }))),
  ]
}

/** "Two years": a text of 2026 may mean 2028 or 2024. */
function yearsIn({ text, reading }: Evidence): number[] {
  const found = quantities(text, reading, true).filter(({ unit }) => unit?.class === 'months' && unit.factor === 12)
  return found.flatMap(({ values, scale }) =>
    values
      .map((value) => value * scale)
      .filter((value) => Number.isInteger(value) && value > 0 && value <= LONGEST_SPAN),
  )
}

/** Numbers that a source gives without writing them: the years that it calls "last year", spans between years, shares of its counts. Pure. */
import { MULTIPLES } from '../../domain/languages/number-words.ts'
import type { Evidence } from './evidence.ts'
import { SIZES } from './multiples.ts'
import { quantities } from './quantities.ts'
import type { Quantity } from './quantity.ts'
import type { Reading } from './reading.ts'
import { sentences } from './sentences.ts'

const LONGEST_SPAN = 60
const MONTHS_OF_QUARTER = 3
const YEAR = /(?<![\d.,])(?:19|20)\d\d(?![\d.,]?\d)/g
/** "Every third" for 140 of 410. */
const CLOSE = 0.06

/** The years and the numbers of years that follow from when the source was published and the years that it names. */
export function reckonedYears({ text, reading, publishedAt }: Evidence): Quantity[] {
  const unit = { class: 'months', factor: 12, strict: false }
  const written = [...text.matchAll(YEAR)].map(([year]) => Number(year))
  const now = publishedAt?.getUTCFullYear()
  const beside =
    now === undefined
      ? []
      : reading.dates.nearbyYears.flatMap(({ distance, said }) => (said?.test(text) ? [now + distance] : []))
  const ahead = now === undefined ? [] : yearsIn(text, reading).flatMap((count) => [now + count, now - count])
  const known = [...new Set([...written, ...beside, ...(now === undefined ? [] : [now])])]
  const parts = text.search(reading.dates.quarter) >= 0 ? [amount(MONTHS_OF_QUARTER, { ...unit, factor: 1 })] : []
  const spans = new Set(known.flatMap((one) => known.map((other) => one - other)))
  return [
    ...parts,
    ...[...beside, ...ahead].map((year) => amount(year, null)),
    ...[...spans].filter((span) => span > 0 && span <= LONGEST_SPAN).map((span) => amount(span, unit)),
  ]
}

/** "Two years": a text of 2026 may mean 2028 or 2024. */
function yearsIn(text: string, reading: Reading): number[] {
  const found = quantities(text, reading, true).filter(({ unit }) => unit?.class === 'months' && unit.factor === 12)
  return found.flatMap(({ values, scale }) =>
    values
      .map((value) => value * scale)
      .filter((value) => Number.isInteger(value) && value > 0 && value <= LONGEST_SPAN),
  )
}

function amount(value: number, unit: Quantity['unit']): Quantity {
  return { text: String(value), values: [value], literals: [], scale: 1, unit, hedge: null, ordinal: false, parts: [] }
}

/** "Ten percent" of a source that says "a tenth". */
export function isFraction({ unit, values, scale }: Quantity, { text, reading }: Evidence): boolean {
  if (unit?.class !== 'percent' || unit.factor !== 1) return false
  return MULTIPLES.some(
    (name) =>
      reading.multiples[name].said?.test(text) &&
      SIZES[name].some((size) => values.some((value) => Math.abs(value * scale - size * 100) <= CLOSE_FRACTION)),
  )
}

const CLOSE_FRACTION = 0.5

/** A share in words is that of two counts of one sentence: "one in three" of "140 of its 410 employees". */
export function isShareOfCounts(share: Quantity, { text, reading }: Evidence): boolean {
  if (share.unit?.class !== 'percent' || share.parts.length === 0) return false
  return sentences(text, reading.ends).some((sentence) => {
    const counts = quantities(sentence, reading, true).flatMap(({ values, scale, unit, ordinal }) =>
      unit || ordinal ? [] : values.map((value) => value * scale),
    )
    return counts.some((part) =>
      counts.some(
        (whole) =>
          part < whole && share.values.some((value) => Math.abs((part / whole) * 100 - value) <= CLOSE * value),
      ),
    )
  })
}

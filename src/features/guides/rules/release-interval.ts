/** Days since a product was renewed against its median interval: whether to buy now or wait. Pure. */

export interface ReleaseInterval {
  /** Newest release, `YYYY-MM-DD`. */
  latest: string
  /** Days since then. */
  days: number
  /** Days between two releases, the median; null where fewer than two intervals are on record. */
  typical: number | null
  /** Intervals that it is taken from. */
  intervals: number
  /** `early`: in the first half, and half a year at most; `late`: in the last quarter or past it; `unclear` without an interval. */
  advice: 'early' | 'middle' | 'late' | 'unclear'
}

const DAY_MS = 86_400_000
const LATE = 0.75
const EARLY = 0.5
/** A product that is renewed each third year is not new after a year. */
const RECENT_DAYS = 183
/** One interval is no habit. */
const MIN_INTERVALS = 2

const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

/** `dates` newest first, `today` as a day; those of one day are one release, those to come none. Null where there is none. */
export function releaseInterval(dates: readonly string[], today: string): ReleaseInterval | null {
  const past = [...new Set(dates)].filter((date) => date <= today)
  const [latest] = past
  if (latest === undefined) return null
  const gaps = past.slice(1).map((date, at) => daysBetween(date, past[at] as string))
  const typical = gaps.length < MIN_INTERVALS ? null : median(gaps)
  const days = daysBetween(latest, today)
  return { latest, days, typical, intervals: gaps.length, advice: adviceOf(days, typical) }
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(middle) - 1] ?? 0, sorted[Math.floor(middle)] ?? 0]
  return Math.round((low + high) / 2)
}

function adviceOf(days: number, typical: number | null): ReleaseInterval['advice'] {
  if (typical === null) return 'unclear'
  if (days >= typical * LATE) return 'late'
  return days < typical * EARLY && days <= RECENT_DAYS ? 'early' : 'middle'
}

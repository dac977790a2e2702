/** Months, weekdays, seasons and quarters: tables from the language files. */
import type { Language } from '../../domain/languages/language.ts'
import { anyOf, phraseSource } from '../../domain/languages/patterns.ts'

export interface DateWords {
  /** Word → month, 0 for January. */
  months: ReadonlyMap<string, number>
  /** Whole names of months, which need no number beside them. */
  wholeMonths: ReadonlySet<string>
  /** Other words where they are written small. */
  capitalMonths: ReadonlySet<string>
  /** Whole names of weekdays, with the day, 0 for Monday; they may go on ("tisdagen"). */
  weekdays: readonly (readonly [string, number])[]
  /** Abbreviations of weekdays, which count with a capital. */
  shortWeekdays: ReadonlyMap<string, number>
  seasons: Record<Season, { said: RegExp | null; seen: RegExp | null }>
  /** Finds "third quarter", "3. Quartal", "Q3": the ordinal, or the digit. */
  quarter: RegExp
  quarters: ReadonlyMap<string, number>
  /** Words for a day by its distance from that of publication. */
  nearby: readonly { distance: number; said: RegExp | null }[]
  /** Words for a year by its distance from that of publication. */
  nearbyYears: readonly { distance: number; said: RegExp | null }[]
  around: ReadonlySet<string>
  between: ReadonlySet<string>
}
export type Season = 'spring' | 'summer' | 'autumn' | 'winter'

const SHORTEST_WEEKDAY = 5
const NEARBY = [['yesterday', -1] as const, ['today', 0] as const, ['tomorrow', 1] as const]
const NEARBY_YEARS = [['last', -1] as const, ['this', 0] as const, ['next', 1] as const]

/** Seasons are said in the text's own language only: Norwegian "summer" are sums. */
export function buildDateWords(own: readonly Language[], all: readonly Language[]): DateWords {
  const times = all.map(({ time }) => time)
  const numbered = (lists: readonly (readonly string[])[]) =>
    lists.flatMap((words, at) => words.map((word) => [word, at] as const))
  const days = times.flatMap((time) => numbered(time.weekdays))
  const season = (name: Season) => ({
    said: anyOf(own.flatMap(({ time }) => time.seasons[name].said)),
    seen: anyOf(times.flatMap((time) => [...time.seasons[name].said, ...time.seasons[name].seen])),
  })
  return {
    months: new Map(times.toReversed().flatMap((time) => numbered(time.months))),
    wholeMonths: new Set(times.flatMap((time) => time.months.map(([whole]) => whole ?? ''))),
    capitalMonths: new Set(times.flatMap((time) => time.months_with_capital)),
    weekdays: days.filter(([word]) => word.length >= SHORTEST_WEEKDAY),
    shortWeekdays: new Map(days.filter(([word]) => word.length < SHORTEST_WEEKDAY)),
    seasons: { spring: season('spring'), summer: season('summer'), autumn: season('autumn'), winter: season('winter') },
    quarter: quarterPattern(times),
    quarters: new Map(times.toReversed().flatMap((time) => numbered(time.quarters.ordinals))),
    nearby: NEARBY.map(([day, distance]) => ({
      distance,
      said: anyOf(times.flatMap(({ nearby }) => nearby?.[day] ?? [])),
    })),
    nearbyYears: NEARBY_YEARS.map(([year, distance]) => ({
      distance,
      said: anyOf(times.flatMap(({ nearby_years: years }) => years?.[year] ?? [])),
    })),
    around: new Set(times.flatMap((time) => time.around_days)),
    between: new Set(times.flatMap((time) => time.between_days)),
  }
}

function quarterPattern(times: Language['time'][]): RegExp {
  const all = times.map(({ quarters }) => quarters)
  const ordinals = all.flatMap((quarters) => quarters.ordinals.flat()).join('|')
  const between = all.flatMap((quarters) => quarters.between).join('|') || '(?!)'
  const said = all.flatMap((quarters) => quarters.said.map(phraseSource)).join('|') || '(?!)'
  return new RegExp(
    `(?<!\\p{L})(?:(?<ordinal>${ordinals}|[1-4]\\.)[\\s-]+(?:(?:${between}) )?(?:${said})|Q(?<digit>[1-4])(?!\\d))`,
    'giu',
  )
}

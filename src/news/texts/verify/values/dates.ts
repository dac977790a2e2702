/** Finds months, weekdays and dates in a text, as values that compare across languages. Days and years alone are numbers. Pure. */
import type { Language } from '../../../../platform/languages/language.ts'

export interface DateWords {
  /** Name → `month 9` for October, `weekday 1` for Tuesday. */
  months: ReadonlyMap<string, string>
  weekdays: readonly (readonly [string, string])[]
  /** Abbreviations of both. */
  short: ReadonlyMap<string, string>
  /** Names that are other words where they are written small: "may". */
  capital: ReadonlySet<string>
}

export interface DateFound {
  text: string
  value: string
}

export function buildDateWords(all: readonly Language[]): DateWords {
  const named = (kind: string, lists: readonly (readonly string[])[]) =>
    lists.flatMap((names, at) => names.map((name, form) => ({ name, value: `${kind} ${at}`, isFull: form === 0 })))
  const months = all.toReversed().flatMap(({ time }) => named('month', time.months))
  const weekdays = all.flatMap(({ time }) => named('weekday', time.weekdays))
  const entries = (some: typeof months, isFull: boolean) =>
    some.filter((one) => one.isFull === isFull).map(({ name, value }) => [name, value] as const)
  return {
    months: new Map(entries(months, true)),
    weekdays: entries(weekdays, true),
    short: new Map(entries([...months, ...weekdays], false)),
    capital: new Set(all.flatMap(({ time }) => time.months_with_capital)),
  }
}

/** Whole names, which weekdays may carry on ("tisdagens"); `wide`: a source, in which abbreviations count. */
export function findDates(text: string, words: DateWords, wide: boolean): DateFound[] {
  const spelt = [...text.matchAll(/\p{L}+/gu)].flatMap(([word]) => {
    const value = words.capital.has(word) ? undefined : dateValue(word.toLowerCase(), words, wide)
    return value === undefined ? [] : [{ text: word, value }]
  })
  return wide ? [...spelt, ...numeric(text)] : spelt
}

const dateValue = (word: string, { months, weekdays, short }: DateWords, wide: boolean): string | undefined =>
  months.get(word) ??
  months.get(word.replace(/s$/, '')) ??
  weekdays.find(([name]) => word.startsWith(name))?.[1] ??
  (wide ? short.get(word) : undefined)

/** 2026-11-21, 21.11.2026 and 11/21/2026: where the order is not plain, both count. */
function numeric(text: string): DateFound[] {
  const found = [...text.matchAll(/\b(?:\d{4}-(\d{2})-\d{2}|(\d{1,2})[/.-](\d{1,2})[/.-]\d{2,4})\b/g)]
  return found.flatMap(([date, ...months]) =>
    months.flatMap((month) => (month ? { text: date, value: `month ${Number(month) - 1}` } : [])),
  )
}

/** Values that a day of publication supports: its year, month, day and weekday. */
export const dayValues = (day: Date) => ({
  numbers: [day.getUTCFullYear(), day.getUTCDate()].map(String),
  dates: [`month ${day.getUTCMonth()}`, `weekday ${(day.getUTCDay() + 6) % 7}`],
})

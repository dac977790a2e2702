/** New facts of a report of an event: numbers and names that nothing before it contains. Pure. */
import { normalForm } from '../../../platform/text/normal-form.ts'
import { foldSpace } from '../../../platform/text/text.ts'

const NUMBER = /\d+(?:[.,:]\d+)*/g
/** A capital within a sentence: the first word of one, and of a headline in title case, tells nothing. */
const NAME = /(?<=[\p{Ll}\d,;)] )\p{Lu}[\p{L}\p{N}-]{2,}/gu
const YEAR = /^(?:19|20)\d\d$/
/** A day of a month, an hour: what every report has of its own. */
const SMALL = 31

/** The first number or name in `text`, which is in `language`, that none of the `earlier` texts contains, or null. */
export function findNovelty(text: string, language: string | null, earlier: string[]): string | null {
  const before = normalForm(earlier.map(foldSpace).join('\n'))
  const reported = normalForm(foldSpace(text))
  const numbers = new Set(numbersOf(before))
  const number = numbersOf(reported).find((one) => !numbers.has(one) && !isCalendar(one))
  if (number !== undefined) return number
  const words = new Set(before.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
  for (const name of calendarNames(language)) words.add(name)
  return (reported.match(NAME) ?? []).find((name) => !isReported(name.toLowerCase(), words)) ?? null
}

/** "1,500", "1.500" and "1500" are one number. */
const numbersOf = (text: string) =>
  (text.match(NUMBER) ?? []).map((number) => number.replace(/[.,](?=\d{3}(?:\D|$))/g, '').replace(',', '.'))

const isCalendar = (number: string) => YEAR.test(number) || (/^\d+$/.test(number) && Number(number) <= SMALL)

/** Endings and compounds aside: "Klangverks", "Klangverkchefen" and "Klangverk's" are Klangverk. */
const isReported = (name: string, words: Set<string>): boolean =>
  name.split('-').every((part) => words.has(part) || [...words].some((word) => isFormOf(part, word)))

function isFormOf(name: string, word: string): boolean {
  const [short, long] = name.length < word.length ? [name, word] : [word, name]
  return long.startsWith(short) && (short.length >= 5 || long.length - short.length <= 1)
}

/** Days and months, which some languages write with a capital; in lower case. */
function calendarNames(language: string | null): string[] {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language ?? 'en', { ...options, timeZone: 'UTC' })
  const [month, weekday] = [format({ month: 'long' }), format({ weekday: 'long' })]
  const dates = Array.from({ length: 12 }, (_, i) => new Date(Date.UTC(2026, i, i + 1)))
  return dates.flatMap((date) => [month.format(date), weekday.format(date)]).map((name) => name.toLowerCase())
}

/** Gate: months, days, weekdays and seasons of the answer occur in the source. */
import type { DateWords, Season } from './date-words.ts'
import type { Evidence } from './evidence.ts'
import { impliedWeekdays } from './implied-weekdays.ts'
import { type Lexeme, lexemes } from './lexemes.ts'
import { quantities } from './quantities.ts'
import type { Reading } from './reading.ts'

/** Months of each season, 0 for January, generously. */
const SEASON_MONTHS: Record<Season, number[]> = {
  spring: [1, 2, 3, 4, 5],
  summer: [5, 6, 7, 8],
  autumn: [7, 8, 9, 10],
  winter: [10, 11, 0, 1, 2],
}

interface Dates {
  months: Set<number>
  /** "8-21" for 21 September: month is 0-based. */
  days: Set<string>
  weekdays: Set<number>
}

/** The first date that the source does not hold, as a reason, or null. */
export function datesGate(text: string, reading: Reading, evidence: Evidence): string | null {
  const mine = datesOf(text, reading.dates)
  const theirs = datesOf(evidence.text, evidence.reading.dates)
  const theirQuarters = quartersOf(evidence.text, evidence.reading.dates)
  const implied = impliedWeekdays(theirs.days, evidence)
  const inQuarter = (month: number) => theirQuarters.has(Math.floor(month / 3))
  const inSpan = (month: number) => firstMonths(mine, evidence).has(month)
  for (const month of mine.months)
    if (!theirs.months.has(month) && !inQuarter(month) && !inSpan(month))
      return `the month "${monthName(month)}" does not occur in the source`
  for (const day of mine.days) if (!theirs.days.has(day)) return `the date "${spell(day)}" does not occur in the source`
  for (const day of mine.weekdays)
    if (!theirs.weekdays.has(day) && !implied.has(day))
      return `the weekday "${weekdayName(day)}" does not occur in the source`
  const season = unsupportedSeason(text, reading.dates, evidence, theirs)
  if (season) return `the season "${season}" does not occur in the source`
  for (const quarter of quartersOf(text, reading.dates))
    if (!theirQuarters.has(quarter)) return `quarter ${quarter + 1} does not occur in the source`
  return null
}

/** The months of "January to September", where the source says "nine months". */
function firstMonths({ months }: Dates, { text, reading }: Evidence): Set<number> {
  if (!months.has(0)) return new Set()
  const counts = quantities(text, reading, true).filter(({ unit }) => unit?.class === 'months' && unit.factor === 1)
  const last = counts.flatMap(({ values }) => values.map((count) => count - 1)).filter((month) => months.has(month))
  return new Set(last.length > 0 ? [0, ...last] : [])
}

function unsupportedSeason(text: string, words: DateWords, evidence: Evidence, theirs: Dates): string | null {
  for (const season of Object.keys(SEASON_MONTHS) as Season[]) {
    const found = words.seasons[season].said?.exec(text)?.[0]
    if (!found || evidence.reading.dates.seasons[season].seen?.test(evidence.text)) continue
    if (!SEASON_MONTHS[season].some((month) => theirs.months.has(month))) return found
  }
  return null
}

function quartersOf(text: string, { quarter, quarters }: DateWords): Set<number> {
  const found = [...text.matchAll(quarter)].map(({ groups }) => {
    const ordinal = groups?.ordinal ?? ''
    const number = groups?.digit ?? /^[1-4]/.exec(ordinal)?.[0]
    return number ? Number(number) - 1 : (quarters.get(ordinal.toLowerCase()) ?? -1)
  })
  return new Set(found)
}

const dated = (month: number, day: number) => new Date(Date.UTC(2001, month, day))
const nameOf = (at: Date, part: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en', { ...part, timeZone: 'UTC' }).format(at)
const monthName = (month: number) => nameOf(dated(month, 1), { month: 'long' })
// 1 January 2001 was a Monday.
const weekdayName = (day: number) => nameOf(dated(0, day + 1), { weekday: 'long' })
const spell = (day: string) => `${day.split('-')[1]} ${monthName(Number(day.split('-')[0]))}`

function datesOf(text: string, words: DateWords): Dates {
  const tokens = lexemes(text)
  const dates: Dates = { months: new Set(), days: new Set(), weekdays: new Set() }
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'word') continue
    const weekday = weekdayOf(token.text, words)
    if (weekday !== undefined) dates.weekdays.add(weekday)
    const month = monthOf(token.text, tokens[at - 1], tokens.slice(at + 1, at + 3), words)
    if (month === undefined) continue
    dates.months.add(month)
    // Behind "1 February" comes something else.
    const before = daysBeside(tokens, at, -1, words)
    for (const day of before.length > 0 ? before : daysBeside(tokens, at, 1, words)) dates.days.add(`${month}-${day}`)
  }
  numericDates(text, dates)
  return dates
}

const DAY_MS = 86_400_000

/** The days that a source names and that of its publication, as numbers of days; a day without a year is the nearest one. */
export function daysFrom({ text, reading, publishedAt }: Evidence): number[] {
  const published = publishedAt && Math.floor(publishedAt.getTime() / DAY_MS)
  const [year, now] = [publishedAt?.getUTCFullYear() ?? 2001, published ?? 0]
  const named = [...datesOf(text, reading.dates).days].map((day) => {
    const [month = 0, date = 1] = day.split('-').map(Number)
    const nearby = [year - 1, year, year + 1].map((one) => Date.UTC(one, month, date) / DAY_MS)
    return published === null
      ? (nearby[1] as number)
      : nearby.reduce((a, b) => (Math.abs(b - now) < Math.abs(a - now) ? b : a))
  })
  return published === null ? named : [...named, published]
}

/** A sentence without the days of its dates, which count nothing. */
export function withoutDays(sentence: string, { months }: DateWords): string {
  const isMonth = (word: string) => months.has(word.toLowerCase())
  return sentence
    .replace(/(?<![\d.,])(?:\d{1,2}\.?\s?[-–]\s?)?\d{1,2}(?:st|nd|rd|th|\.)?\s+(\p{L}+)/gu, (all, word) =>
      isMonth(word) ? word : all,
    )
    .replace(/(?<!\p{L})(\p{L}+)\s+\d{1,2}(?![\d.,]*\d)/gu, (all, word) => (isMonth(word) ? word : all))
}

function monthOf(word: string, before: Lexeme | undefined, [after, next]: Lexeme[], words: DateWords) {
  const bare = word.replace(/\.$/, '')
  const written = words.months.has(bare.toLowerCase()) ? bare : bare.replace(/['’]?s$/, '')
  const lower = written.toLowerCase()
  if (words.capitalMonths.has(word)) return undefined
  // "före jul." ends a sentence, "Sept. the" and "okt. väntas" do not.
  const isShortened =
    after?.text === '.' && next !== undefined && (/^\p{Lu}/u.test(word) || !/^\p{Lu}/u.test(next.text))
  const besideNumber = before?.kind === 'number' || after?.kind === 'number' || isShortened
  return words.wholeMonths.has(lower) || lower.length > 4 || besideNumber ? words.months.get(lower) : undefined
}

function weekdayOf(word: string, words: DateWords): number | undefined {
  const lower = word.toLowerCase()
  const whole = words.weekdays.find(([name]) => lower.startsWith(name))?.[1]
  const short = /^\p{Lu}\p{Ll}{2,4}\.?$/u.test(word) ? words.shortWeekdays.get(lower.replace(/\.$/, '')) : undefined
  return whole ?? short
}

const isDay = (token: Lexeme | undefined) => token?.kind === 'number' && /^([1-9]|[12]\d|3[01])$/.test(token.text)

/** Days written after the month ("September 9 and 10", `step` 1) or before it ("9–12 september", `step` -1). */
function daysBeside(tokens: Lexeme[], at: number, step: 1 | -1, { around, between }: DateWords): string[] {
  const days: string[] = []
  for (let index = at + step; tokens[index] && Math.abs(index - at) <= 9; index += step) {
    const { text } = tokens[index] as Lexeme
    const lower = text.toLowerCase()
    if (isDay(tokens[index])) days.push(text)
    else if (
      !/^[:.]$/.test(text) &&
      !around.has(lower) &&
      !(days.length > 0 && (/^[-–—,&/]$/.test(text) || between.has(lower)))
    )
      break
  }
  return days
}

/** 2026-11-21, 21.11.2026, 21-11-2026, 11/21/2026 and 21/11: where the order is not plain, both readings count. */
function numericDates(text: string, dates: Dates): void {
  const add = (month: number, day: number) => {
    if (month < 1 || month > 12 || day < 1 || day > 31) return
    dates.months.add(month - 1)
    dates.days.add(`${month - 1}-${day}`)
  }
  for (const [, month, day] of text.matchAll(/\b\d{4}-(\d{2})-(\d{2})\b/g)) add(Number(month), Number(day))
  for (const [, one, two] of text.matchAll(/\b(\d{1,2})[/.-](\d{1,2})(?:[/.]\d{2,4}|-\d{4})\b/g)) {
    add(Number(one), Number(two))
    add(Number(two), Number(one))
  }
  for (const [, one, two] of text.matchAll(/\b(\d{1,2})\/(\d{1,2})\b/g)) {
    add(Number(one), Number(two))
    add(Number(two), Number(one))
  }
}

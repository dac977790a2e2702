/** Dates as feeds write them → instants. What cannot be read is null, never the present moment. */
import { clockTimes } from './clock-times.ts'
import { foldLetters, halvesBehind, monthOf } from './month-names.ts'
import { isAbbreviation, offsetOf } from './zones.ts'

interface DateFields {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  millisecond: number
  /** As written, in lower case; empty where none is. */
  zone: string
}

export interface ReadDate {
  instant: Date | null
  /** An unknown name of a zone: the time is taken for UTC. */
  unknownZone: string | null
}

const MIDNIGHT = { hour: 0, minute: 0, second: 0, millisecond: 0, zone: '' }

/**
 * RFC 822 with its common errors, ISO 8601 in all its shapes, and what else publishers write; UTC where no zone is
 * given.
 */
export function readDate(text: string): ReadDate {
  if (text.length > 200) return { instant: null, unknownZone: null }
  const tidy = tidyUp(text)
  const parts = fromIso(tidy) ?? fromCompact(tidy) ?? fromWords(tidy)
  const local = parts && toLocal(parts)
  if (!local) return { instant: null, unknownZone: null }
  const comments = [...text.matchAll(/[([]!?([^)\]]*)[)\]]/g)].map(([, comment = '']) => comment)
  const zones = parts.zone ? [parts.zone] : comments.filter((comment) => LIKE_A_ZONE.test(comment))
  const offset = zones.flatMap((zone) => offsetIn(zone, local) ?? [])[0]
  const unknownZone = offset === undefined ? (zones[0] ?? null) : null
  return { instant: new Date(local - (offset ?? 0) * 60_000), unknownZone: unknownZone && asWritten(unknownZone, text) }
}

export const parseDate = (text: string): Date | null => readDate(text).instant

/** Comments may say anything else too. */
const LIKE_A_ZONE = /^([A-Z]{2,5}|[A-Z]{3}\d[A-Z]{3}|[A-Za-z_]+\/.*|(GMT|UTC)[+-]\d.*|[+-]\d\d:?\d\d|.* [Tt]ime)$/

/** Also with a word before or behind that belongs to the time: "Uhr MESZ". */
function offsetIn(zone: string, local: number): number | null {
  const words = zone.split(' ')
  return [zone, words[0] ?? '', words.at(-1) ?? ''].reduce<number | null>(
    (found, name) => found ?? offsetOf(name, local),
    null,
  )
}

function asWritten(zone: string, text: string): string {
  const at = foldLetters(text).indexOf(zone)
  return at < 0 ? zone : text.slice(at, at + zone.length)
}

function tidyUp(text: string): string {
  const plain = foldLetters(text)
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\([^)]*\)|\[[^\]]*\]/g, ' ')
  return clockTimes(halvesBehind(plain))
    .replace(/(\d)\s*\p{Lo}\s*(?=\d{1,2}(?!\d*:))/gu, '$1-')
    .replace(/(\d)\s*\p{Lo}/gu, '$1 ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Dates before the web are zeros of some clock. */
const FIRST_YEAR = 1990

/** On the clocks of the zone, as if they showed UTC; null for a day or time that there is not. */
function toLocal({ year, month, day, hour, minute, second, millisecond }: DateFields): number | null {
  if (year < FIRST_YEAR || year > 2200 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null
  if (hour > 24 || (hour === 24 && minute + second > 0) || minute > 59 || second > 60) return null
  return Date.UTC(year, month - 1, day, hour, minute, Math.min(second, 59), millisecond)
}

const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

const TIME = String.raw`(\d{1,2})(?:[:.]?(\d{2})(?:[:.]?(\d{2})(?:[.,:](\d+))?)?)?`
const ZONE = String.raw`\s*([a-z+-].*)?`
const ISO = new RegExp(
  String.raw`^(\d{4})(?:-?w(\d{2})(?:-?(\d))?|-?(\d{3})(?!\d)|-(\d{1,2})(?:-(\d{1,2}))?|(\d{2})(\d{2})?)?(?:(?:[t ]\s*|t?-(?=\d\d:))${TIME}${ZONE}|\s*(z|utc|gmt))?$`,
)

/** Calendar, ordinal and week dates, basic and extended, with or without a time. */
function fromIso(text: string): DateFields | null {
  const found = ISO.exec(
    text.replace(/^[a-z]{3,9},? (?=\d{4}[-/])/, '').replace(/^(\d{4})\/(\d{1,2})\/(\d{1,2})/, '$1-$2-$3'),
  )
  if (!found) return null
  const [, year, week, weekday, ordinal, month, day, basicMonth, basicDay, ...rest] = found
  const time = clock(rest[0], rest[1], rest[2], rest[3], rest[4])
  if (ordinal) return { ...fromDayOfYear(Number(year), Number(ordinal)), ...time }
  if (week) return { ...fromWeek(Number(year), Number(week), Number(weekday ?? 1)), ...time }
  return { year: Number(year), month: Number(month ?? basicMonth ?? 1), day: Number(day ?? basicDay ?? 1), ...time }
}

function fromDayOfYear(year: number, ordinal: number): Pick<DateFields, 'year' | 'month' | 'day'> {
  const date = new Date(Date.UTC(year, 0, ordinal))
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

function fromWeek(year: number, week: number, weekday: number): Pick<DateFields, 'year' | 'month' | 'day'> {
  const fourthWeekday = new Date(Date.UTC(year, 0, 4)).getUTCDay() || 7
  return fromDayOfYear(year, 4 + (week - 1) * 7 + (weekday - fourthWeekday))
}

/** Only digits: seconds or milliseconds since 1970, or a date and time run together; `03-335` is a year and its day. */
function fromCompact(text: string): DateFields | null {
  const run = /^(\d{4})(\d{2})(\d{2})t?(\d{2})(\d{2})(\d{2})?(z)?$/.exec(text)
  if (run && (text.length >= 14 || text.includes('t'))) {
    const time = clock(run[4], run[5], run[6], undefined, undefined)
    return { year: Number(run[1]), month: Number(run[2]), day: Number(run[3]), ...time }
  }
  if (/^\d{9,10}(\.\d+)?$|^\d{13}$/.test(text)) return fromEpoch(Number(text) * (text.length === 13 ? 1 : 1000))
  const short = /^(\d{2})-?(\d{3})$/.exec(text)
  return short ? { ...fromDayOfYear(yearOf(short[1] ?? ''), Number(short[2])), ...MIDNIGHT } : null
}

function fromEpoch(milliseconds: number): DateFields {
  const date = new Date(milliseconds)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    millisecond: date.getUTCMilliseconds(),
    zone: '',
  }
}

/** RFC 822, asctime, and dates with a month's name or with slashes and dots: a day, a time and a zone in any order. */
function fromWords(text: string): DateFields | null {
  const time = /(?:^|[\st,-])(\d{1,2})[:.h](\d{2})(?:[:.](\d{2})(?:[.,]\d+)?)?(?=$|[\s,a-z+-])/.exec(text)
  const before = time ? text.slice(0, time.index) : text
  const after = time ? text.slice(time.index + time[0].length) : ''
  const first = dayOf(before)
  const zone = zoneIn(after, first !== null)
  const date = first ?? dayOf(`${before} ${after.replace(zone, '')}`)
  if (!date || !time) return date && { ...date, ...MIDNIGHT }
  return { ...date, ...clock(time[1], time[2], time[3], undefined, zone) }
}

/** Zone behind a time, without the year; empty where the date follows. */
function zoneIn(after: string, hasDate: boolean): string {
  const zone = after
    .replace(/(^|\s)(19|20)\d\d(?=\s|$)/, ' ')
    .replace(/^[\s,]+/, '')
    .trim()
  const offset = /^[a-z]*\s*[+-]\s?\d[\d:]*/.exec(zone)?.[0]
  if (hasDate || offset) return offset ?? zone
  const words = zone.split(/[^\p{L}]+/u)
  if (!/\d/.test(zone) && !words.some((word) => isName(word) && monthOf(word) > 0)) return zone
  const beforeDate = [/^[^,]+?(?=,|\s\d|$)/, /^[^\s,]+/].map((part) => part.exec(zone)?.[0].trim() ?? '')
  return beforeDate.find((name) => offsetOf(name, 0) !== null) ?? ''
}

function dayOf(text: string): Pick<DateFields, 'year' | 'month' | 'day'> | null {
  const slashed = /(?:^|[^\d])(\d{1,4})([/.-])(\d{1,2})\2(\d{1,4})(?!\d)/.exec(text)
  if (slashed) return fromSlashes(slashed[2] ?? '', slashed[1] ?? '', Number(slashed[3]), slashed[4] ?? '')
  const words = text.match(/\p{L}+|\d+/gu) ?? []
  // The last one, since a weekday may look like a month (French "mar").
  const named = words.findLast((word) => isName(word) && monthOf(word) > 0)
  if (named === undefined) return null
  const numbers = words.filter((word) => /^\d{1,4}$/.test(word))
  const longAt = numbers.findIndex((number) => number.length === 4)
  const year = longAt >= 0 ? numbers[longAt] : numbers[1]
  const day = longAt >= 0 ? numbers.find((_, index) => index !== longAt) : numbers[0]
  if (year === undefined) return null
  return { year: yearOf(year), month: monthOf(named), day: Number(day ?? 1) }
}

const isName = (word: string) => word.length > 2 && !/^\d/.test(word) && !isAbbreviation(word)

/** `31/12/2003` and `12/31/2003` tell themselves apart when they can; else slashes are American, dots European. */
function fromSlashes(
  separator: string,
  first: string,
  second: number,
  third: string,
): Pick<DateFields, 'year' | 'month' | 'day'> {
  if (first.length > 2) return { year: yearOf(first), month: second, day: Number(third) }
  const [year, one] = [yearOf(third), Number(first)]
  const dayFirst = separator !== '/' || one > 12
  return dayFirst && second <= 12 ? { year, month: second, day: one } : { year, month: one, day: second }
}

/** RFC 2822: a year of two digits is in this century up to 49. One of one or three digits, or with zeros before, is none. */
function yearOf(digits: string): number {
  if (digits.length === 2) return Number(digits) + (Number(digits) < 50 ? 2000 : 1900)
  return digits.length === 4 ? Number(digits) : 0
}

type Time = Omit<DateFields, 'year' | 'month' | 'day'>

function clock(hour?: string, minute?: string, second?: string, fraction?: string, zone = ''): Time {
  const millisecond = Math.trunc(Number(`0.${fraction ?? 0}`) * 1000)
  return { hour: Number(hour ?? 0), minute: Number(minute ?? 0), second: Number(second ?? 0), millisecond, zone }
}

/** Dates as feeds write them → instants. What cannot be read is null, never the present moment. */
import { foldLetters, halvesBehind, monthOf } from './month-names.ts'

interface Parts {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  millisecond: number
  /** Minutes east of Greenwich. */
  offset: number
}

const MIDNIGHT = { hour: 0, minute: 0, second: 0, millisecond: 0, offset: 0 }

/** RFC 822 with its usual faults, ISO 8601 in all its shapes, and what else publishers write; UTC where no zone is given. */
export function parseDate(text: string): Date | null {
  if (text.length > 200) return null
  const tidy = tidyUp(text)
  const parts = fromIso(tidy) ?? fromCompact(tidy) ?? fromWords(tidy)
  return parts && toInstant(parts)
}

function tidyUp(text: string): string {
  const plain = foldLetters(text)
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\([^)]*\)|\[[^\]]*\]/g, ' ')
  return halvesBehind(plain)
    .replace(/(\d)\s*\p{Lo}\s*(?=\d{1,2}(?!\d*:))/gu, '$1-')
    .replace(/(\d)\s*\p{Lo}/gu, '$1 ')
    .replace(/\s+/g, ' ')
    .trim()
}

function toInstant(parts: Parts): Date | null {
  const { year, month, day, hour, minute, second, millisecond, offset } = parts
  if (year < 1900 || year > 2200 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null
  if (hour > 24 || (hour === 24 && minute + second > 0) || minute > 59 || second > 60) return null
  if (Math.abs(offset) > 24 * 60) return null
  const leapless = Math.min(second, 59)
  return new Date(Date.UTC(year, month - 1, day, hour, minute - offset, leapless, millisecond))
}

const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

const TIME = String.raw`(\d{1,2})(?:[:.]?(\d{2})(?:[:.]?(\d{2})(?:[.,:](\d+))?)?)?`
const ZONE = String.raw`\s*(?![ap]m\b)([a-z][a-z/_]*|(?:gmt|utc|z)?\s*[+-]\d{1,2}:?\d{0,2})?`
const ISO = new RegExp(
  String.raw`^(\d{4})(?:-?w(\d{2})(?:-?(\d))?|-?(\d{3})(?!\d)|-(\d{1,2})(?:-(\d{1,2}))?|(\d{2})(\d{2})?)?(?:(?:[t ]\s*|t?-(?=\d\d:))${TIME}${ZONE}|\s*(z|utc|gmt))?$`,
)

/** Calendar, ordinal and week dates, basic and extended, with or without a time. */
function fromIso(text: string): Parts | null {
  const found = ISO.exec(
    text.replace(/^[a-z]{3,9},? (?=\d{4}[-/])/, '').replace(/^(\d{4})\/(\d{1,2})\/(\d{1,2})/, '$1-$2-$3'),
  )
  if (!found) return null
  const [, year, week, weekday, ordinal, month, day, basicMonth, basicDay, ...rest] = found
  const time = clock(rest[0], rest[1], rest[2], rest[3], rest[4])
  if (!time) return null
  if (ordinal) return { ...fromDayOfYear(Number(year), Number(ordinal)), ...time }
  if (week) return { ...fromWeek(Number(year), Number(week), Number(weekday ?? 1)), ...time }
  return { year: Number(year), month: Number(month ?? basicMonth ?? 1), day: Number(day ?? basicDay ?? 1), ...time }
}

function fromDayOfYear(year: number, ordinal: number): Pick<Parts, 'year' | 'month' | 'day'> {
  const date = new Date(Date.UTC(year, 0, ordinal))
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

function fromWeek(year: number, week: number, weekday: number): Pick<Parts, 'year' | 'month' | 'day'> {
  const fourthWeekday = new Date(Date.UTC(year, 0, 4)).getUTCDay() || 7
  return fromDayOfYear(year, 4 + (week - 1) * 7 + (weekday - fourthWeekday))
}

/** Only digits: seconds or milliseconds since 1970, or a date and time run together; `03-335` is a year and its day. */
function fromCompact(text: string): Parts | null {
  const run = /^(\d{4})(\d{2})(\d{2})t?(\d{2})(\d{2})(\d{2})?(z)?$/.exec(text)
  if (run && (text.length >= 14 || text.includes('t'))) {
    const time = clock(run[4], run[5], run[6], undefined, undefined)
    return time && { year: Number(run[1]), month: Number(run[2]), day: Number(run[3]), ...time }
  }
  if (/^\d{9,10}(\.\d+)?$|^\d{13}$/.test(text)) return fromEpoch(Number(text) * (text.length === 13 ? 1 : 1000))
  const short = /^(\d{2})-?(\d{3})$/.exec(text)
  return short ? { ...fromDayOfYear(century(Number(short[1])), Number(short[2])), ...MIDNIGHT } : null
}

function fromEpoch(milliseconds: number): Parts {
  const date = new Date(milliseconds)
  return {
    ...{ year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() },
    ...{ hour: date.getUTCHours(), minute: date.getUTCMinutes(), second: date.getUTCSeconds() },
    ...{ millisecond: date.getUTCMilliseconds(), offset: 0 },
  }
}

/** RFC 822, asctime, and dates with a month's name or with slashes and dots: a day, a time and a zone in any order. */
function fromWords(text: string): Parts | null {
  const time =
    /(?:^|[\st,-])(\d{1,2})[:.h](\d{2})(?:[:.](\d{2})(?:[.,]\d+)?)?(?:\s?([ap])\.?m\b\.?)?(?=$|[\s,a-z+-])/.exec(text)
  const before = time ? text.slice(0, time.index) : text
  const after = time ? text.slice(time.index + time[0].length) : ''
  const date = dayOf(`${before} ${after.replace(/[+-]\s?\d[\d:]*/, '')}`)
  if (!date) return null
  const zone = /^\s*,?\s*([a-z][a-z/_]*)?\s*([+-]\s?\d{1,2}:?\d{0,2})?/.exec(after)
  const offset = zone?.[2] ? numericOffset(zone[2]) : namedOffset(zone?.[1] ?? '')
  if (!time) return { ...date, ...MIDNIGHT }
  const parts = clock(time[1], time[2], time[3], undefined, undefined)
  return parts && { ...date, ...parts, hour: halfDay(parts.hour, time[4]), offset }
}

function dayOf(text: string): Pick<Parts, 'year' | 'month' | 'day'> | null {
  const slashed = /(?:^|[^\d])(\d{1,4})([/.-])(\d{1,2})\2(\d{1,4})(?!\d)/.exec(text)
  if (slashed) return fromSlashes(slashed[2] ?? '', Number(slashed[1]), Number(slashed[3]), slashed[4] ?? '')
  const words = text.match(/\p{L}+|\d+/gu) ?? []
  // The last one, since a weekday may look like a month (French "mar").
  const named = words.findLast((word) => isName(word) && monthOf(word) > 0)
  if (named === undefined) return null
  const numbers = words.filter((word) => /^\d{1,4}$/.test(word))
  const longAt = numbers.findIndex((number) => number.length === 4)
  const year = longAt >= 0 ? numbers[longAt] : numbers[1]
  const day = longAt >= 0 ? numbers.find((_, index) => index !== longAt) : numbers[0]
  if (year === undefined) return null
  return { year: century(Number(year)), month: monthOf(named), day: Number(day ?? 1) }
}

const isName = (word: string) => word.length > 2 && !/^\d/.test(word) && !(word in ZONES)

/** `31/12/2003` and `12/31/2003` tell themselves apart when they can; else slashes are American, dots European. */
function fromSlashes(
  mark: string,
  first: number,
  second: number,
  third: string,
): Pick<Parts, 'year' | 'month' | 'day'> {
  if (first > 31) return { year: first, month: second, day: Number(third) }
  const year = century(Number(third))
  const dayFirst = mark !== '/' || first > 12
  return dayFirst && second <= 12 ? { year, month: second, day: first } : { year, month: first, day: second }
}

/** RFC 2822: a year of two digits is in this century up to 49; one of three counts from 1900. */
function century(year: number): number {
  if (year < 50) return 2000 + year
  return year < 1000 ? 1900 + year : year
}

type Time = Omit<Parts, 'year' | 'month' | 'day'>

function clock(hour?: string, minute?: string, second?: string, fraction?: string, zone?: string): Time | null {
  const offset = /\d/.test(zone ?? '') ? numericOffset(zone ?? '') : namedOffset(zone ?? '')
  const millisecond = Math.trunc(Number(`0.${fraction ?? 0}`) * 1000)
  return { hour: Number(hour ?? 0), minute: Number(minute ?? 0), second: Number(second ?? 0), millisecond, offset }
}

function halfDay(hour: number, half: string | undefined): number {
  if (!half || hour > 12) return hour
  return (hour % 12) + (half === 'p' ? 12 : 0)
}

function numericOffset(text: string): number {
  const found = /([+-])\s?(\d{1,2}):?(\d{2})?/.exec(text)
  if (!found) return 0
  const minutes = Number(found[2]) * 60 + Number(found[3] ?? 0)
  return found[1] === '-' ? -minutes : minutes
}

/** Hours east of Greenwich. Names with several meanings take that of RFC 822 or else of Europe. */
const ZONES: Record<string, number> = {
  ...{ gmt: 0, utc: 0 },
  ...{ est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7, akst: -9, akdt: -8, hst: -10, ast: -4 },
  ...{ et: -5, ct: -6, mt: -7, pt: -8, adt: -3, nst: -3.5, ndt: -2.5, brt: -3, art: -3 },
  ...{ wet: 0, west: 1, bst: 1, ist: 5.5, cet: 1, met: 1, mez: 1, cest: 2, mest: 2, mesz: 2, eet: 2, eest: 3 },
  ...{ msk: 3, msd: 4, gst: 4, pkt: 5, wib: 7, hkt: 8, sgt: 8, awst: 8, jst: 9, kst: 9 },
  ...{ acst: 9.5, aest: 10, aedt: 11, nzst: 12, nzdt: 13 },
}

function namedOffset(name: string): number {
  return (ZONES[name.trim()] ?? 0) * 60
}

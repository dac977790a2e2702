/** Calendar days of a time zone: `2026-11-21` and the instants that it begins and ends. */

const DAY_MS = 86_400_000

/** Formatters by time zone: making one takes ten times as long as using it. Feeds may name every zone there is. */
function formatters(locale: string, options: Intl.DateTimeFormatOptions): (timeZone: string) => Intl.DateTimeFormat {
  const made = new Map<string, Intl.DateTimeFormat>()
  return (timeZone) => {
    const format = made.get(timeZone) ?? new Intl.DateTimeFormat(locale, { timeZone, ...options })
    if (made.size < 1000) made.set(timeZone, format)
    return format
  }
}

// Of the locales that write dates as ISO 8601 does.
const calendarOf = formatters('en-CA', { dateStyle: 'short' })

/** The day that `at` falls on. */
export const dayIn = (at: Date, timeZone: string): string => calendarOf(timeZone).format(at)

/** The month that `at` falls in, `2026-11`. */
export const monthIn = (at: Date, timeZone: string): string => dayIn(at, timeZone).slice(0, 7)

export function isDay(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)
  )
}

/** "tisdag 24 november 2026" */
export const formatDay = (day: string, language: string): string =>
  new Intl.DateTimeFormat(language, { timeZone: 'UTC', dateStyle: 'full' }).format(new Date(day))

/** First instant of the day and of the one after it; a day may last 23 or 25 hours. */
export function daySpan(day: string, timeZone: string): { from: Date; until: Date } {
  const next = new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)
  return { from: instantOf(day, 0, timeZone), until: instantOf(next, 0, timeZone) }
}

/**
 * The instant at which clocks of the zone show so many minutes after midnight: of two such instants the first. A time that
 * clocks skip is taken as long after the gap as it lies in it, so that a day without a midnight begins right after the gap.
 */
export function instantOf(day: string, minutes: number, timeZone: string): Date {
  const utc = Date.parse(day) + minutes * 60_000
  const [before, after] = [utc - DAY_MS, utc + DAY_MS].map((at) => offsetAt(at, timeZone)) as [number, number]
  const shown = [utc - before, utc - after].find((at) => at + offsetAt(at, timeZone) === utc)
  return new Date(shown ?? utc - before)
}

const clockOf = formatters('en-US', { timeZoneName: 'longOffset' })

/** Milliseconds that clocks of the zone are ahead of UTC. Throws RangeError for an unknown zone. */
export function offsetAt(instant: number, timeZone: string): number {
  const parts = clockOf(timeZone).formatToParts(instant)
  const found = /GMT([+-])(\d{2}):(\d{2})/.exec(parts.find((part) => part.type === 'timeZoneName')?.value ?? '')
  if (!found) return 0
  return (found[1] === '-' ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3])) * 60_000
}

/** The last `count` calendar days, today as the last. */
export function lastDays(now: Date, timeZone: string, count: number): string[] {
  const today = Date.parse(dayIn(now, timeZone))
  return Array.from({ length: count }, (_, i) => new Date(today - (count - 1 - i) * DAY_MS).toISOString().slice(0, 10))
}

/** The instant at which the month of `now` began in a time zone. */
export const monthStart = (now: Date, timeZone: string): Date => daySpan(`${monthIn(now, timeZone)}-01`, timeZone).from

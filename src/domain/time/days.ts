/** Calendar days of a time zone: `2026-11-21` and the instants that it begins and ends. */

/** The day that `at` falls on. */
export function dayIn(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at)
}

export function isDay(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)
  )
}

/** First instant of the day and of the one after it; a day may last 23 or 25 hours. */
export function daySpan(day: string, timeZone: string): { from: Date; until: Date } {
  const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
  return { from: instantOf(day, 0, timeZone), until: instantOf(next, 0, timeZone) }
}

/** When clocks of the zone show so many minutes after midnight; an hour that a day leaps over is taken after the leap. */
export function instantOf(day: string, minutes: number, timeZone: string): Date {
  const utc = Date.parse(day) + minutes * 60_000
  const guess = utc - offsetAt(utc, timeZone)
  return new Date(utc - offsetAt(guess, timeZone))
}

const offsets = new Map<string, Intl.DateTimeFormat>()

/** Milliseconds that clocks of the zone are ahead of UTC. Throws RangeError for an unknown zone. */
export function offsetAt(instant: number, timeZone: string): number {
  const known = offsets.get(timeZone)
  const format = known ?? new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  // Feeds may name every zone there is; making a formatter takes ten times as long as using it.
  if (!known && offsets.size < 1000) offsets.set(timeZone, format)
  const parts = format.formatToParts(instant)
  const found = /GMT([+-])(\d{2}):(\d{2})/.exec(parts.find((part) => part.type === 'timeZoneName')?.value ?? '')
  if (!found) return 0
  return (found[1] === '-' ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3])) * 60_000
}

/** The instant at which the month of `now` began in a time zone. */
export function monthStart(now: Date, timezone: string): Date {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone: timezone, year: 'numeric', month: '2-digit' }).format(now)
  const utc = new Date(`${parts}-01T00:00:00Z`)
  const offset = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' })
    .formatToParts(utc)
    .find((part) => part.type === 'timeZoneName')?.value
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d+):(\d+)/.exec(offset ?? '') ?? []
  return new Date(utc.getTime() - (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000)
}

/** Hours of a reader's day in which nothing is sent. Pure. */

import { dayIn, instantOf } from './days.ts'
import { formatClock, parseClock, timeZones } from './times-of-day.ts'

export interface QuietHours {
  /** Minutes after midnight; where `until` is not later the night lies between. */
  from: number
  until: number
}

export interface QuietTime extends QuietHours {
  /** As the time zone database names it. */
  timezone: string
}

const DAY_MS = 86_400_000

/** End of the quiet hours that an instant falls in; null outside of them. */
export function quietUntil(at: Date, { timezone, from, until }: QuietTime): Date | null {
  const today = Date.parse(dayIn(at, timezone))
  for (const start of [today - DAY_MS, today]) {
    const end = until > from ? start : start + DAY_MS
    const ends = instantOf(dayOf(end), until, timezone)
    if (instantOf(dayOf(start), from, timezone) <= at && at < ends) return ends
  }
  return null
}

const dayOf = (day: number) => new Date(day).toISOString().slice(0, 10)

/** Null for invalid hours: an unknown zone, an invalid time, a complete day. */
export function checkQuietTime(quiet: QuietTime): QuietTime | null {
  const isTime = (minutes: number) => Number.isInteger(minutes) && minutes >= 0 && minutes < 24 * 60
  const { timezone, from, until } = quiet
  return timeZones().includes(timezone) && isTime(from) && isTime(until) && from !== until ? quiet : null
}

/** Hours as "22:00-07:00"; null for what are none. */
export function parseQuietHours(text: string): QuietHours | null {
  const [from = null, until = null, more] = text.split(/[-–]/).map((time) => parseClock(time.trim()))
  return from === null || until === null || from === until || more !== undefined ? null : { from, until }
}

export const formatQuietHours = ({ from, until }: QuietHours): string => `${formatClock(from)}–${formatClock(until)}`

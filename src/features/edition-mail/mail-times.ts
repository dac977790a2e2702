/** Times at which a reader requests their edition by mail. Pure. */
import { dayIn, instantOf } from '../../platform/time/days.ts'
import { timeZones } from '../../platform/time/times-of-day.ts'

export type EditionName = 'morning' | 'evening'

export interface MailTimes {
  /** As the time zone database names it. */
  timezone: string
  /** Minutes after midnight; null for none. */
  morning: number | null
  evening: number | null
  /** 1 is Monday, 7 Sunday. */
  days: number[]
}

export interface PlannedEdition {
  edition: EditionName
  /** By the reader's calendar. */
  day: string
  at: Date
}

const DAY_MS = 86_400_000

/** The first edition after an instant; null for who wants none. */
export function nextEdition(times: MailTimes, after: Date): PlannedEdition | null {
  if (times.morning === null && times.evening === null) return null
  const today = Date.parse(dayIn(after, times.timezone))
  for (let ahead = 0; ahead <= 8; ahead++) {
    const day = new Date(today + ahead * DAY_MS).toISOString().slice(0, 10)
    if (!times.days.includes(weekday(day))) continue
    const next = editionsOf(times, day).find(({ at }) => at > after)
    if (next) return next
  }
  return null
}

const weekday = (day: string) => new Date(day).getUTCDay() || 7

function editionsOf(times: MailTimes, day: string): PlannedEdition[] {
  return (['morning', 'evening'] as const)
    .flatMap((edition) => {
      const minutes = times[edition]
      return minutes === null ? [] : { edition, day, at: instantOf(day, minutes, times.timezone) }
    })
    .sort((a, b) => a.at.getTime() - b.at.getTime())
}

/** Null for impossible times: an unknown zone, an invalid day, no day or no edition at all. */
export function checkTimes({ timezone, morning, evening, days }: MailTimes): MailTimes | null {
  const selected = [1, 2, 3, 4, 5, 6, 7].filter((day) => days.includes(day))
  if (!timeZones().includes(timezone) || selected.length === 0 || selected.length !== new Set(days).size) return null
  return morning === null && evening === null ? null : { timezone, morning, evening, days: selected }
}

/** An edition email is due for so long: after that its edition is left out, and the next one has its events. */
export const LATE_MS = 4 * 3_600_000

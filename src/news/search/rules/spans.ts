/** Stretches of time that readers name: "2026-11", "the weekend". Days are those of the site's time zone. */
import { dayIn, daySpan, isDay } from '../../../platform/time/days.ts'
import type { Period } from './search-content.ts'

/** From an instant until before another; null where that side is open. */
export interface Span {
  from: Date | null
  until: Date | null
}

const DAY = 86_400_000
const DAYS_BACK = { week: 7, month: 30, year: 365 } as const

/** The day, month or year that an ISO 8601 date names; null for anything else. */
export function spanOf(date: string, timezone: string): { from: Date } | null {
  const [, year = '', month = '01', day = '01'] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(date) ?? []
  const first = `${year}-${month}-${day}`
  return isDay(first) && Number(year) >= 1970 ? { from: daySpan(first, timezone).from } : null
}

export function spanOfPeriod(period: Period, now: Date, timezone: string): Span & { from: Date } {
  const today = dayIn(now, timezone)
  const daysAgo = (days: number) => daySpan(dayBefore(today, days), timezone)
  if (period === 'today') return { from: daysAgo(0).from, until: null }
  if (period === 'yesterday') return daysAgo(1)
  if (period === 'last_week' || period === 'last_month' || period === 'last_year') {
    const [first, next] = lastCalendar(period, today)
    return { from: daySpan(first, timezone).from, until: daySpan(next, timezone).from }
  }
  if (period !== 'weekend') return { from: daysAgo(DAYS_BACK[period]).from, until: null }
  const sinceSaturday = (new Date(today).getUTCDay() + 1) % 7
  const saturday = dayBefore(today, sinceSaturday)
  return { from: daySpan(saturday, timezone).from, until: daySpan(dayBefore(saturday, -1), timezone).until }
}

/** The first day of the calendar week (from Monday), month or year before that of `today`, and the first day after it. */
function lastCalendar(period: 'last_week' | 'last_month' | 'last_year', today: string): [string, string] {
  const year = Number(today.slice(0, 4))
  if (period === 'last_year') return [`${year - 1}-01-01`, `${year}-01-01`]
  const firstOfMonth = `${today.slice(0, 7)}-01`
  if (period === 'last_month') return [`${dayBefore(firstOfMonth, 1).slice(0, 7)}-01`, firstOfMonth]
  const monday = dayBefore(today, (new Date(today).getUTCDay() + 6) % 7)
  return [dayBefore(monday, 7), monday]
}

const dayBefore = (day: string, days: number) => new Date(Date.parse(day) - days * DAY).toISOString().slice(0, 10)

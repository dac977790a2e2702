/** Dates, times and lengths as people read them. */

import type { Site } from '../site/site.ts'
import { dayIn } from '../time/days.ts'
import { relativeTime } from '../time/relative-time.ts'
import { type Html, html } from './html.ts'
import type { PageContext } from './page.ts'

type Where = Pick<Site, 'language' | 'timezone'>

/** A page, or what else has a time of its own. */
interface OnPage {
  site: Where
  now: Date
}

const formats = new Map<string, Intl.DateTimeFormat>()

function format(site: Where, name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${site.language} ${site.timezone} ${name}`
  const existing = formats.get(key)
  if (existing) return existing
  const made = new Intl.DateTimeFormat(site.language, { timeZone: site.timezone, ...options })
  formats.set(key, made)
  return made
}

/** Swedish newspapers write "10.11"; CLDR has "10:11". */
const withStop = (text: string, { language }: Pick<Where, 'language'>): string =>
  /^sv\b/i.test(language) ? text.replace(/(?<=\d):(?=\d)/, '.') : text

/** "lördag 21 november 2026 kl. 10.11" */
export const exactTime = (at: Date, site: Where): string =>
  withStop(format(site, 'exact', { dateStyle: 'full', timeStyle: 'short' }).format(at), site)

/** "21 november 2026" */
export const longDate = (at: Date, site: Where): string => format(site, 'date', { dateStyle: 'long' }).format(at)

/** "30 oktober–25 november 2026", and one date of a single day. */
export const dateSpan = (from: Date, to: Date, site: Where): string =>
  format(site, 'date', { dateStyle: 'long' }).formatRange(from, to)

const isYearOf = (at: Date, { timezone }: Where, now: Date): boolean =>
  dayIn(at, timezone).slice(0, 4) === dayIn(now, timezone).slice(0, 4)

/** "lördag 21 november"; with its year where that is not the page's. */
export function dayName(at: Date, { site, now }: OnPage): string {
  const day = { weekday: 'long', day: 'numeric', month: 'long' } as const
  if (isYearOf(at, site, now)) return format(site, 'day', day).format(at)
  return format(site, 'day-and-year', { ...day, year: 'numeric' }).format(at)
}

/** "3 oktober"; with its year where that is not the page's. */
export function dateOf(at: Date, { site, now }: OnPage): string {
  if (!isYearOf(at, site, now)) return longDate(at, site)
  return format(site, 'day-and-month', { day: 'numeric', month: 'long' }).format(at)
}

/** "november 2026", of YYYY-MM. */
export const monthName = (month: string, site: Pick<Where, 'language'>): string =>
  format({ ...site, timezone: 'UTC' }, 'month', { month: 'long', year: 'numeric' }).format(new Date(`${month}-01`))

/** "21 nov."; with its year where that is not the page's. */
export function shortDate(at: Date, { site, now }: OnPage): string {
  if (isYearOf(at, site, now)) return shortDay(at, site)
  return format(site, 'short-and-year', { day: 'numeric', month: 'short', year: 'numeric' }).format(at)
}

/** "21 nov." */
export const shortDay = (at: Date, site: Where): string =>
  format(site, 'short', { day: 'numeric', month: 'short' }).format(at)

/** Of YYYY-MM-DD, which is the same day in every time zone. */
export const calendarDate = (day: string, site: Pick<Where, 'language'>, write = longDate): string =>
  write(new Date(day), { language: site.language, timezone: 'UTC' })

/** "45 dygn", "14 månader", "3 år". */
export function daySpan(days: number, { language }: Pick<Where, 'language'>): string {
  const [amount, unit] = inUnit(days, Math.round)
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(amount)
}

/** "i dag", "för 45 dagar sedan", "för 14 månader sedan": full units, as an age has them. */
export function daysAgo(days: number, { language }: Pick<Where, 'language'>): string {
  const [amount, unit] = inUnit(days, Math.floor)
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-amount, unit)
}

/** The largest unit of which there are two or more; two years by the calendar are two. */
function inUnit(days: number, round: (amount: number) => number): [number, 'day' | 'month' | 'year'] {
  if (days < 61) return [days, 'day']
  return days < 730 ? [round(days / 30.4), 'month'] : [round(days / 365), 'year']
}

/** "10.11" */
export const clockTime = (at: Date, site: Where): string =>
  withStop(format(site, 'clock', { timeStyle: 'short' }).format(at), site)

/** "20.40"; on another day than the page's "21 nov. 20.40", which stays true on a page that is kept. */
export function clockAndDay(at: Date, page: OnPage): string {
  const { site, now } = page
  const time = clockTime(at, site)
  return dayIn(at, site.timezone) === dayIn(now, site.timezone) ? time : `${shortDate(at, page)} ${time}`
}

/** `<time>` with words that the browser's script keeps right, and the exact instant on hover. */
export function timeAgo(at: Date, page: Pick<PageContext, 'site' | 'now'>): Html {
  const label = relativeTime(at, page.now, page.site.language, page.site.timezone)
  return html`<time datetime="${at.toISOString()}" title="${exactTime(at, page.site)}" data-ago>${label}</time>`
}

/** `<time>` with a calendar date. */
export function timeOn(at: Date, page: Pick<PageContext, 'site'>, label = longDate(at, page.site)): Html {
  return html`<time datetime="${at.toISOString()}" title="${exactTime(at, page.site)}">${label}</time>`
}

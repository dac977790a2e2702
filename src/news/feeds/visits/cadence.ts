/** Update frequency of a feed, from its articles' times and its publisher's declaration. Pure; minutes. */

import { sortTime } from '../../articles/rules/material-change.ts'
import type { Changes } from '../../articles/writes/articles.ts'

const MINUTE = 60_000
const DAY = 24 * 60
const WINDOW = 7 * DAY
/** Visits per usual gap: an article waits a twelfth of a gap on average. */
const FETCHES_PER_GAP = 6
const UNKNOWN = 60
const LATEST_GAPS = 30

/** A sixth of the mean gap of the last 7 days; an hour for a feed of which nothing is known. Not yet clamped. */
export function baseIntervalMinutes(times: Date[], now: Date): number {
  if (times.length === 0) return UNKNOWN
  const ages = times.map((time) => (now.getTime() - time.getTime()) / MINUTE)
  const recent = ages.filter((age) => age <= WINDOW)
  // With recent articles alone, the feed's memory is shorter than the window.
  const span = recent.length === ages.length ? Math.max(...ages, DAY) : WINDOW
  return recent.length === 0 ? DAY : span / recent.length / FETCHES_PER_GAP
}

/** The median gap between articles, and the longest among the latest; null with fewer than three of them. */
export function gapsOf(times: Date[]): { common: number; max: number } | null {
  if (times.length < 3) return null
  const sorted = times.map((time) => time.getTime()).sort((a, b) => b - a)
  const gaps = sorted.slice(1).map((time, at) => ((sorted[at] ?? time) - time) / MINUTE)
  const max = Math.max(...gaps.slice(0, LATEST_GAPS))
  const common = gaps.sort((a, b) => a - b)[gaps.length >> 1] ?? 0
  return { common: Math.round(common), max: Math.round(max) }
}

/** The longest of the waits that the publisher asks for; 0 where it asks for none. */
export function publisherMinutes(headers: Record<string, string>, ttlMinutes: number | null, now: Date): number {
  return Math.max(ttlMinutes ?? 0, freshMinutes(headers, now), 0)
}

/** RFC 9111, 4.2: `max-age` counts from the response's `Age`; `Expires` only without it. */
function freshMinutes(headers: Record<string, string>, now: Date): number {
  const control = headers['cache-control'] ?? ''
  if (/\bno-(cache|store)\b/i.test(control)) return 0
  const maxAge = /(?:^|[\s,])max-age\s*=\s*"?(\d{1,10})/i.exec(control)?.[1]
  if (maxAge !== undefined) return (Number(maxAge) - seconds(headers.age)) / 60
  const expires = httpDate(headers.expires)
  return expires === null ? 0 : (expires - (httpDate(headers.date) ?? now.getTime())) / MINUTE
}

const seconds = (text = '') => (/^\d{1,10}$/.test(text.trim()) ? Number(text) : 0)

/** Milliseconds since 1970, or null; `Expires: 0` is no date and means "already". */
function httpDate(text: string | undefined): number | null {
  if (text === undefined || !/[a-z]/i.test(text)) return null
  const time = Date.parse(text)
  return Number.isNaN(time) ? null : time
}

/** Publication of the newest articles, with those that arrive now: at most 100, newest first. */
export function newestTimes(changes: Changes | null, existing: Date[], now: Date): Date[] {
  const arriving = (changes?.arrivals ?? []).map(({ candidate }) => sortTime(candidate.item.publishedAt, now))
  return [...arriving, ...existing].sort((a, b) => b.getTime() - a.getTime()).slice(0, 100)
}

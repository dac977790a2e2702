/** Words and groups of time in every language and in zones with every kind of day: at midnight, at turns of weeks, months and years, and as clocks change. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { html } from '../../../platform/html/html.ts'
import { clockTime, dayName, longDate } from '../../../platform/html/times.ts'
import { LANGUAGES } from '../../../platform/languages/codes.ts'
import { dayIn } from '../../../platform/time/days.ts'
import { relativeTime } from '../../../platform/time/relative-time.ts'
import type { SitePage } from '../page.ts'
import { dayChart } from './day-chart.ts'
import { byDay } from './items.ts'

/** An instant as UTC and as clocks of a zone show it, from the rules of the zone. */
const MOMENTS: [zone: string, utc: string, local: string][] = [
  ['Europe/Stockholm', '2026-11-20T22:59:59Z', '2026-11-20 23:59'],
  ['Europe/Stockholm', '2026-11-20T23:00:00Z', '2026-11-21 00:00'],
  ['Europe/Stockholm', '2026-11-22T23:00:00Z', '2026-11-23 00:00'],
  ['Europe/Stockholm', '2026-11-30T22:59:59Z', '2026-11-30 23:59'],
  ['Europe/Stockholm', '2026-12-31T23:00:00Z', '2027-01-01 00:00'],
  ['Europe/Stockholm', '2026-03-29T01:00:00Z', '2026-03-29 03:00'],
  ['Europe/Stockholm', '2026-10-25T00:30:00Z', '2026-10-25 02:30'],
  ['Europe/Stockholm', '2026-10-25T01:30:00Z', '2026-10-25 02:30'],
  ['America/New_York', '2026-11-02T04:59:59Z', '2026-11-01 23:59'],
  ['America/New_York', '2026-03-08T07:00:00Z', '2026-03-08 03:00'],
  ['America/Santiago', '2026-09-06T03:59:59Z', '2026-09-05 23:59'],
  ['America/Santiago', '2026-09-06T04:00:00Z', '2026-09-06 01:00'],
  ['Pacific/Auckland', '2026-01-01T11:00:00Z', '2026-01-02 00:00'],
  ['Pacific/Auckland', '2026-07-01T11:59:59Z', '2026-07-01 23:59'],
  ['Pacific/Kiritimati', '2026-12-31T10:00:00Z', '2027-01-01 00:00'],
  ['Pacific/Pago_Pago', '2027-01-01T10:59:59Z', '2026-12-31 23:59'],
  ['Asia/Kathmandu', '2026-11-20T18:15:00Z', '2026-11-21 00:00'],
  ['Asia/Kolkata', '2026-11-20T18:29:59Z', '2026-11-20 23:59'],
  ['UTC', '2026-02-28T23:59:59Z', '2026-02-28 23:59'],
]
const ZONES = [...new Set(MOMENTS.map(([zone]) => zone))]
const pageIn = (language: string, timezone: string, now = '2026-11-21T12:00:00Z') =>
  ({
    site: { language, timezone },
    now: new Date(now),
    t: (key: string, values: object) => `${key} ${JSON.stringify(values)}`,
  }) as unknown as SitePage
/** As CLDR names a day, whatever the zone. */
const named = (language: string, day: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(new Date(day))

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

describe.each(LANGUAGES)('in %s', (language) => {
  it.each(MOMENTS)('%s: %s is %s', (timezone, utc, local) => {
    const [day = '', clock = ''] = local.split(' ')
    const at = new Date(utc)
    const page = pageIn(language, timezone)
    const isThisYear = day.startsWith('2026')
    const year = isThisYear ? {} : ({ year: 'numeric' } as const)
    expect([
      dayIn(at, page.site.timezone),
      dayName(at, page),
      longDate(at, page.site),
      clockTime(at, page.site),
    ]).toEqual([
      day,
      named(language, day, { weekday: 'long', day: 'numeric', month: 'long', ...year }),
      named(language, day, { dateStyle: 'long' }),
      // Swedish newspapers write it with a full stop.
      language === 'sv' ? clock.replace(':', '.') : named(language, `${day}T${clock}Z`, { timeStyle: 'short' }),
    ])
  })

  it('a calendar date is that date in every zone', () => {
    const day = '2026-11-21'
    for (const zone of ZONES) {
      const chart = String(
        dayChart(pageIn(language, zone), [
          { day, articles: 3 },
          { day: '2026-11-22', articles: 1 },
        ]),
      )
      expect([zone, chart]).toEqual([
        zone,
        expect.stringContaining(named(language, day, { day: 'numeric', month: 'short' })),
      ])
    }
  })
})

it.each(ZONES)('lists in %s hold each item under its own day, once a day', (zone) => {
  const items = MOMENTS.map(([, utc]) => new Date(utc)).sort((a, b) => b.getTime() - a.getTime())
  const page = pageIn('sv', zone)
  const days = byDay(
    page,
    2,
    items,
    (at) => at,
    (at) => html`<i>${at.toISOString()}</i>`,
  ).map(String)
  const names = days.map((day) => /day-name">([^<]+)/.exec(day)?.[1])
  expect(new Set(names).size).toBe(days.length)
  for (const [at, day] of days.entries())
    for (const [, utc = ''] of day.matchAll(/<i>([^<]+)/g)) expect(dayName(new Date(utc), page)).toBe(names[at])
  expect(days.join('').match(/<i>/g)).toHaveLength(items.length)
})

/** Between two moments of Stockholm's clocks: the number and its unit. */
const AGO: [at: string, now: string, amount: number, unit: Intl.RelativeTimeFormatUnit][] = [
  ['2026-11-21T12:00:00Z', '2026-11-21T12:00:59Z', -59, 'second'],
  ['2026-11-21T12:00:00Z', '2026-11-21T12:01:00Z', -1, 'minute'],
  ['2026-11-20T22:30:00Z', '2026-11-20T23:15:00Z', -45, 'minute'],
  ['2026-11-20T12:00:01Z', '2026-11-21T12:00:00Z', -23, 'hour'],
  ['2026-11-20T12:00:00Z', '2026-11-21T12:00:00Z', -1, 'day'],
  ['2026-11-19T23:30:00Z', '2026-11-21T08:00:00Z', -1, 'day'],
  ['2026-11-19T22:30:00Z', '2026-11-21T08:00:00Z', -2, 'day'],
  ['2026-03-28T10:00:00Z', '2026-03-29T10:00:00Z', -1, 'day'],
  ['2026-10-24T22:10:00Z', '2026-10-25T22:30:00Z', 0, 'day'],
  ['2026-11-08T12:00:00Z', '2026-11-21T12:00:00Z', -13, 'day'],
  ['2026-11-07T20:00:00Z', '2026-11-21T10:00:00Z', -2, 'week'],
  ['2026-11-07T12:00:00Z', '2026-11-21T12:00:00Z', -2, 'week'],
  ['2026-09-01T12:00:00Z', '2026-11-21T12:00:00Z', -2, 'month'],
  ['2024-11-20T00:00:00Z', '2026-11-21T12:00:00Z', -2, 'year'],
  ['2026-11-22T12:00:00Z', '2026-11-21T12:00:00Z', 1, 'day'],
]

it.each(LANGUAGES)(
  'what was or will be is told alike in %s by the server and by the browser of its zone',
  async (language) => {
    vi.stubEnv('TZ', 'Europe/Stockholm')
    vi.useFakeTimers()
    const times = AGO.map(([at]) => ({ dateTime: at, dataset: {}, textContent: '' }))
    const document = { documentElement: { lang: language }, querySelectorAll: () => times, addEventListener: () => {} }
    vi.stubGlobal('document', document)
    // It reads the language of its page once, so that each has a module of its own.
    const script = '../assets/times.js'
    const { refresh } = (await import(`${script}?${language}`)) as { refresh(): void }
    for (const [n, [at, now, amount, unit]] of AGO.entries()) {
      vi.setSystemTime(now)
      refresh()
      const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(amount, unit)
      const onServer = relativeTime(new Date(at), new Date(now), language, 'Europe/Stockholm')
      expect([at, now, onServer, times[n]?.textContent]).toEqual([at, now, words, words])
    }
  },
)

/** Dates as people read them. */
import { describe, expect, it } from 'vitest'
import { clockAndDay, clockTime, dateOf, dateSpan, dayName, daySpan, daysAgo, exactTime, shortDate } from './times.ts'

describe('a span of days says no month or year twice', () => {
  it.each([
    ['sv', '2026-10-30', '2026-11-25', '30 oktober–25 november 2026'],
    ['sv', '2026-11-03', '2026-11-25', '3–25 november 2026'],
    ['sv', '2025-12-30', '2026-01-02', '30 december 2025–2 januari 2026'],
    ['sv', '2026-11-25', '2026-11-25', '25 november 2026'],
    ['en', '2026-10-30', '2026-11-25', 'October 30 – November 25, 2026'],
    ['de', '2026-10-30', '2026-11-25', '30. Oktober – 25. November 2026'],
    ['nb', '2026-10-30', '2026-11-25', '30. oktober–25. november 2026'],
  ])('in %s, %s to %s', (language, from, to, words) => {
    const span = dateSpan(new Date(from), new Date(to), { language, timezone: 'Europe/Stockholm' })
    expect(span.replaceAll(/\s/g, ' ')).toBe(words)
  })

  it('counts days in the zone of the site', () => {
    const late = new Date('2026-11-24T23:30:00Z')
    expect(dateSpan(late, late, { language: 'sv', timezone: 'Europe/Stockholm' })).toBe('25 november 2026')
  })
})

describe('a number of days is told in the unit of which there are two or more', () => {
  it.each([
    ['sv', 0, '0 dygn', 'i dag'],
    ['sv', 1, '1 dygn', 'i går'],
    ['sv', 59, '59 dygn', 'för 59 dagar sedan'],
    ['sv', 428, '14 månader', 'för 14 månader sedan'],
    ['sv', 61, '2 månader', 'för 2 månader sedan'],
    ['sv', 729, '24 månader', 'för 23 månader sedan'],
    ['sv', 730, '2 år', 'för 2 år sedan'],
    ['sv', 930, '3 år', 'för 2 år sedan'],
    ['sv', 1096, '3 år', 'för 3 år sedan'],
    ['de', 428, '14 Monate', 'vor 14 Monaten'],
    ['pl', 428, '14 miesięcy', '14 miesięcy temu'],
  ])('in %s, %i days', (language, days, span, ago) => {
    expect([daySpan(days, { language }), daysAgo(days, { language })]).toEqual([span, ago])
  })
})

describe('a time of day is written as newspapers of the language write it', () => {
  it.each([
    ['sv', '08.05', 'lördag 21 november 2026 kl. 08.05'],
    ['sv-FI', '8.05', 'lördag 21 november 2026 kl. 8.05'],
    ['nb', '08:05', 'lørdag 21. november 2026 kl. 08:05'],
    ['da', '08.05', 'lørdag den 21. november 2026 kl. 08.05'],
    ['en', '8:05 AM', 'Saturday, November 21, 2026 at 8:05 AM'],
  ])('in %s', (language, time, whole) => {
    const at = new Date('2026-11-21T07:05:30Z')
    const site = { language, timezone: 'Europe/Stockholm' }
    const words = [clockTime(at, site), exactTime(at, site)].map((text) => text.replaceAll(/\s/g, ' '))
    expect(words).toEqual([time, whole])
  })
})

describe('a date has its year where that is not the year of the page', () => {
  const site = { language: 'sv', timezone: 'Europe/Stockholm' }
  it.each([
    ['2026-03-19T12:00:00Z', '19 mars', '19 mars', 'torsdag 19 mars'],
    ['2025-03-19T12:00:00Z', '19 mars 2025', '19 mars 2025', 'onsdag 19 mars 2025'],
    ['2025-11-21T12:00:00Z', '21 nov. 2025', '21 november 2025', 'fredag 21 november 2025'],
    // On the site's clock it is the year of the page already.
    ['2025-12-31T23:30:00Z', '1 jan.', '1 januari', 'torsdag 1 januari'],
  ])('%s', (at, ...words) => {
    const page = { site, now: new Date('2026-11-30T12:00:00Z') }
    expect([shortDate, dateOf, dayName].map((write) => write(new Date(at), page))).toEqual(words)
  })
})

describe('a time of another day than the page has its day', () => {
  it.each([
    ['2026-11-30T08:40:00Z', 'sv', '09.40'],
    ['2026-11-29T23:10:00Z', 'sv', '00.10'],
    ['2026-11-29T22:50:00Z', 'sv', '29 nov. 23.50'],
    ['2026-11-29T22:50:00Z', 'de', '29. Nov. 23:50'],
    ['2026-11-28T19:40:00Z', 'sv', '28 nov. 20.40'],
    ['2025-11-29T19:40:00Z', 'sv', '29 nov. 2025 20.40'],
    ['2026-12-01T07:00:00Z', 'sv', '1 dec. 08.00'],
  ])('%s in %s: %s', (at, language, words) => {
    const page = { site: { language, timezone: 'Europe/Stockholm' }, now: new Date('2026-11-30T12:00:00Z') }
    expect(clockAndDay(new Date(at), page)).toBe(words)
  })
})

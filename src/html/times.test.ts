/** Dates as people read them. */
import { describe, expect, it } from 'vitest'
import { dateSpan } from './times.ts'

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

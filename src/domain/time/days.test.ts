import { describe, expect, it } from 'vitest'
import { dayIn, daySpan, isDay } from './days.ts'

const hours = (day: string, zone: string) => {
  const { from, until } = daySpan(day, zone)
  return (until.getTime() - from.getTime()) / 3_600_000
}

describe('days', () => {
  it('begin at midnight of their zone', () => {
    expect(daySpan('2026-11-21', 'Europe/Stockholm').from).toEqual(new Date('2026-11-20T23:00:00Z'))
    expect(daySpan('2026-07-01', 'Europe/Stockholm').from).toEqual(new Date('2026-06-30T22:00:00Z'))
    expect(daySpan('2026-07-01', 'America/Los_Angeles').from).toEqual(new Date('2026-07-01T07:00:00Z'))
    expect(daySpan('2026-07-01', 'UTC').from).toEqual(new Date('2026-07-01T00:00:00Z'))
  })

  it('begin at midnight on the day after clocks change, also far from Greenwich', () => {
    expect(daySpan('2026-03-29', 'Europe/Stockholm').from).toEqual(new Date('2026-03-28T23:00:00Z'))
    expect(daySpan('2026-03-29', 'Europe/Stockholm').until).toEqual(new Date('2026-03-29T22:00:00Z'))
    // At midnight UTC of that day the clocks of Auckland have changed already, those of its own midnight have not.
    expect(daySpan('2026-09-27', 'Pacific/Auckland').from).toEqual(new Date('2026-09-26T12:00:00Z'))
    expect(daySpan('2026-11-01', 'America/New_York').until).toEqual(new Date('2026-11-02T05:00:00Z'))
  })

  it('last as long as clocks say', () => {
    expect(hours('2026-11-21', 'Europe/Stockholm')).toBe(24)
    expect(hours('2026-03-29', 'Europe/Stockholm')).toBe(23)
    expect(hours('2026-10-25', 'Europe/Stockholm')).toBe(25)
  })

  it('hold the instants of their zone', () => {
    expect(dayIn(new Date('2026-11-20T23:30:00Z'), 'Europe/Stockholm')).toBe('2026-11-21')
    expect(dayIn(new Date('2026-11-20T23:30:00Z'), 'UTC')).toBe('2026-11-20')
  })

  it.each(['2026-02-30', '2026-13-01', '20261121', '', '2026-11-21T00:00'])('%j is none', (text) => {
    expect(isDay(text)).toBe(false)
  })
})

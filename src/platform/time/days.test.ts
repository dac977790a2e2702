import { describe, expect, it } from 'vitest'
import { dayIn, daySpan, instantOf, isDay, lastDays } from './days.ts'

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

  it.each([
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00Z', 23],
    ['America/Santiago', '2026-04-05', '2026-04-05T04:00:00Z', 24],
    ['America/Santiago', '2026-04-04', '2026-04-04T03:00:00Z', 25],
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00Z', 23],
    ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00Z', 23],
    ['America/Havana', '2026-03-08', '2026-03-08T05:00:00Z', 23],
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00Z', 25],
    ['Atlantic/Azores', '2026-03-29', '2026-03-29T01:00:00Z', 23],
    ['Atlantic/Azores', '2026-10-25', '2026-10-25T00:00:00Z', 25],
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00Z', 23],
    ['Asia/Tehran', '2022-03-22', '2022-03-21T20:30:00Z', 23],
    ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00Z', 24],
  ])(
    'in %s begin at the first instant of %s, at %s, though clocks skip midnight or show it twice',
    (zone, day, from, long) => {
      expect(daySpan(day, zone).from).toEqual(new Date(from))
      expect(hours(day, zone)).toBe(long)
    },
  )

  it.each([
    'America/Santiago',
    'Africa/Cairo',
    'America/Havana',
    'Atlantic/Azores',
    'Europe/Stockholm',
    'Asia/Kathmandu',
  ])('follow upon each other without a gap through a year in %s', (zone) => {
    for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 86_400_000) {
      const day = new Date(at).toISOString().slice(0, 10)
      const { from, until } = daySpan(day, zone)
      const seen = [from, new Date(from.getTime() - 1), new Date(until.getTime() - 1)].map((one) => dayIn(one, zone))
      const before = new Date(at - 86_400_000).toISOString().slice(0, 10)
      expect(seen).toEqual([day, before, day])
    }
  })

  it('take a time that clocks skip as long after the gap as it lies in it, and of two the first', () => {
    expect(instantOf('2026-09-06', 30, 'America/Santiago')).toEqual(new Date('2026-09-06T04:30:00Z'))
    expect(instantOf('2026-03-29', 150, 'Europe/Stockholm')).toEqual(new Date('2026-03-29T01:30:00Z'))
    expect(instantOf('2026-10-25', 150, 'Europe/Stockholm')).toEqual(new Date('2026-10-25T00:30:00Z'))
    expect(instantOf('2026-11-01', 90, 'America/New_York')).toEqual(new Date('2026-11-01T05:30:00Z'))
  })

  it('are counted back by the calendar, each once', () => {
    const seen = lastDays(new Date('2026-11-02T05:30:00Z'), 'America/New_York', 3)
    expect(seen).toEqual(['2026-10-31', '2026-11-01', '2026-11-02'])
    expect(lastDays(new Date('2026-09-06T04:10:00Z'), 'America/Santiago', 2)).toEqual(['2026-09-05', '2026-09-06'])
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

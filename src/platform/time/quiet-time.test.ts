import { describe, expect, it } from 'vitest'
import { checkQuietTime, formatQuietHours, parseQuietHours, quietUntil } from './quiet-time.ts'

const night = { timezone: 'Europe/Stockholm', from: 22 * 60, until: 7 * 60 }
const until = (at: string, about: Partial<typeof night> = {}) =>
  quietUntil(new Date(at), { ...night, ...about })?.toISOString() ?? null

describe('a quiet time', () => {
  it('lasts over midnight, by the reader’s own clock', () => {
    expect(until('2026-11-23T20:59:59Z')).toBeNull()
    expect(until('2026-11-23T21:00:00Z')).toBe('2026-11-24T06:00:00.000Z')
    expect(until('2026-11-24T05:59:59Z')).toBe('2026-11-24T06:00:00.000Z')
    expect(until('2026-11-24T06:00:00Z')).toBeNull()
    expect(until('2026-11-23T21:00:00Z', { timezone: 'Pacific/Auckland' })).toBeNull()
  })

  it('may lie within one day', () => {
    const noon = { from: 9 * 60, until: 17 * 60 }
    expect(until('2026-11-23T08:00:00Z', noon)).toBe('2026-11-23T16:00:00.000Z')
    expect([until('2026-11-23T07:59:00Z', noon), until('2026-11-23T16:00:00Z', noon)]).toEqual([null, null])
  })

  it('ends by the clock in the nights when clocks are changed, also in an hour that comes twice or never', () => {
    expect(until('2026-03-28T22:00:00Z')).toBe('2026-03-29T05:00:00.000Z')
    expect(until('2026-10-24T21:00:00Z')).toBe('2026-10-25T06:00:00.000Z')
    const half = { until: 2 * 60 + 30 }
    expect(until('2026-03-28T22:00:00Z', half)).toBe('2026-03-29T01:30:00.000Z')
    const ends = until('2026-10-24T21:00:00Z', half)
    expect(['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']).toContain(ends)
    expect(until(ends ?? '', half)).toBeNull()
  })

  it('is refused where it is none', () => {
    expect(checkQuietTime(night)).toEqual(night)
    const wrong = [{ timezone: 'Mars/Base' }, { until: night.from }, { from: 1440 }, { until: 1.5 }]
    expect(wrong.map((about) => checkQuietTime({ ...night, ...about }))).toEqual([null, null, null, null])
  })
})

describe('hours that an operator writes', () => {
  it('are two times of day with a dash between, and are read back', () => {
    expect(parseQuietHours('22:00-07:30')).toEqual({ from: 1320, until: 450 })
    expect(parseQuietHours(formatQuietHours({ from: 1320, until: 450 }))).toEqual({ from: 1320, until: 450 })
    for (const none of ['', '22:00', '22-07', '24:00-07:00', '07:00-07:00', '22:00-07:00-08:00'])
      expect(parseQuietHours(none), none).toBeNull()
  })
})

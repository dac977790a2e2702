import { describe, expect, it } from 'vitest'
import { parseClock } from '../../platform/time/times-of-day.ts'
import { checkTimes, type MailTimes, nextEdition } from './mail-times.ts'

const everyDay = [1, 2, 3, 4, 5, 6, 7]
const times: MailTimes = { timezone: 'Europe/Stockholm', morning: 7 * 60, evening: 18 * 60 + 30, days: everyDay }
const next = (after: string, about: Partial<MailTimes> = {}) => {
  const planned = nextEdition({ ...times, ...about }, new Date(after))
  return planned && [planned.edition, planned.day, planned.at.toISOString()]
}

describe('the next edition', () => {
  it('comes at the reader’s own hour, the morning before the evening', () => {
    expect(next('2026-11-23T05:59:59Z')).toEqual(['morning', '2026-11-23', '2026-11-23T06:00:00.000Z'])
    expect(next('2026-11-23T06:00:00Z')).toEqual(['evening', '2026-11-23', '2026-11-23T17:30:00.000Z'])
    expect(next('2026-11-23T17:30:00Z')).toEqual(['morning', '2026-11-24', '2026-11-24T06:00:00.000Z'])
  })

  it('keeps its hour when clocks are changed, and comes once in an hour that comes twice or never', () => {
    expect(next('2026-03-28T18:00:00Z')).toEqual(['morning', '2026-03-29', '2026-03-29T05:00:00.000Z'])
    const midnight = { timezone: 'America/Santiago', evening: null, morning: 0 }
    expect(next('2026-09-05T18:00:00Z', midnight)).toEqual(['morning', '2026-09-06', '2026-09-06T04:00:00.000Z'])
    const night = { evening: null, morning: 2 * 60 + 30 }
    expect(next('2026-03-28T18:00:00Z', night)).toEqual(['morning', '2026-03-29', '2026-03-29T01:30:00.000Z'])
    expect(next('2026-10-24T18:00:00Z', night)?.[1]).toBe('2026-10-25')
    expect(next('2026-10-25T01:30:00Z', night)?.[1]).toBe('2026-10-26')
  })

  it('comes on the days that were chosen, by the calendar where the reader is', () => {
    expect(next('2026-11-23T12:00:00Z', { days: [6] })?.[1]).toBe('2026-11-28')
    const auckland = { timezone: 'Pacific/Auckland', days: [1], evening: null }
    expect(next('2026-11-22T17:00:00Z', auckland)).toEqual(['morning', '2026-11-23', '2026-11-22T18:00:00.000Z'])
  })

  it('never comes for who wants none', () => {
    expect(next('2026-11-23T12:00:00Z', { morning: null, evening: null })).toBeNull()
  })
})

it('takes a time of day as forms write it, and refuses the rest', () => {
  expect(['07:00', '23:59', '00:00'].map(parseClock)).toEqual([420, 1439, 0])
  expect(['24:00', '7:00', '07:60', '', 'x'].map(parseClock)).toEqual([null, null, null, null, null])
})

it('refuses zones and days that are none', () => {
  expect(checkTimes({ ...times, days: [7, 1] })?.days).toEqual([1, 7])
  const wrong = [{ timezone: 'Mars/Base' }, { days: [] }, { days: [0, 1] }, { morning: null, evening: null }]
  expect(wrong.map((about) => checkTimes({ ...times, ...about }))).toEqual([null, null, null, null])
})

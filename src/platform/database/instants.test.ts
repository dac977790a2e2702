import { expect, it } from 'vitest'
import { readInstant } from './instants.ts'

it('reads every millisecond as it was written', () => {
  for (let ms = 0; ms < 1000; ms++) {
    const at = new Date(Date.UTC(2026, 1, 28, 23, 59, 59, ms))
    const text = at.toISOString().replace('T', ' ').replace('Z', '+00')
    expect(readInstant(text)).toEqual(at)
    expect(readInstant(text.replace(/\.?0+\+00$/, '+00'))).toEqual(at)
    expect(readInstant(text.replace('+00', '999+00'))).toEqual(at)
  }
})

it.each([
  ['2026-11-22 05:31:27+00', '2026-11-22T05:31:27.000Z'],
  ['2026-11-22 05:31:27.5+00', '2026-11-22T05:31:27.500Z'],
  ['2026-11-22 05:31:27.123456+01', '2026-11-22T04:31:27.123Z'],
  ['2026-11-22 05:31:27-03:30', '2026-11-22T09:01:27.000Z'],
  ['0044-03-15 12:00:00+00 BC', '-000043-03-15T12:00:00.000Z'],
  ['12026-01-01 00:00:00+00', '+012026-01-01T00:00:00.000Z'],
])('%s', (text, iso) => {
  expect(readInstant(text).toISOString()).toBe(iso)
})

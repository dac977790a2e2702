import { expect, it } from 'vitest'
import { nearestTerm, slipsIn } from './spelling.ts'

const existing = (...terms: string[]) => terms.map((term, i) => ({ term, docs: 10 + i }))

it.each([
  ['hompod', 'homepod'],
  ['aripod', 'airpod'],
  ['sakerhetslucka', 'sakerhetsluckan'],
  ['tangetbrod', 'tangentbord'],
  ['ipda', 'ipad'],
  ['vluetooth', 'bluetooth'],
])('takes %s for %s', (written, meant) => {
  expect(nearestTerm(written, existing('annat', meant))).toBe(meant)
})

it('takes the nearest, and of equals the most used', () => {
  expect(nearestTerm('skarmar', existing('skarpar', 'skarmer', 'skarma'))).toBe('skarma')
  expect(nearestTerm('tangentbodr', existing('tangentbordet', 'tangentbord'))).toBe('tangentbord')
})

it('leaves short words, numbers and products alone', () => {
  expect(['ios', 'm4', 'iphone17', '2026', 'x'.repeat(41)].map(slipsIn)).toEqual([0, 0, 0, 0, 0])
  expect(nearestTerm('slal', existing('sal'))).toBeNull()
  expect(nearestTerm('bord', existing('jord'))).toBeNull()
  expect(nearestTerm('elpriset', existing('priset'))).toBeNull()
})

import { expect, it } from 'vitest'
import { wilson } from '../../../platform/text/wilson.ts'
import { reliabilityOf } from './judge-reliability.ts'

it.each([
  // From Newcombe (1998), table I, method 3.
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
  [20, 20, 0.8389, 1],
])('%d of %d lies between %d and %d', (hits, of, low, high) => {
  const share = wilson(hits, of)
  expect([share.low, share.high].map((bound) => Number(bound.toFixed(4)))).toEqual([low, high])
})

it('nothing is known of none', () => expect(wilson(0, 0)).toMatchObject({ low: 0, high: 1 }))

it.each([
  ['nothing is said before forty controls', { planted: 39, refused: 0, pairs: 0, supported: 0 }, false],
  ['always yes', { planted: 32, refused: 0, pairs: 8, supported: 8 }, true],
  ['always no', { planted: 32, refused: 32, pairs: 8, supported: 0 }, true],
  ['a coin', { planted: 160, refused: 80, pairs: 40, supported: 20 }, true],
  ['85 and 90 of a hundred', { planted: 160, refused: 136, pairs: 40, supported: 36 }, false],
  ['a run of bad luck', { planted: 40, refused: 31, pairs: 0, supported: 0 }, false],
  ['75 of a hundred', { planted: 160, refused: 120, pairs: 40, supported: 40 }, true],
  ['all right', { planted: 160, refused: 160, pairs: 40, supported: 40 }, false],
])('%s', (_, counts, isUnreliable) => expect(reliabilityOf(counts).isUnreliable).toBe(isUnreliable))

import { describe, expect, it } from 'vitest'
import { budgetUse } from './budget-use.ts'

describe('a budget of 10', () => {
  it.each([
    ['is fine while little is spent', 7.99, 0.1, 'fine'],
    ['is nearly used from four fifths on', 8, 0.1, 'near'],
    ['is nearly used while a usual call fits', 9.89, 0.1, 'near'],
    ['is used up when no usual call fits', 9.91, 0.1, 'used'],
    ['is used up when it is spent, though calls cost next to nothing', 9.95, 0.0001, 'used'],
    ['is not called used up for calls of half a budget, since smaller ones may fit', 9.4, 5, 'near'],
    ['is used up when less than a twentieth is left for dear calls', 9.6, 5, 'used'],
    ['is used up when more was spent than it holds', 12, 0.1, 'used'],
    ['is used up where there is none', 0, 0, 'used'],
  ] as const)('%s', (_what, spent, each, use) => {
    expect(budgetUse(spent, each, use === 'used' && spent === 0 ? 0 : 10)).toBe(use)
  })
})

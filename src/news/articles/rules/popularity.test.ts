import { expect, it } from 'vitest'
import { halfLives, scoreAt } from './popularity.ts'

const noon = new Date('2026-11-21T12:00:00Z')

it('weighs a view now as one, and half as much two days later', () => {
  expect(scoreAt(halfLives(noon), noon)).toBe(1)
  expect(scoreAt(halfLives(noon), new Date(noon.getTime() + 48 * 3_600_000))).toBe(0.5)
})

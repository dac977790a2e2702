import { describe, expect, it } from 'vitest'
import { earlier, isMaterialChange, sortTime } from './material-change.ts'

describe('change', () => {
  const text =
    'The company sold ten million phones in the quarter and said that demand was strong in every market it serves'
  it('is immaterial for a comma and material for a number', () => {
    expect(isMaterialChange(text, `${text}.`)).toBe(false)
    expect(isMaterialChange(`${text} 26.1`, `${text} 26.2`)).toBe(true)
    expect(isMaterialChange(text, 'Something else altogether happened here')).toBe(true)
  })
})

it('orders what is dated in the future by its discovery', () => {
  const now = new Date('2026-11-21T00:00:00Z')
  expect(sortTime(new Date('2027-01-01T00:00:00Z'), now)).toEqual(now)
  expect(sortTime(null, now)).toEqual(now)
  expect(earlier(new Date(2), new Date(1))).toEqual(new Date(1))
  expect(earlier(null, new Date(1))).toEqual(new Date(1))
})

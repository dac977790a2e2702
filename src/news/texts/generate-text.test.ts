import { expect, it } from 'vitest'
import { examineSafely } from './generate-text.ts'

it('a check that breaks over an answer lets nothing through', () => {
  const examine = () => {
    throw new Error('too deep')
  }
  expect(examineSafely({ examine }, 'an answer')).toEqual({ ok: false, check: 'shape', reason: 'too deep' })
  const fine = { ok: true as const, claims: [] }
  expect(examineSafely({ examine: () => fine }, 'an answer')).toBe(fine)
})

import { expect, it } from 'vitest'
import { AppError } from '../errors.ts'
import { RepeatedErrors } from './repeated-errors.ts'

it('lets one error of a cause in a minute through, with the number of those it left out', () => {
  let now = 0
  const errors = new RepeatedErrors(() => now)
  const unreachable = new AppError('unavailable', 'The database is away.', {
    cause: Object.assign(new Error('port 1'), { code: 'ECONNREFUSED' }),
  })
  const admit = (error: unknown = unreachable) => errors.admit(error, 'reading failed for 12')
  expect([admit(), admit(), admit()]).toEqual([0, null, null])
  expect([admit(new Error('other')), errors.admit(unreachable, 'writing failed')]).toEqual([0, 0])
  // Numbers make no other cause.
  expect(errors.admit(unreachable, 'reading failed for 13')).toBeNull()
  now = 60_000
  expect([admit(), admit()]).toEqual([3, null])
})

it('forgets the oldest of more causes than it can hold', () => {
  const errors = new RepeatedErrors(() => 0)
  const cause = (n: number) => errors.admit(new Error('x'.repeat(n)), '')
  for (let n = 1; n <= 201; n++) expect(cause(n)).toBe(0)
  expect([cause(201), cause(3), cause(1), cause(2)]).toEqual([null, null, 0, 0])
})

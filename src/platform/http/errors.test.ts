import { expect, it } from 'vitest'
import { AppError } from '../errors.ts'
import { toAppError } from './errors.ts'

const withCode = (code: string) => Object.assign(new Error('of a library'), { code })
const withStatus = (statusCode: number) => Object.assign(new Error('of a library'), { statusCode })

it.each<[thrown: unknown, code: string, retryAfter?: number]>([
  [withCode('ECONNREFUSED'), 'unavailable', 5],
  [withCode('57P01'), 'unavailable', 5],
  [withCode('25006'), 'unavailable', 5],
  [new Error('Connection terminated unexpectedly'), 'unavailable', 5],
  [withCode('23505'), 'internal'],
  [withCode('FST_ERR_BAD_URL'), 'not_found'],
  [withStatus(400), 'bad_request'],
  [withStatus(413), 'payload_too_large'],
  [withStatus(414), 'not_found'],
  [withStatus(415), 'bad_request'],
  [withStatus(502), 'internal'],
  [new AppError('internal', 'of a library'), 'internal'],
  [undefined, 'internal'],
])('%s is shown as %s, without the words of what threw it', (thrown, code, retryAfter) => {
  const shown = toAppError(thrown)
  expect(shown).toMatchObject({ code, retryAfter })
  expect(shown.message).not.toContain('of a library')
})

it('leaves an error of ours as it is', () => {
  const error = new AppError('gone', 'It was removed.')
  expect(toAppError(error)).toBe(error)
})

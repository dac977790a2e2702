/** Text of a form's field. */
import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { withoutInvisible } from '../text/invisible.ts'

/** A field of the form without what no text has: what is invisible, and control characters but for line ends. */
export function textField(request: FastifyRequest, name: string, max = 500): string {
  const value = (request.body as Record<string, unknown> | undefined)?.[name]
  if (typeof value !== 'string') return ''
  const written = value
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[\p{Cc}]/gu, (char) => (char === '\n' ? char : ' '))
  const clean = withoutInvisible(written).trim()
  if (clean.length > max) throw new AppError('bad_request', `The field ${name} is longer than ${max} characters.`)
  return clean
}

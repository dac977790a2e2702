/** Errors under /api, as JSON (interface.md 7). */
import type { FastifySchemaValidationError } from 'fastify/types/schema.js'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/errors.ts'
import { addChallenge } from '../../platform/http/challenge.ts'
import { statusOf } from '../../platform/http/errors.ts'
import type { ErrorRenderer } from '../../platform/http/server.ts'
import { presentMeta } from './envelopes.ts'
import { jsonType } from './send.ts'

export function apiErrors({ clock, signInAt }: Pick<Ctx, 'clock' | 'signInAt'>): ErrorRenderer {
  return {
    prefix: '/api',
    render: (error, request, reply) => {
      addChallenge(request, reply, error.code, signInAt(''))
      const body = { error: { type: error.code, message: error.message }, meta: presentMeta(clock.now()) }
      return reply.code(statusOf[error.code]).type(jsonType).send(JSON.stringify(body))
    },
  }
}

/** A schema's refusal as an error: an impossible id names nothing; a body is well-formed, but not accepted. */
export function toSchemaError(issues: FastifySchemaValidationError[], part: string): AppError {
  if (part === 'params') return new AppError('not_found', 'There is nothing at this address.')
  const message = `${issues.slice(0, MAX_ISSUES).map(sentence).join('; ')}.`
  if (part === 'body') return new AppError('unprocessable', message)
  return new AppError('bad_request', message)
}

/** A list may hold thousands of wrong members. */
const MAX_ISSUES = 10

// Messages are our own words: what was sent is never repeated.
function sentence({ instancePath, message }: FastifySchemaValidationError): string {
  const name = instancePath.replace(/^\//, '').replaceAll('/', '.') || 'The body'
  return `${name} ${message ?? 'cannot be used'}`
}

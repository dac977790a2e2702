/** Parameters that a route does not know: named in `meta.ignored` of its answer, and refused with `strict=1`. */
import type { FastifyReply, FastifyRequest, onSendHookHandler, preValidationHookHandler } from 'fastify'
import { z } from 'zod'
import { AppError } from '../../platform/errors.ts'
import { chooseEncoding, compress } from '../../platform/http/encode.ts'

/** Of every route. */
export const strictness = z.object({
  strict: z
    .enum(['1', 'true', '0', 'false'])
    .optional()
    .describe('`1` refuses parameters that do not exist here, which are else named in `meta.ignored`.'),
})

/** A query may hold thousands of names. */
const MAX_NAMES = 20
const MAX_NAME_LENGTH = 100

/** Unknown names of a request, and the content coding that its answer is to have. */
const notes = new WeakMap<FastifyRequest, { ignored: string[]; accepted: string | undefined }>()

/** Runs before the schema, which drops what it does not know. */
export function noteUnknown(query: z.ZodObject | undefined): preValidationHookHandler {
  const names = Object.keys({ ...query?.shape, ...strictness.shape })
  return (request, _reply, done) => {
    const query = request.query as Record<string, unknown>
    const { success, data } = strictness.safeParse({ strict: query.strict })
    if (!success) return done(new AppError('bad_request', 'strict must be 1 or 0.'))
    const ignored = Object.keys(query).filter((name) => !names.includes(name))
    if (ignored.length === 0) return done()
    if (data.strict === '1' || data.strict === 'true') return done(refusal(ignored, names))
    // Only what is not compressed can be added to.
    notes.set(request, { ignored: ignored.map(short).slice(0, MAX_NAMES), accepted: acceptedBy(request) })
    delete request.headers['accept-encoding']
    done()
  }
}

/** Adds the names to the answer, which ends with its `meta`. The cache keeps one answer for all spellings of an address. */
export const reportUnknown: onSendHookHandler = (request, reply, payload, done) => {
  const note = notes.get(request)
  const text = note && isGood(reply) ? String(payload) : ''
  if (!note || !text.endsWith('}}')) return done(null, payload)
  const body = Buffer.from(`${text.slice(0, -2)},"ignored":${JSON.stringify(note.ignored)}}}`)
  const encoding = chooseEncoding(note.accepted, body.length)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  done(null, compress(body, encoding))
}

const isGood = ({ statusCode }: FastifyReply) => statusCode >= 200 && statusCode < 300
const acceptedBy = ({ headers }: FastifyRequest) =>
  headers['accept-encoding'] === undefined ? undefined : String(headers['accept-encoding'])
/** Names come back as plain words alone. */
const short = (name: string) => name.slice(0, MAX_NAME_LENGTH).replace(/[^\w.[\]-]/g, '?')

function refusal(unknown: string[], names: string[]): AppError {
  const named = unknown.slice(0, 3).map((name) => `"${short(name)}"`)
  const message = `There is no parameter ${named.join(' or ')} here. Known: ${names.join(', ')}.`
  return new AppError('bad_request', message)
}

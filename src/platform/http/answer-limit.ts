/** Answers that never come: a database that takes a question and keeps silent would hold its request for ever. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { pino } from 'pino'
import { AppError } from '../errors.ts'

/** Longer than the read cache waits. */
const LIMIT_MS = 25_000
/** An operator's visit to a source is waited for. */
const CONSOLE_LIMIT_MS = 60_000

const SILENT = pino({ level: 'silent' })

/** 503 for what has not begun to be answered in time; streams that have begun go on. */
export function limitAnswers(app: FastifyInstance, limitMs = LIMIT_MS): void {
  app.addHook('onRequest', (request, reply, done) => {
    const limit = request.url.startsWith('/admin') ? CONSOLE_LIMIT_MS : limitMs
    const late = setTimeout(() => {
      if (reply.sent || reply.raw.headersSent) return
      reply.send(
        new AppError('unavailable', 'The answer takes too long just now. Try again shortly.', { retryAfter: 5 }),
      )
      dropAnswer(reply)
    }, limit)
    reply.raw.once('close', () => clearTimeout(late))
    done()
  })
}

/** Whatever the handler still sends, throws or logs for a client that has its answer is dropped. */
function dropAnswer(reply: FastifyReply): void {
  reply.send = () => reply
  reply.log = SILENT
  reply.request.log = SILENT
}

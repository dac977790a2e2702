/** Hint that this browser has opened the console. It opens nothing: the session's own cookie goes to the console alone. */
import type { FastifyRequest } from 'fastify'

export const CONSOLE_COOKIE = 'console'

export const wasInConsole = ({ headers }: FastifyRequest): boolean =>
  (headers.cookie ?? '').split(/;\s*/).includes(`${CONSOLE_COOKIE}=1`)

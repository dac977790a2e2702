/** The log of errors that requests meet: one line a second for each cause, however many requests meet it. */
import type { FastifyBaseLogger } from 'fastify'
import { AppError } from '../domain/errors.ts'

const EVERY_MS = 1000
/** Causes remembered at most; beyond that the oldest is forgotten. */
const MOST_CAUSES = 100

interface Cause {
  loggedAt: number
  suppressed: number
}

const causesOf = new WeakMap<object, Map<string, Cause>>()

/** Logs `thrown`, or counts it where its cause was logged within the last second: the next line says how many were not. */
export function logError(log: FastifyBaseLogger, thrown: unknown, fields: object, message: string): void {
  const causes = causesOf.get(log) ?? new Map<string, Cause>()
  causesOf.set(log, causes)
  const key = causeOf(thrown)
  const cause = causes.get(key)
  const now = performance.now()
  if (cause && now - cause.loggedAt < EVERY_MS) {
    cause.suppressed++
    return
  }
  const [oldest] = causes.keys()
  if (causes.size >= MOST_CAUSES && oldest !== undefined) causes.delete(oldest)
  causes.delete(key)
  causes.set(key, { loggedAt: now, suppressed: 0 })
  const suppressed = cause?.suppressed ? { suppressed: cause.suppressed } : {}
  log.error({ err: thrown, ...fields, ...suppressed }, message)
}

/** What tells one cause from another: the innermost error's code, else its words. */
function causeOf(thrown: unknown): string {
  let inner = thrown
  while (inner instanceof AppError && inner.cause !== undefined) inner = inner.cause
  const { name, code, message } = (inner ?? {}) as { name?: unknown; code?: unknown; message?: unknown }
  return inner instanceof AppError ? `${code} ${message}` : `${name} ${code ?? message ?? inner}`
}

/** Meaning of a failed call to a provider: retry, when, or never. */
import { APICallError } from 'ai'
import { messageOf } from '../errors.ts'
import { withoutPathOf } from '../text/addresses.ts'
import type { ModelFailure } from './model-advice.ts'

export interface Failure {
  message: string
  /** Subject of the failure, for advice. */
  about: ModelFailure
  retryable: boolean
  /** The provider asks for fewer calls. */
  limited: boolean
  /** Seconds that the provider asks to wait, or null. */
  retryAfter: number | null
}

export function failureOf(error: unknown, timedOut: boolean): Failure {
  if (timedOut) return unanswered('no answer in time', true)
  if (!APICallError.isInstance(error)) return unanswered(messageOf(error), false)
  const status = error.statusCode
  const message = withoutPathOf(error.url, error.message).slice(0, 300)
  return {
    about: { status, message: `${error.message} ${error.responseBody ?? ''}` },
    message: status ? `HTTP ${status}: ${message}` : message,
    retryable: status === undefined || status === 408 || status === 409 || status === 429 || status >= 500,
    limited: status === 429,
    retryAfter: retryAfterOf(error.responseHeaders ?? {}),
  }
}

function unanswered(message: string, timedOut: boolean): Failure {
  return { message, about: { message, timedOut }, retryable: true, limited: false, retryAfter: null }
}

/** Seconds of `retry-after-ms` or `Retry-After` (a number or an HTTP date). */
function retryAfterOf(headers: Record<string, string>): number | null {
  const ms = Number(headers['retry-after-ms'])
  if (headers['retry-after-ms'] !== undefined && Number.isFinite(ms) && ms >= 0) return ms / 1000
  const text = headers['retry-after']
  if (text === undefined) return null
  if (/^\s*\d+(\.\d+)?\s*$/.test(text)) return Number(text)
  const date = Date.parse(text)
  return Number.isNaN(date) ? null : Math.max(0, (date - Date.now()) / 1000)
}

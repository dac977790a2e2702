/** The one error type, its closed set of codes. The map to HTTP statuses lives in http/errors.ts. */

export type ErrorCode =
  | 'bad_request'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'gone'
  | 'payload_too_large'
  | 'unprocessable'
  | 'rate_limited'
  | 'internal'
  | 'unavailable'

/** Thrown where the cause is known. `message` is meant for the person who reads it: what was wrong and what to do. */
export class AppError extends Error {
  readonly code: ErrorCode
  /** Seconds after which a new try makes sense, for `rate_limited` and `unavailable`. */
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, message: string, options: { cause?: unknown; retryAfter?: number } = {}) {
    super(message, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.retryAfter = options.retryAfter
  }
}

/** The text of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** True for an error that a full disk has caused, here or in the database, whatever wraps it. */
export function isDiskFull(error: unknown): boolean {
  const { code, message, cause } = (error ?? {}) as { code?: unknown; message?: unknown; cause?: unknown }
  if (/^(?:ENOSPC|EDQUOT|53100)$/.test(String(code)) || /No space left on device/.test(String(message))) return true
  return cause !== undefined && isDiskFull(cause)
}

/** From error codes to HTTP statuses, and what a client may read of an error. */
import { AppError, type ErrorCode } from '../errors.ts'

export const statusOf = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  gone: 410,
  payload_too_large: 413,
  unprocessable: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} satisfies Record<ErrorCode, number>

/** True for an error that an operator has to look at; the others are a caller's. */
export const isForOperator = ({ code }: AppError): boolean => code === 'internal' || code === 'unavailable'

/**
 * Codes of a lost or refusing database connection: PostgreSQL's classes 08, 53 and 57P, and the socket's own. Also that
 * of a server which is a standby (25006), as during a failover.
 */
const databaseUnreachable = /^(08|53|57P|25006)|^E(CONN|PIPE|HOST|TIMEDOUT|AI_)|CONNECT_TIMEOUT|^unavailable$/

/** True for an error of a database that is unreachable just now. */
export function isDatabaseUnreachable(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return (
    databaseUnreachable.test(String(code ?? '')) ||
    /Connection terminated|connection error and is not|timeout exceeded when trying/.test(String(message))
  )
}

/** Any thrown thing as an AppError whose message a client may read. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return hideInternals(error)
  if ((error as { code?: unknown })?.code === 'FST_ERR_BAD_URL')
    return new AppError('not_found', 'There is nothing at this address.', { cause: error })
  const status = Number((error as { statusCode?: unknown })?.statusCode)
  if (status === 413) return new AppError('payload_too_large', 'The body is larger than 64 KiB.', { cause: error })
  if (status === 415)
    return new AppError(
      'bad_request',
      'Send the body as application/json to the API, as application/x-www-form-urlencoded elsewhere.',
      { cause: error },
    )
  if (status === 414) return new AppError('not_found', 'There is nothing at this address.', { cause: error })
  if (status >= 400 && status < 500)
    return new AppError('bad_request', 'The request could not be read.', { cause: error })
  if (isDatabaseUnreachable(error))
    return new AppError('unavailable', 'The database cannot be reached just now. Try again shortly.', {
      cause: error,
      retryAfter: 5,
    })
  return new AppError('internal', 'Something went wrong here.', { cause: error })
}

function hideInternals(error: AppError): AppError {
  return error.code === 'internal' ? new AppError('internal', 'Something went wrong here.', { cause: error }) : error
}

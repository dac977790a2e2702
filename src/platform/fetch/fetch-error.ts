/** Why a fetch failed: a closed set of kinds, each with a sentence for the status page. */
import { AppError, messageOf } from '../errors.ts'

type FetchFailure =
  | 'dns'
  | 'refused_address'
  | 'timeout'
  | 'too_large'
  | 'redirects'
  | 'tls'
  | 'connection'
  | 'protocol'
  | 'host_down'
  | 'aborted'

/** Thrown by the fetcher and by nothing else. */
export class FetchError extends AppError {
  readonly kind: FetchFailure
  /** True when the host was reached at all; false counts towards "host is down". */
  readonly reached: boolean
  /** Of a host that is left alone: until then. */
  readonly until: Date | undefined

  constructor(kind: FetchFailure, message: string, options: { cause?: unknown; reached?: boolean; until?: Date } = {}) {
    super('unavailable', message, { cause: options.cause })
    this.name = 'FetchError'
    this.kind = kind
    this.reached = options.reached ?? true
    this.until = options.until
  }
}

const DNS_CODES = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_FAIL', 'EAI_NONAME', 'ENODATA'])
const UNREACHED_CODES = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'EADDRNOTAVAIL'])
const TLS_CODE = /^(ERR_TLS_|ERR_SSL_|CERT_|EPROTO$|DEPTH_ZERO_|UNABLE_TO_|SELF_SIGNED_|HOSTNAME_MISMATCH$)/
const PROTOCOL_CODE = /^(HPE_|UND_ERR_HEADERS_OVERFLOW$|UND_ERR_INVALID_ARG$)/

/** Classifies an error that the network library threw during a request to `host`. */
export function asFetchError(error: unknown, host: string): FetchError {
  const existing = findInChain(error, (link) => link instanceof FetchError)
  if (existing instanceof FetchError) return existing
  const code = codeOf(error)
  const createError = (kind: FetchFailure, message: string, reached: boolean) =>
    new FetchError(kind, message, { cause: error, reached })
  if (DNS_CODES.has(code)) return createError('dns', `The name ${host} could not be resolved (${code}).`, false)
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT')
    return createError('timeout', `${host} could not be connected to in time.`, false)
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT')
    return createError('timeout', `${host} did not answer in time.`, true)
  if (UNREACHED_CODES.has(code)) return createError('connection', `${host} could not be connected to (${code}).`, false)
  if (TLS_CODE.test(code)) return createError('tls', `No secure connection to ${host} could be made (${code}).`, false)
  if (PROTOCOL_CODE.test(code) || findInChain(error, ({ name }) => name === 'HTTPParserError'))
    return createError('protocol', `${host} did not speak proper HTTP (${code || messageOf(error)}).`, true)
  return createError('connection', `The connection to ${host} broke off (${code || messageOf(error)}).`, true)
}

function codeOf(error: unknown): string {
  const link = findInChain(error, (candidate) => typeof (candidate as { code?: unknown }).code === 'string')
  return link === undefined ? '' : String((link as { code?: unknown }).code)
}

/** The first link of `error`, its parts and its causes that fits. */
function findInChain(error: unknown, fits: (link: Error) => boolean): Error | undefined {
  let link = error
  for (let depth = 0; depth < 5 && link instanceof Error; depth++) {
    if (fits(link)) return link
    link = link instanceof AggregateError ? link.errors[0] : link.cause
  }
  return undefined
}

/** Headers of a GET request. */
import { ACCEPTED_CODINGS } from './response-body.ts'

// A validator that a publisher sent once and a header cannot carry would make every later fetch fail.
const SENDABLE = /^[\t\x20-\x7e\x80-\xff]{1,1000}$/
const sendable = (validator: string | null | undefined) => (validator && SENDABLE.test(validator) ? validator : null)

/** Of the caller's stored version. */
interface Validators {
  etag?: string | null
  lastModified?: string | null
}

interface Wanted extends Validators {
  accept?: string
}

/** True when a request with these may be answered with 304. */
export const isConditional = ({ etag, lastModified }: Validators): boolean =>
  Boolean(sendable(etag) ?? sendable(lastModified))

/** The caller's own `headers` are not among them. */
export function requestHeaders(userAgent: string, wanted: Wanted): Record<string, string> {
  const etag = sendable(wanted.etag)
  const lastModified = sendable(wanted.lastModified)
  return {
    'user-agent': userAgent,
    accept: wanted.accept ?? '*/*',
    'accept-encoding': ACCEPTED_CODINGS,
    ...(etag && { 'if-none-match': etag }),
    ...(lastModified && { 'if-modified-since': lastModified }),
  }
}

/** `https://name:password@host/` asks with these; they are never part of a result. */
export function basicCredentials(address: string): Record<string, string> {
  const url = URL.parse(address)
  if (!url?.username) return {}
  const bytes = Buffer.from(percentDecoded(`${url.username}:${url.password}`), 'latin1')
  return { authorization: `Basic ${bytes.toString('base64')}` }
}

/** Percent-encoded bytes as a Latin-1 string; never throws, unlike decodeURIComponent. */
const percentDecoded = (text: string) =>
  text.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** With cookies that this fetch was given, behind those of the caller. */
export function withCookies(headers: Record<string, string>, cookies: string): Record<string, string> {
  if (cookies === '') return headers
  const cookieHeader = Object.entries(headers).find(([name]) => name.toLowerCase() === 'cookie')
  return { ...headers, [cookieHeader?.[0] ?? 'cookie']: cookieHeader ? `${cookieHeader[1]}; ${cookies}` : cookies }
}

/** For a hop to another origin: without what is always secret, and without `configured`, in lower case. */
export function withoutCredentials(headers: Record<string, string>, configured: string[] = []): Record<string, string> {
  const secret = new Set(['authorization', 'cookie', 'proxy-authorization', ...configured])
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !secret.has(name.toLowerCase())))
}

/** Redirect URIs of OAuth clients (RFC 8252, RFC 9700): which may be registered, and which of them a request may name. */

const MAX_LENGTH = 500
const HTTPS = /^https:\/\/[a-z0-9.-]+(?::\d{1,5})?(?=[/?]|$)/i
const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?(?=[/?]|$)/
/** A native app's private scheme, as `com.example.app:/` or `cursor://`. */
const PRIVATE = /^([a-z][a-z0-9+.-]*):\/\/?[^/]/i
/** Schemes that a browser opens itself, or hands to anything but the app that registered. */
const FOREIGN = new Set(
  'about blob chrome data file filesystem ftp http https intent jar javascript mailto resource tel vbscript view-source ws wss'.split(
    ' ',
  ),
)

/** Neither a fragment, nor userinfo, nor a character that means anything to HTML or a header. */
export function isRedirectUri(text: string): boolean {
  if (text.length > MAX_LENGTH || !/^[\x21-\x7e]+$/.test(text) || /["'#<>\\^`{|}]/.test(text)) return false
  if (!URL.canParse(text)) return false
  if (HTTPS.test(text) || LOOPBACK.test(text)) return true
  const scheme = PRIVATE.exec(text)?.[1]
  return scheme !== undefined && !FOREIGN.has(scheme.toLowerCase())
}

const withoutPort = (uri: string) => uri.replace(LOOPBACK, '$1')

/** Character for character; of a loopback address the port is free, since a program takes the one it gets. */
export const matchesRedirectUri = (registered: readonly string[], uri: string): boolean =>
  registered.includes(uri) ||
  (LOOPBACK.test(uri) && registered.some((one) => LOOPBACK.test(one) && withoutPort(one) === withoutPort(uri)))

/** The host that an answer goes to; null for a program on the reader's own device. */
export const redirectHost = (uri: string): string | null => (HTTPS.test(uri) ? new URL(uri).host : null)

/** As a source of CSP's `form-action`, which has no notation for IPv6. */
export function redirectSource(uri: string): string {
  const { protocol, origin, hostname } = new URL(uri)
  return /^https?:$/.test(protocol) && !hostname.startsWith('[') ? origin : protocol
}

/** The address with parameters added: all of it that was registered stays as it is. */
export const withParameters = (uri: string, parameters: Record<string, string>): string =>
  `${uri}${uri.includes('?') ? '&' : '?'}${new URLSearchParams(parameters)}`

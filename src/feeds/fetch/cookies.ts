/** Cookies of one fetch (RFC 6265): what a redirect sets goes back to the same site, and is forgotten with the fetch. */
import { isIP } from 'node:net'
import { getPublicSuffix } from 'tldts'
import { registrableDomain } from '../../domain/text/url.ts'

interface Cookie {
  name: string
  value: string
  host: string
  /** Sent to `host` alone, not to hosts below it. */
  hostOnly: boolean
  path: string
  secure: boolean
  site: string
}

export interface Cookies {
  /** Takes the `Set-Cookie` headers of an answer from `url`. */
  store(url: URL, headers: string[]): void
  /** For the `Cookie` header of a request to `url`; empty where there is none. */
  headerFor(url: URL): string
}

/** Of names and values together; what comes beyond is not kept. */
const MAX_BYTES = 8 * 1024
const MAX_HEADERS = 50
const NAME = /^[!#$%&'*+.^_`|~\w-]+$/
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

export function createCookies(): Cookies {
  const jar = new Map<string, Cookie>()
  return {
    store(url, headers) {
      for (const header of headers.slice(0, MAX_HEADERS)) {
        const found = parseCookie(url, header)
        if (!found) continue
        const { cookie, expired } = found
        const id = [cookie.name, cookie.host, cookie.path].join('\n')
        jar.delete(id)
        const size = [...jar.values(), cookie].reduce((sum, { name, value }) => sum + name.length + value.length, 0)
        if (!expired && size <= MAX_BYTES) jar.set(id, cookie)
      }
    },
    headerFor: (url) =>
      [...jar.values()]
        .filter((cookie) => isFor(cookie, url))
        .sort((a, b) => b.path.length - a.path.length)
        .map(({ name, value }) => `${name}=${value}`)
        .join('; '),
  }
}

function isFor({ host, hostOnly, path, secure, site }: Cookie, url: URL): boolean {
  if (site !== registrableDomain(url.href) || (secure && url.protocol !== 'https:')) return false
  const hostFits = url.hostname === host || (!hostOnly && url.hostname.endsWith(`.${host}`))
  const rest = url.pathname.startsWith(path) ? url.pathname.slice(path.length) : null
  return hostFits && rest !== null && (rest === '' || path.endsWith('/') || rest.startsWith('/'))
}

/** Null for a cookie that this answer may not set. */
function parseCookie(url: URL, header: string): { cookie: Cookie; expired: boolean } | null {
  const [pair = '', ...rest] = header.split(';')
  const [name, value] = halves(pair)
  const attributes = new Map(rest.map((part) => halves(part)).map(([key, text]) => [key.toLowerCase(), text]))
  const secure = attributes.has('secure')
  const domain = attributes.get('domain')?.replace(/^\./, '').toLowerCase() ?? ''
  const path = attributes.get('path') ?? ''
  if (!pair.includes('=') || !NAME.test(name) || !VALUE.test(value) || (secure && url.protocol !== 'https:'))
    return null
  if (domain !== '' && !mayName(url.hostname, domain)) return null
  if (/^__(secure|host)-/i.test(name) && !secure) return null
  if (/^__host-/i.test(name) && (domain !== '' || path !== '/')) return null
  const cookie = {
    ...{ name, value, secure, site: registrableDomain(url.href) },
    ...{ host: domain || url.hostname, hostOnly: domain === '' || (domain === url.hostname && isAlone(domain)) },
    path: path.startsWith('/') ? path : defaultPath(url),
  }
  return { cookie, expired: isExpired(attributes) }
}

function halves(text: string): [string, string] {
  const at = text.indexOf('=')
  return at < 0 ? [text.trim(), ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}

/** A host names itself, or a domain above it that is no public suffix. */
const mayName = (host: string, domain: string) =>
  host === domain || (isIP(host) === 0 && host.endsWith(`.${domain}`) && !isAlone(domain))

/** An address, a bare name or a public suffix: nothing below it is the same site. */
const isAlone = (host: string) => isIP(host) !== 0 || getPublicSuffix(host, { allowPrivateDomains: true }) === host

/** RFC 6265, 5.1.4. */
const defaultPath = ({ pathname }: URL) => pathname.slice(0, Math.max(1, pathname.lastIndexOf('/')))

function isExpired(attributes: Map<string, string>): boolean {
  const age = attributes.get('max-age')
  if (age !== undefined && /^-?\d+$/.test(age)) return Number(age) <= 0
  return Date.parse(attributes.get('expires') ?? '') <= Date.now()
}

/** Cookies of one fetch (RFC 6265): what a redirect sets goes back to the same site, and is forgotten with the fetch. */
import { Cookie, CookieJar } from 'tough-cookie'
import { registrableDomain } from '../text/url.ts'

export interface Cookies {
  /** Takes the `Set-Cookie` headers of an answer from `url`. */
  store(url: URL, headers: string[]): void
  /** For the `Cookie` header of a request to `url`; empty where there is none. */
  headerFor(url: URL): string
}

/** Of names and values together; what comes beyond is not kept. */
const MAX_BYTES = 8 * 1024
const MAX_HEADERS = 50
/** RFC 9110, 5.5 and 5.6.2: a header that carries a cookie back; the library takes more, as browsers do. */
const FIELD = /^[\t\x20-\x7e\x80-\xff]*$/
const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/

/** A jar for each site: an address without a name is one with its port alone. */
export function createCookies(): Cookies {
  const jars = new Map<string, CookieJar>()
  let bytes = 0
  const jarOf = ({ href }: URL) => {
    const site = registrableDomain(href)
    const jar = jars.get(site) ?? new CookieJar(null, { prefixSecurity: 'strict', allowSpecialUseDomain: true })
    jars.set(site, jar)
    return jar
  }
  return {
    store(url, headers) {
      for (const header of headers.slice(0, MAX_HEADERS)) {
        const cookie = FIELD.test(header) ? Cookie.parse(header) : undefined
        const size = cookie ? cookie.key.length + cookie.value.length : 0
        if (!cookie || !TOKEN.test(cookie.key) || bytes + size > MAX_BYTES) continue
        if (jarOf(url).setCookieSync(cookie, url.href, { ignoreError: true })) bytes += size
      }
    },
    headerFor: (url) => jarOf(url).getCookieStringSync(url.href),
  }
}

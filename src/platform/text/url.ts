/** Rules for addresses: cleaning a link, the key two links share, the publisher behind a host. No network. */
import { decodeHTMLStrict } from 'entities'
import { getDomain, parse } from 'tldts'

const TRACKING_NAME =
  /^(utm_.*|mtm_.*|pk_(campaign|kwd|source|medium|content)|piwik_.*|hsa_.*|_hs(enc|mi|fp)|__hs.*|fb(clid|_.*)|gclid|gclsrc|dclid|gbraid|wbraid|gad_source|msclkid|yclid|twclid|ttclid|li_fat_id|igshid|igsh|mc_(cid|eid)|mkt_tok|vero_id|oly_(anon|enc)_id|_openstat|wt[._](mc|zmc).*|at_(medium|campaign|custom\d|link.*|bbc_team|ptr_name|format|ref.*)|s_?cid|cmp(id)?|ncid|ito|xtor|ns_(mchannel|source|campaign|linkname|fee)|guccounter|guce_referr?er.*|__twitter_impression|ref_src|ref_url|sr_share|spm|smid|srnd|trk(info)?|_ga|_gl|yptr|ocid|emc|wprss|feature=emb_.*)$/i
const TRACKING_VALUE =
  /^(ref|source|src|from|via|partner|campaign|medium|cm_mmc|rss|feed)=(rss|feed|atom|feedburner|twitter|facebook|newsletter|social|share)?$|^rss=(1|true)$/i
/** In fragments of no element: Echobox, CBS, and what else would be a parameter. */
const TRACKING_FRAGMENT = /^(echobox|ftag|intcid|link_time|ref|tk)=/i
const AMP_PARAMETER = /^(amp|amp=(1|true|amp)?|outputType=amp|mode=amp|platform=amp)$/i

/** The address behind `feed:`, as browsers and lists of sources write it; other addresses as they are. */
export const withoutFeedScheme = (address: string): string =>
  address
    .trim()
    .replace(/^feed:(\/\/)?(?=https?:)/i, '')
    .replace(/^feed:(\/\/)?(?=[^/])/i, 'http://')

/** Absolute http(s) address without tracking parameters or credentials, or null when there is none in `raw`. */
export function cleanUrl(raw: string, base?: string): string | null {
  const url = parseHttp(repairAddress(raw), base)
  if (!url) return null
  filterQuery(url, (pair) => !isTracking(pair))
  filterFragment(url)
  return url.href
}

const REFERENCE = /&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,8});/gi
/** Of `http://` and `https://`, as often as it is repeated, complete or not. */
const SCHEMES = /^(?:https?\s*(?::+|;?(?=[\\/]{2}))[\s\\/]*)+/i
const HOST = /^(\[[\da-f:.]+\]|[^\s/?#@]*\.[^\s/?#.]|localhost\b)/i

/** The address that was meant: escaped once too often, broken over lines, with two schemes or half of one. */
export function repairAddress(raw: string): string {
  let text = raw
  for (let round = 0; round < 3 && text.includes('&'); round++)
    text = text.replace(REFERENCE, (reference) => decodeHTMLStrict(reference))
  text = text.replace(/[\r\n\t]+\s*|[\u200b\u2060\ufeff]/g, '').trim()
  const schemes = SCHEMES.exec(text)?.[0] ?? ''
  const rest = text.slice(schemes.length)
  const scheme = schemes.match(/https?/gi)?.at(-1)
  if (scheme && (HOST.test(rest) || schemes.includes('://'))) return `${scheme}://${rest}`
  return /^www\.[^\s/?#]+\.[a-z]{2,}([/?#]|$)/i.test(text) ? `https://${text}` : text
}

/**
 * The key by which two links to one page are the same: for comparing, not for following.
 * Host without `www.`, mobile and AMP forms, no default port, fragment, tracking parameter or trailing slash,
 * https for http, parameters in order. A text that is no web address is returned trimmed.
 */
export function canonicalUrl(raw: string): string {
  const parsed = parseHttp(raw)
  if (!parsed) return raw.trim()
  const url = outOfAmpCache(parsed)
  if (!url.port) url.protocol = 'https:'
  url.hash = ''
  url.hostname = withoutVariantLabels(url.hostname)
  url.pathname = url.pathname
    .replace(/\/{2,}/g, '/')
    .replace(/\.amp(\.html?)?$/i, '$1')
    .replace(/(.)\/amp\/?$/i, '$1')
  filterQuery(url, (pair) => !isTracking(pair) && !AMP_PARAMETER.test(pair))
  url.search = url.search.slice(1).split('&').sort().join('&')
  return (url.search ? url.href.replace('/?', '?') : url.href).replace(/\/$/, '')
}

/** The publisher's domain under the public suffix list; an IP address or a bare host name as it is, with its port. */
export function registrableDomain(hostOrUrl: string): string {
  const text = hostOrUrl.trim().toLowerCase()
  const url = parseHttp(/^[a-z][a-z\d+.-]*:\/\//.test(text) ? text : `http://${text}`)
  if (!url) return text
  return getDomain(url.hostname, { allowPrivateDomains: true }) ?? url.host
}

function parseHttp(raw: string, base?: string): URL | null {
  const text = raw.trim()
  if (text === '') return null
  const url = URL.parse(text, base)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '') return null
  url.username = ''
  url.password = ''
  return url
}

/** Works on the text, so that a parameter that stays keeps its own way of being encoded. */
function filterQuery(url: URL, isRetained: (pair: string) => boolean): void {
  if (url.search === '') return
  const pairs = url.search.slice(1).split('&')
  const retained = pairs.filter(isRetained)
  if (retained.length < pairs.length) url.search = retained.join('&')
}

/** Names of elements and views stay; a text fragment (`:~:`) belongs to one reader's search. */
function filterFragment(url: URL): void {
  const pairs = url.hash.slice(1).replace(/:~:.*/, '').split('&')
  const retained = pairs.filter((pair) => !isTracking(bare(pair)) && !TRACKING_FRAGMENT.test(bare(pair)))
  const fragment = retained.join('&')
  if (fragment !== url.hash.slice(1)) url.hash = fragment
}

const bare = (pair: string) => pair.replace(/^\?/, '')

function isTracking(pair: string): boolean {
  return TRACKING_NAME.test(pair.split('=', 1)[0] ?? '') || TRACKING_VALUE.test(pair)
}

/** `google.com/amp/s/host/path` and `host.cdn.ampproject.org/c/s/host/path` name the page in their path. */
function outOfAmpCache(url: URL): URL {
  const inGoogle = /(^|\.)google\.[a-z.]+$/.test(url.hostname) && /^\/amp\/(s\/)?(.+)/.exec(url.pathname)
  const inCache = url.hostname.endsWith('.cdn.ampproject.org') && /^\/[cv]\/(s\/)?(.+)/.exec(url.pathname)
  const found = inGoogle || inCache
  if (!found) return url
  return parseHttp(`${found[1] ? 'https' : 'http'}://${found[2]}${url.search}`) ?? url
}

function withoutVariantLabels(hostname: string): string {
  const { subdomain, domain } = parse(hostname, { allowPrivateDomains: true })
  if (!subdomain || !domain) return hostname
  const labels = subdomain.split('.')
  while (labels[0] && /^(www\d?|m|mobile?|mobil|amp)$/.test(labels[0])) labels.shift()
  return [...labels.filter((label, at) => at === 0 || label !== 'm'), domain].join('.')
}

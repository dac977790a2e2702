/**
 * A page's HTML, reduced in one pass: the declarations of its head, and a body without scripts, images and deep
 * nesting, small and shallow enough for a document tree. The result is for reading text from, never for showing.
 */
import { Parser } from 'htmlparser2'
import { metaReservation } from '../../../platform/fetch/rights/reservation.ts'
import { UNSHOWN } from '../../../platform/text/shown.ts'
import { repairAddress, withoutFeedScheme } from '../../../platform/text/url.ts'
import { createImageFinder, isShown } from './shown-image.ts'
import { type PageSigns, signsCollector } from './signs.ts'

export interface PageHead {
  title: string
  language: string | null
  /** Absolute http(s) addresses, as the page names them; the image is else the first that its article shows. */
  imageUrl: string | null
  canonicalUrl: string | null
  /** The head's reservation of the page from machines, or null. */
  reservation: string | null
  /** Feeds that the head names, in its order. */
  feeds: { url: string; title: string }[]
}

export interface SlimPage {
  head: PageHead
  signs: PageSigns
  html: string
}

/** Deeper elements are unwrapped: Readability's work grows with the square of the depth. */
const DEEPEST = 150
const SILENT = new Set([...UNSHOWN, 'embed', 'applet', 'map'])
const UNWRAPPED = new Set(['html', 'head', 'body', 'meta', 'link', 'base', 'frameset', 'frame'])
const TEXT = new Set(['article', 'main'])
const BESIDE = new Set(['nav', 'footer', 'aside'])
/** Cells that stand side by side; in text a blank keeps them apart. */
const CELLS = new Set(['td', 'th', 'dt', 'dd'])
const VOID = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'source', 'track', 'wbr'])
const RETAINED_ATTRIBUTES = ['class', 'id', 'href', 'role', 'itemprop', 'style', 'hidden', 'aria-hidden', 'rel', 'alt']

type Attributes = Record<string, string>

/** Takes time in proportion to the length of `html`, save for very deep nesting. `withShadows` keeps declarative shadow roots. */
export function slimPage(html: string, url: string, agent = '', withShadows = false): SlimPage {
  const head = headCollector(url, agent)
  const signs = signsCollector(url)
  const body = bodyWriter(withShadows)
  const images = createImageFinder()
  const position = trackPosition()
  let title: string | null = null
  const parser = new Parser({
    onopentag(name, attributes) {
      head.element(name, attributes)
      position.open(name)
      if (position.isText()) images.element(name, attributes)
      signs.open(name, attributes, body.inside())
      if (name === 'title') title ??= ''
      body.open(name, attributes)
    },
    ontext(text) {
      if (body.inside() === 'title' && title !== null && title.length < 1000) title += text
      signs.text(text)
      body.text(text)
    },
    onclosetag(name) {
      position.close(name)
      signs.close(name)
      body.close(name)
    },
  })
  parser.end(html)
  const found = { ...head.result(images.result()), title: (title ?? '').replace(/\s+/g, ' ').trim() }
  const opening = `<!doctype html><html><head><title>${escaped(found.title)}</title></head><body>`
  return {
    head: found,
    signs: { ...signs.result(), name: `${found.title}${signs.result().name}`.trim() },
    html: `${opening}${body.result()}</body></html>`,
  }
}

/** Tracks the page's own text: elsewhere are logos and other articles. */
function trackPosition() {
  let inside = 0
  let beside = 0
  let headed = false
  const count = (name: string, step: number) => {
    if (TEXT.has(name)) inside += step
    if (BESIDE.has(name)) beside += step
  }
  return {
    open: (name: string) => count(name, 1),
    close(name: string) {
      count(name, -1)
      headed ||= name === 'h1'
    },
    isText: () => (inside > 0 || headed) && beside === 0,
  }
}

function bodyWriter(withShadows: boolean) {
  const parts: string[] = []
  /** For each open element whether its end tag is to be written. */
  const written: boolean[] = []
  let depth = 0
  let silent: { name: string; depth: number } | null = null
  return {
    inside: () => silent?.name ?? null,
    open(name: string, attributes: Attributes) {
      const isShadow = withShadows && name === 'template' && 'shadowrootmode' in attributes
      if (silent) silent.depth++
      else if (SILENT.has(name) && !isShadow) silent = { name, depth: 1 }
      else {
        const write = !UNWRAPPED.has(name) && !isShadow && depth < DEEPEST
        written.push(write)
        if (write) parts.push(`<${name}${retainedAttributes(attributes)}>`)
        if (write) depth++
      }
    },
    text(text: string) {
      if (!silent) parts.push(escaped(text))
    },
    close(name: string) {
      if (CELLS.has(name) && !silent) parts.push(' ')
      if (silent) {
        if (--silent.depth === 0) silent = null
      } else if (written.pop()) {
        depth--
        if (!VOID.has(name)) parts.push(`</${name}>`)
      }
    },
    result: () => parts.join(''),
  }
}

function retainedAttributes(attributes: Attributes): string {
  const retained = RETAINED_ATTRIBUTES.flatMap((name) => {
    const value = attributes[name]
    return value === undefined ? [] : [` ${name}="${escaped(value.slice(0, 300))}"`]
  })
  return retained.join('')
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '')

const IMAGE_NAMES = ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src']
const FEED_TYPE = /^application\/(rss\+xml|atom\+xml|rdf\+xml|feed\+json)|^text\/xml/i

function headCollector(pageUrl: string, agent: string) {
  const meta = new Map<string, string>()
  const feeds: PageHead['feeds'] = []
  let base = pageUrl
  let language: string | null = null
  let canonical: string | null = null
  let reservation: string | null = null
  const link = ({ rel = '', href = '', type = '', title = '' }: Attributes) => {
    const relations = rel.toLowerCase().split(/\s+/)
    if (relations.includes('canonical')) canonical ??= href
    const isFeed = relations.includes('alternate') && FEED_TYPE.test(type.trim())
    const address = isFeed && feeds.length < 50 ? httpUrl(withoutFeedScheme(href), base) : null
    if (address) feeds.push({ url: address, title: title.slice(0, 300) })
  }
  return {
    element(name: string, attributes: Attributes) {
      if (name === 'html') language ??= attributes.lang ?? attributes['xml:lang'] ?? null
      else if (name === 'base') base = httpUrl(attributes.href, pageUrl) ?? base
      else if (name === 'link') link(attributes)
      else if (name === 'meta') {
        noteMeta(meta, attributes)
        reservation ??= metaReservation(metaName(attributes), attributes.content ?? '', agent)
      }
    },
    result(firstImage: string | null) {
      const named = IMAGE_NAMES.flatMap((name) => meta.get(name) ?? []).filter(isShown)
      const image = [...named, firstImage].flatMap((address) => httpUrl(address, base) ?? [])[0] ?? null
      const canonicalUrl = httpUrl(canonical, base) ?? httpUrl(meta.get('og:url'), base)
      return {
        language: languageOf(language ?? meta.get('content-language') ?? meta.get('og:locale') ?? ''),
        imageUrl: image,
        canonicalUrl: canonicalUrl !== null && namesAPage(canonicalUrl, pageUrl) ? canonicalUrl : null,
        feeds,
        reservation,
      }
    },
  }
}

const metaName = ({ property, name, 'http-equiv': equivalent }: Attributes) => property || name || equivalent || ''

function noteMeta(meta: Map<string, string>, attributes: Attributes): void {
  const name = metaName(attributes).trim().toLowerCase()
  const content = attributes.content?.trim()
  if (name && content && content.length <= 2000 && !meta.has(name) && meta.size < 500) meta.set(name, content)
}

/** Some sites name their front page as the canonical address of everything. */
const namesAPage = (canonical: string, pageUrl: string) =>
  new URL(canonical).pathname !== '/' || new URL(canonical).search !== '' || new URL(pageUrl).pathname === '/'

const languageOf = (tag: string) => /^([a-z]{2,3})(?![a-z])/i.exec(tag.trim())?.[1]?.toLowerCase() ?? null

function httpUrl(text: string | null | undefined, base: string): string | null {
  const url = text ? URL.parse(repairAddress(text), base) : null
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}

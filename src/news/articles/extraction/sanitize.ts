/** Untrusted HTML → HTML without anything active: words, structure, links and images. */
import sanitize from 'sanitize-html'
import { withoutUnshown } from '../../../platform/text/shown.ts'
import { escapeHtml, plainText } from '../../../platform/text/text.ts'
import { cleanUrl } from '../../../platform/text/url.ts'
import { imageAddress } from './shown-image.ts'

const TAGS =
  'a abbr b blockquote br caption cite code dd del div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s small span strong sub sup table tbody td tfoot th thead time tr u ul'
const DROPPED_WITH_TEXT = 'script style textarea option noscript template svg math title head'

/** Tags that nest deeper than this are an attack or an error: their text is retained without them. */
const MAX_DEPTH = 500

class TooDeep extends Error {}

/** Parts that a browser does not show go. Links and images come out absolute, http(s) only and without tracking; counters of one pixel go. */
export function sanitizeHtml(html: string, baseUrl: string): string {
  if (!/[<&]/.test(html)) return html.trim()
  try {
    return sanitized(withoutUnshown(html), baseUrl)
  } catch (error) {
    if (error instanceof TooDeep) return escapeHtml(plainText(html))
    throw error
  }
}

function sanitized(html: string, baseUrl: string): string {
  let depth = 0
  const clean = sanitize(html, {
    allowedTags: TAGS.split(' '),
    allowedAttributes: {
      a: ['href', 'title', 'hreflang'],
      img: ['src', 'alt', 'title', 'width', 'height'],
      time: ['datetime'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan', 'scope'],
      '*': ['lang', 'dir'],
    },
    allowedSchemes: ['http', 'https'],
    allowProtocolRelative: false,
    nonTextTags: DROPPED_WITH_TEXT.split(' '),
    nestingLimit: 100,
    onOpenTag: () => {
      depth += 1
      if (depth > MAX_DEPTH) throw new TooDeep()
    },
    onCloseTag: () => {
      depth -= 1
    },
    transformTags: {
      a: (_, attributes) => withLink(attributes, baseUrl),
      img: (_, attributes) => withImage(attributes, baseUrl),
    },
    exclusiveFilter: (frame) => frame.tag === 'img' && (!frame.attribs.src || isPixel(frame.attribs)),
  })
  return clean.trim()
}

function withLink({ href, ...others }: sanitize.Attributes, baseUrl: string): sanitize.Tag {
  const url = href === undefined ? null : cleanUrl(href, baseUrl || undefined)
  return { tagName: 'a', attribs: url ? { ...others, href: url } : others }
}

/** An image that shows nothing of the text may still represent a character of it, as its `alt` tells. */
function withImage({ src = '', ...others }: sanitize.Attributes, baseUrl: string): sanitize.Tag {
  const url = cleanUrl(imageAddress({ src, ...others }) ?? src, baseUrl || undefined)
  return { tagName: 'img', attribs: url ? { ...others, src: url } : others }
}

const isPixel = ({ width, height }: sanitize.Attributes) =>
  /^[01](px)?$/.test(width ?? '') || /^[01](px)?$/.test(height ?? '')

/** Rules for text: HTML to plain text, excerpts, slugs, fingerprints. Nothing here produces HTML. */
import { createHash } from 'node:crypto'
import { Parser } from 'htmlparser2'
import { withoutInvisible } from './invisible.ts'
import { normalForm } from './normal-form.ts'
import { withoutUnshown } from './shown.ts'

const INLINE =
  /^(a|abbr|acronym|b|bdi|bdo|big|cite|code|data|del|dfn|em|font|i|ins|kbd|mark|nobr|q|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var|wbr)$/

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is being removed
const UNFIT_FOR_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/g

/** Without what no XML document may hold, escaped or not (XML 1.0, 2.2): one such character makes all of it unreadable. */
export const fitForXml = (text: string): string => text.toWellFormed().replace(UNFIT_FOR_XML, '')

/** Text of an HTML fragment that a browser shows: tags stripped, entities decoded once, white space folded. */
export function plainText(html: string): string {
  return foldSpace(/[<&]/.test(html) ? textContent(html) : html)
}

/** Invisible characters removed, every run of white space one blank, trimmed, no half surrogate pair. */
export function foldSpace(text: string): string {
  return withoutInvisible(text)
    .replace(/[\s\u0085]+/g, ' ')
    .trim()
    .toWellFormed()
}

/** Tags that nest deeper than this are an attack or an error; a parser's time grows with the square of the depth. */
const MAX_DEPTH = 500

class TooDeep extends Error {}

function textContent(html: string): string {
  try {
    return parsedText(withoutUnshown(html))
  } catch (error) {
    if (error instanceof TooDeep) return html.replace(/<[^<>]*>?/g, ' ')
    throw error
  }
}

function parsedText(html: string): string {
  const parts: string[] = []
  let depth = 0
  const parser = new Parser(
    {
      onopentagname(name) {
        depth += 1
        if (depth > MAX_DEPTH) throw new TooDeep()
        if (!INLINE.test(name)) parts.push(' ')
      },
      ontext(text) {
        parts.push(text)
      },
      onclosetag(name) {
        depth -= 1
        if (!INLINE.test(name)) parts.push(' ')
      },
    },
    { decodeEntities: true, recognizeCDATA: true, recognizeSelfClosing: true },
  )
  parser.end(html)
  return parts.join('')
}

/** Plain text of at most `max` characters (UTF-16); see {@link shorten}. */
export const excerpt = (html: string, max = 500): string => shorten(plainText(html), max)

/** Cut after a sentence or else after a word with an ellipsis. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text
  const head = text.slice(0, max)
  const sentence = /^.*[.!?…]["”’»)]*(?=\s)/s.exec(text.slice(0, max + 1))?.[0]
  if (sentence && sentence.length <= max && sentence.length >= max / 2) return sentence
  const words = head.slice(0, max - 1)
  const lastSpace = words.lastIndexOf(' ')
  const cut = lastSpace > max / 2 ? words.slice(0, lastSpace) : words
  return `${cut.toWellFormed().replace(/[\s,;:–—\ufffd-]+$/, '')}…`
}

const FOLDED: Record<string, string> = { æ: 'ae', ø: 'o', ß: 'ss', đ: 'd', ð: 'd', þ: 'th', ł: 'l', œ: 'oe', ı: 'i' }

/** Lower-case ASCII words joined by hyphens, at most 80 characters; empty when the text has no Latin letter or digit. */
export function slugify(text: string): string {
  const ascii = normalForm(text)
    .toLowerCase()
    .replace(/[æøßđðþłœı]/g, (letter) => FOLDED[letter] ?? '')
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  if (ascii.length <= 80) return ascii
  const cut = ascii.slice(0, 81)
  return cut.slice(0, Math.max(cut.lastIndexOf('-'), 0) || 80)
}

/** Hexadecimal SHA-256 of the text as UTF-8. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

export function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}

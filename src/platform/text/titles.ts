/** Titles and names as plain text: markup and references that publishers encoded once too often, and a title for what has none. */
import { decodeHTMLStrict } from 'entities'
import { normalForm } from './normal-form.ts'
import { excerpt, plainText } from './text.ts'

/** A reference that is complete; `?a=1&b=2` holds none. */
const REFERENCE = /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,30});/gi
/** A reference that is spoken of, as in “&amp;”. */
const QUOTED = /(?<=["'“”‘’«»`(])&(?=[#a-z0-9]{2,32};["'“”‘’«»`)])/gi
const TAG = /<(\/?)([a-z][a-z0-9-]*)\b([^<>]*)>/gi
/** They stand without an end tag by the standard. */
const ENDLESS = /^(br|wbr|hr|img|p|li)$/i
/** More is no title. */
const MAX_MARKUP = 20_000

/**
 * Plain text of a title's HTML. References that are left after it was decoded were encoded too often and are decoded
 * again, at most twice, but not a single one between quotation marks. A tag is markup where it is closed or has
 * attributes; a lone `<b>` is a word of the title.
 */
export function plainTitle(html: string): string {
  let text = plainText(withLoneTags(html.slice(0, MAX_MARKUP)))
  for (let round = 0; round < 2; round++) {
    const again = text.replace(QUOTED, '&amp;').replace(REFERENCE, (reference) => decodeHTMLStrict(reference))
    if (again === text) break
    text = plainText(withLoneTags(again.replace(QUOTED, '&amp;')))
  }
  return text
}

/** The markup with tags that are words written as text. */
function withLoneTags(html: string): string {
  if (!html.includes('<')) return html
  const opened = new Set<string>()
  const closed = new Set<string>()
  for (const [, slash, name = ''] of html.matchAll(TAG)) (slash ? closed : opened).add(name.toLowerCase())
  return html.replace(TAG, (tag, slash: string, name: string, rest: string) => {
    const other = (slash ? opened : closed).has(name.toLowerCase())
    const markup = other || ENDLESS.test(name) || /=|\/$/.test(rest)
    return markup ? tag : tag.replace('<', '&lt;')
  })
}

/** True where there is something to see: white space, fillers, marks alone and what has no width are nothing. */
export const isVisible = (text: string): boolean =>
  /[^\s\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)

/** True for a title that a reader can use: it has a letter, a digit or an emoji, and is no bare address. */
export const isNamed = (title: string): boolean =>
  /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(normalForm(title)) && !/^https?:\/\/\S+$/i.test(title.trim())

const MAX_TITLE = 80

/** Title of an item that came without one: its first sentence, at most 80 characters, cut at a word. */
export function titleFromText(text: string): string {
  const plain = text.replace(/^\s+/, '')
  const sentence = /^.{8,}?(?:[.!?…]["”’»)]*(?=\s)|\n|$)/su.exec(plain.slice(0, 1000))?.[0] ?? plain
  const escaped = sentence.trim().replace(/&/g, '&amp;').replace(/</g, '&lt;')
  return excerpt(escaped, MAX_TITLE).replace(/(?<![.])\.$/, '')
}

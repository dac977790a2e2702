/** Parts of an HTML fragment of which a browser shows no text: its code, fallbacks, controls and what is hidden. Pure. */
import { Parser } from 'htmlparser2'

/** The fallback of a frame or a film is for browsers of the last century, a button or its label for its form. */
export const UNSHOWN: ReadonlySet<string> = new Set(
  (
    'script style template svg math title noscript noembed noframes iframe video audio object canvas datalist ' +
    'select optgroup option textarea button label legend progress meter rp'
  ).split(' '),
)
const HIDING = /(^|;)\s*(display\s*:\s*none|(content-)?visibility\s*:\s*(hidden|collapse))/i
const LIKELY = new RegExp(`<(${[...UNSHOWN].join('|')}|dialog)[\\s/>]|\\shidden\\b|display\\s*:|visibility\\s*:`, 'i')
/** They end without an end tag too: at another element, or code at the end of the text. */
const NEEDS_NO_END = /^(p|li|dt|dd|t[dhr]|option|optgroup|rp|script|style|template|svg|math)$/
/** A parser reads all behind them as text. */
const RAW = /<(iframe|noembed|noframes|textarea|title)\b[^<>]*>/gi
/** Words go on behind them. */
const WITHIN_WORDS = /^(script|style|template|svg|math|rp|a|b|i|u|s|em|strong|span|font|small|su[bp]|time|wbr)$/
/** A parser's time grows with the square of the depth. */
const MAX_DEPTH = 500

const isUnshown = (name: string, attributes: Record<string, string>): boolean =>
  UNSHOWN.has(name) ||
  'hidden' in attributes ||
  (name === 'dialog' && !('open' in attributes)) ||
  HIDING.test(attributes.style ?? '')

/** The fragment without them. An element that is never closed is a word of the text, and would swallow the rest. */
export function withoutUnshown(given: string): string {
  if (!LIKELY.test(given)) return given
  const lower = given.toLowerCase()
  const lastEnds = new Map<string, number>()
  const isClosed = (name: string, at: number) => {
    if (!lastEnds.has(name)) lastEnds.set(name, lower.lastIndexOf(`</${name}`))
    return NEEDS_NO_END.test(name) || (lastEnds.get(name) ?? -1) > at
  }
  const html = given.replace(RAW, (tag: string, name: string, at: number) =>
    isClosed(name.toLowerCase(), at) ? tag : ' '.repeat(tag.length),
  )
  const shown: string[] = []
  let from = 0
  let depth = 0
  let hiddenAt = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1
        if (depth > MAX_DEPTH) parser.pause()
        if (hiddenAt > 0 || !isUnshown(name, attributes) || !isClosed(name, parser.startIndex)) return
        hiddenAt = depth
        shown.push(html.slice(from, parser.startIndex), WITHIN_WORDS.test(name) ? '' : ' ')
      },
      onclosetag(_name, implied) {
        if (hiddenAt === depth) {
          hiddenAt = 0
          from = implied ? parser.startIndex : parser.endIndex + 1
        }
        depth -= 1
      },
    },
    { recognizeCDATA: true, recognizeSelfClosing: true },
  )
  parser.end(html)
  return depth > MAX_DEPTH ? html : shown.join('') + (hiddenAt > 0 ? '' : html.slice(from))
}

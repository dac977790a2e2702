/** The element of a page that holds its article: Readability's choice, held against what the feed says of the article. */
import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { type About, shareHeld } from './words-of-feed.ts'

const MOST_ELEMENTS = 30_000
/** Readability's own threshold: with less than this it takes in comments and boxes that it had left out. */
const THRESHOLD = 500
const SHORTEST_NOTICE = 80
const HELD = 0.5
const NEARLY_ALL = 0.8
/** Characters of a page in which the feed's words are looked for. */
const LARGEST = 200_000
/** Where the feed does not say how long the article is. */
const UNKNOWN = 200

/**
 * The article's text, made from its HTML by `asText`. A short one is the article where it has what the feed says of it; only
 * otherwise is the page searched for more.
 */
export function findMainText(html: string, about: About, asText: (html: string) => string): string {
  const strict = readable(html, 1, asText)
  if (strict.length >= THRESHOLD) return strict
  const held = shareHeld(about, strict)
  if (strict.length >= enoughFor(about) && held >= HELD) return strict
  const wide = readable(html, THRESHOLD, asText)
  const wideHeld = shareHeld(about, wide)
  if (about.text !== '' && wideHeld < HELD) return asText(smallestWith(html, about)) || wide
  return strict.length >= UNKNOWN && held > 0 && wideHeld <= held ? strict : wide
}

function readable(html: string, charThreshold: number, asText: (html: string) => string): string {
  const { document } = parseHTML(html)
  const options = { maxElemsToParse: MOST_ELEMENTS, disableJSONLD: true, charThreshold }
  return asText(new Readability(document, options).parse()?.content ?? '')
}

/** A feed's text is the whole notice, or its beginning. */
const enoughFor = ({ text }: About) =>
  text === '' ? SHORTEST_NOTICE : Math.min(THRESHOLD, Math.max(SHORTEST_NOTICE, 0.8 * text.length))

type Block = ReturnType<typeof parseHTML>['document']['body']

/** HTML of the smallest block that has nearly all of the feed's words; empty where none has. */
function smallestWith(html: string, about: About): string {
  const { document } = parseHTML(html)
  const has = (element: Block) => shareHeld(about, element.textContent ?? '') >= NEARLY_ALL
  let found: Block = document.body
  if ((found.textContent ?? '').length > LARGEST || !has(found)) return ''
  for (;;) {
    const inner = [...found.children].find(has)
    if (!inner) break
    found = inner
  }
  const block = found.closest('p, span, em, strong')?.parentElement ?? found
  return block.tagName === 'BODY' ? found.outerHTML : block.outerHTML
}

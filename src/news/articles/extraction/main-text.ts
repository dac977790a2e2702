/**
 * The element of a page that contains its article: Readability's choice, checked against the feed's content about it.
 */
import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { type About, coverageOf } from './words-of-feed.ts'

const MAX_ELEMENTS = 30_000
/** Readability's own threshold: with less than this it takes in comments and boxes that it had left out. */
const THRESHOLD = 500
const MIN_NOTICE_LENGTH = 80
const MIN_COVERAGE = 0.5
const NEARLY_ALL = 0.8
/** Characters of a page in which the feed's words are looked for. */
const LARGEST = 200_000
/** For a feed without the article's length. */
const UNKNOWN = 200

/** Boxes by their element or its class; one that contains the feed's words is no box. */
const BOXES = ['comment', 'newsletter', 'promo', 'related']
  .flatMap((name) => [`[class*="${name}" i]`, `[id*="${name}" i]`])
  .concat('aside', 'form')
  .join(',')
const COMPLETE = 'article, main, [role="main"], [itemprop="articleBody"]'

/**
 * The article's text, made from its HTML by `asText`. A short one is the article where it has the feed's words about
 * it; only otherwise is the page searched for more.
 */
export function findMainText(html: string, about: About, asText: (html: string) => string): string {
  const strict = readable(html, 1, asText)
  if (strict.length >= THRESHOLD) return strict
  const notice = readable(withoutBoxes(html, about), 1, asText)
  if (notice.length >= enoughFor(about) && coverageOf(about, notice) >= MIN_COVERAGE) return notice
  const wide = readable(html, THRESHOLD, asText)
  const coverage = coverageOf(about, strict)
  return strict.length >= UNKNOWN && coverage > 0 && coverageOf(about, wide) <= coverage ? strict : wide
}

function readable(html: string, charThreshold: number, asText: (html: string) => string): string {
  const { document } = parseHTML(html)
  const options = { maxElemsToParse: MAX_ELEMENTS, disableJSONLD: true, charThreshold }
  return asText(new Readability(document, options).parse()?.content ?? '')
}

/** A feed's text is the whole notice, or its beginning. */
const enoughFor = ({ text }: About) =>
  text === '' ? MIN_NOTICE_LENGTH : Math.min(THRESHOLD, Math.max(MIN_NOTICE_LENGTH, 0.8 * text.length))

/** The page, or where a part of it has nearly all of the feed's text that part, without comments and other boxes. */
function withoutBoxes(html: string, about: About): string {
  const { document } = parseHTML(html)
  const covers = (element: Block, share: number) => coverageOf(about, element.textContent ?? '') >= share
  if ((document.body.textContent ?? '').length > LARGEST) return html
  for (const box of document.querySelectorAll(BOXES)) if (!covers(box, MIN_COVERAGE)) box.remove()
  const part = about.text === '' ? document.body : smallest(document.body, (element) => covers(element, NEARLY_ALL))
  return `<html><body>${(part.closest(COMPLETE) ?? part).outerHTML}</body></html>`
}

type Block = ReturnType<typeof parseHTML>['document']['body']

/** The smallest block that fits; a paragraph's neighbours belong to it. */
function smallest(root: Block, fits: (element: Block) => boolean): Block {
  let found = root
  for (;;) {
    const inner: Block | undefined = [...found.children].find(fits)
    if (!inner) break
    found = inner
  }
  return found.closest('p, span, em, strong')?.parentElement ?? found
}

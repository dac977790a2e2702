/** The main text of an article page, as paragraphs. Runs in the page worker, since the input may be hostile. */
import { Readability } from '@mozilla/readability'
import { convert } from 'html-to-text'
import { parseHTML } from 'linkedom'
import { slimPage } from './slim.ts'

export interface PageText {
  /** Paragraphs with a blank line between; empty where the page has no readable article. */
  text: string
  imageUrl: string | null
  language: string | null
  canonicalUrl: string | null
  /** Where the page reserves itself from machines, or null. */
  reservation: string | null
}

const MOST_ELEMENTS = 30_000
/** Less is a notice, a teaser or a cookie question, not an article. */
const SHORTEST_ARTICLE = 200
const LONGEST_TEXT = 200_000

/** `url` is where the page was found; addresses in it are resolved against that. `agent` is our product token. */
export function readPage(html: string, url: string, agent: string): PageText {
  const { head, html: slim } = slimPage(html, url, agent)
  const { imageUrl, language, canonicalUrl, reservation } = head
  return { text: mainText(slim), imageUrl, language, canonicalUrl, reservation }
}

function mainText(html: string): string {
  const { document } = parseHTML(html)
  const article = new Readability(document, { maxElemsToParse: MOST_ELEMENTS, disableJSONLD: true }).parse()
  const text = withoutLinesAbove(asParagraphs(article?.content ?? '').split('\n\n')).join('\n\n')
  return text.length < SHORTEST_ARTICLE ? '' : text.slice(0, LONGEST_TEXT).toWellFormed()
}

const ENDS_AS_SENTENCE = /[.!?…:;。！？؟۔।]["'”’»)\]]*$/
/** A headline or a byline is hardly as long. */
const LEAST_PARAGRAPH = 120

/** Headline, byline and date end as no sentence does; they stand above the first paragraph that is one. */
function withoutLinesAbove(paragraphs: string[]): string[] {
  const ends = (paragraph: string) => ENDS_AS_SENTENCE.test(paragraph)
  const first = paragraphs.findIndex((paragraph) => paragraph.length >= LEAST_PARAGRAPH && ends(paragraph))
  return paragraphs.filter((paragraph, at) => at >= first || ends(paragraph))
}

function asParagraphs(html: string): string {
  const text = convert(html, {
    wordwrap: false,
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
      { selector: 'table', format: 'block' },
    ],
  })
  return text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

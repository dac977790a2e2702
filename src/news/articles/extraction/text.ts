/** The main text of an article page, as paragraphs. Runs in the page worker, since the input may be hostile. */
import { convert } from 'html-to-text'
import { findMainText } from './main-text.ts'
import type { PageSigns } from './signs.ts'
import { type SlimPage, slimPage } from './slim.ts'
import { type About, coverageOf } from './words-of-feed.ts'

export interface PageText extends Omit<PageSigns, 'articleBody'> {
  /** Paragraphs with a blank line between; empty where the page has no readable article. */
  text: string
  imageUrl: string | null
  language: string | null
  canonicalUrl: string | null
  /** The page's reservation from machines, or null. */
  reservation: string | null
}

/** Less is a notice, a teaser or a cookie question, not an article. */
const MIN_ARTICLE_LENGTH = 200
/** A notice with the feed's own words may be as short. */
const MIN_NOTICE_LENGTH = 80
const MAX_TEXT_LENGTH = 200_000

interface PageContext {
  /** The feed's content about the article. */
  about: About
  /** Our product token, as a meta element may name it. */
  agent: string
}

/** `url` is where the page was found; addresses in it are resolved against that. */
export function readPage(html: string, url: string, context: PageContext): PageText {
  const page = slimPage(html, url, context.agent)
  const { imageUrl, language, canonicalUrl, reservation } = page.head
  const { articleBody: _, ...signs } = page.signs
  return { text: bestText(html, url, page, context), imageUrl, language, canonicalUrl, reservation, ...signs }
}

/** Of the page itself; where that has none, or none of the feed's words, of its shadow roots and of its JSON-LD. */
function bestText(html: string, url: string, page: SlimPage, { about, agent }: PageContext): string {
  const main = asText(page.html, about)
  if (isAbout(main, about)) return main
  const shadows = html.includes('shadowrootmode') ? asText(slimPage(html, url, agent, true).html, about) : ''
  const body = cut(page.signs.articleBody, about)
  const others = [shadows, body].filter((text) => text !== '')
  return others.find((text) => isAbout(text, about)) ?? (main || (others[0] ?? ''))
}

const isAbout = (text: string, about: About) => text !== '' && coverageOf(about, text) >= 0.5

const asText = (html: string, about: About) => cut(findMainText(html, about, mainText), about)

const mainText = (html: string) => withoutLinesAbove(asParagraphs(html).split('\n\n')).join('\n\n')

function cut(text: string, about: About): string {
  const minimum = coverageOf(about, text) >= 0.5 ? MIN_NOTICE_LENGTH : MIN_ARTICLE_LENGTH
  return text.length < minimum ? '' : text.slice(0, MAX_TEXT_LENGTH).toWellFormed()
}
const ENDS_AS_SENTENCE = /[.!?…:;。！？؟۔।]["'”’»)\]]*$/
/** A headline or a byline is hardly as long. */
const MIN_PARAGRAPH = 120

/** Headline, byline and date end as no sentence does; they stand above the first paragraph that is one. */
function withoutLinesAbove(paragraphs: string[]): string[] {
  const ends = (paragraph: string) => ENDS_AS_SENTENCE.test(paragraph)
  const first = paragraphs.findIndex((paragraph) => paragraph.length >= MIN_PARAGRAPH && ends(paragraph))
  return paragraphs.filter((paragraph, at) => at >= first || ends(paragraph))
}

function asParagraphs(html: string): string {
  const text = convert(html, {
    wordwrap: false,
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
      ...['table', 'tr', 'dt', 'dd', 'caption', 'figcaption', 'summary'].map((selector) => ({
        selector,
        format: 'block',
      })),
    ],
  })
  return text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Checks that the text of a page belongs to its article: the part that does, or the reason why none does. */

import type { Lexicon } from '../../../platform/text/thesaurus.ts'
import { canonicalUrl } from '../../../platform/text/url.ts'
import { articleText, distinctiveTerms, isAbout, isForeignTo, shinglesOf } from '../rules/unshared-text.ts'
import type { PagePrint } from '../writes/page-prints.ts'
import type { Extracted } from './extract.ts'

export interface PageItem {
  url: string
  title: string
  /** The feed's own text; empty where it gives none. */
  feedText: string
  language: string | null
}

/** Characters of a page with little text. */
const LITTLE = 1200

const DOUBTS = {
  moved: 'it was found elsewhere, and its text does not tell of the item',
  noindex: 'it is short, not to be indexed, and does not tell of the item',
  login: 'it is short, wants a login, and does not tell of the item',
}

/** Refusals by this begin so: the console and the status page name them. */
export const notTheArticle = (why: string) => `Not the article: ${why}`

export function printOf(
  articleId: number,
  item: PageItem,
  page: Pick<Extracted, 'url' | 'canonicalUrl'>,
  text: string,
): PagePrint {
  const canonical = page.canonicalUrl === null ? null : canonicalUrl(page.canonicalUrl)
  const host = new URL(page.url).host.replace(/^www\./, '')
  return { articleId, host, address: canonicalUrl(item.url), canonical, shingles: Int32Array.from(shinglesOf(text)) }
}

/** A text's own part, or why it has none. `prints` are of the same host. */
export function checkShared(
  lexicon: Lexicon,
  item: PageItem,
  text: string,
  print: PagePrint,
  prints: readonly PagePrint[],
): { text: string } | { refused: string } {
  const others = new Set(othersOf(print, prints).flatMap(({ shingles }) => [...shingles]))
  const unshared = articleText({ terms: termsOf(lexicon, item), text: item.feedText }, text, others)
  return unshared === ''
    ? { refused: notTheArticle('other pages of the site have the same text.') }
    : { text: unshared }
}

/** Why the page cannot be the item's, whatever other pages have; null where it may be. */
export function checkAlone(lexicon: Lexicon, item: PageItem, page: Extracted, text: string): string | null {
  const terms = termsOf(lexicon, item)
  const isLittle = page.doubt === 'moved' || text.length < LITTLE
  const canDecide = page.doubt === 'moved' || terms.length > 0
  if (page.doubt && isLittle && canDecide && !isAbout(terms, text, 0.25)) return notTheArticle(`${DOUBTS[page.doubt]}.`)
  const sameLanguage = !page.language || !item.language || page.language === item.language
  const title = distinctiveTerms(lexicon.in(item.language), item.title, '')
  return isForeignTo({ terms, title }, { text, name: page.name }, sameLanguage)
    ? notTheArticle("it has hardly a word of the item's title and description.")
    : null
}

const termsOf = (lexicon: Lexicon, { title, feedText, language }: PageItem) =>
  distinctiveTerms(lexicon.in(language), title, feedText)

const othersOf = (print: PagePrint, prints: readonly PagePrint[]) =>
  prints.filter((other) => other.articleId !== print.articleId && !isOnePage(print, other))

/** A stand-in may name itself as canonical: that counts only where it is the other item's address. */
const isOnePage = (one: PagePrint, other: PagePrint) =>
  one.address === other.address || one.canonical === other.address || other.canonical === one.address

const MIN_NEWLY_SHARED = 10

/** Pages that share with this one what no third page has: they were judged without knowing of it. */
export function newlyShared(print: PagePrint, prints: readonly PagePrint[]): number[] {
  const others = othersOf(print, prints)
  const printed = new Set(print.shingles)
  const counts = new Map<number, number>()
  for (const { shingles } of others)
    for (const shingle of shingles) if (printed.has(shingle)) counts.set(shingle, (counts.get(shingle) ?? 0) + 1)
  return others.flatMap(({ articleId, shingles }) => {
    const fresh = shingles.filter((shingle) => counts.get(shingle) === 1)
    return fresh.length >= MIN_NEWLY_SHARED ? articleId : []
  })
}

/**
 * Editorial checks of guides that are otherwise in order. Their words are those of guides/wording.yaml; products, chips
 * and dates are those of the guides. Pure.
 */
import { againstChips, againstSummary, chipPattern } from './chip-checks.ts'
import { at, finds, isQuestion, type Page, type Shelf, summaryOf } from './editorial-page.ts'
import type { Guide, GuideViolation } from './guide.ts'
import { sentencesOfGuide } from './guide-sentences.ts'
import { againstMembers, outdatedNewest, staleComparisons, staleFacts } from './line-checks.ts'
import { namedProducts } from './mentions.ts'
import type { Wording } from './wording.ts'

export function editorialViolations(guides: readonly Guide[], wording: Wording): GuideViolation[] {
  const pages = guides.map((guide) => ({ guide, sentences: sentencesOfGuide(guide) }))
  const shelf: Shelf = {
    bySlug: new Map(pages.map((page) => [page.guide.slug, page])),
    names: namedProducts(guides),
    chips: chipPattern(guides),
    wording,
  }
  return pages.flatMap((page) => [
    ...unsourced(page, shelf),
    ...outdatedNewest(page, shelf),
    ...staleComparisons(page, shelf),
    ...againstMembers(page, shelf),
    ...againstChips(page, shelf),
    ...againstSummary(page, shelf),
    ...rumorsAsFacts(page, shelf),
    ...againstRecord(page, shelf),
    ...staleFacts(page, shelf),
    ...wrongStatements(page, shelf),
    ...wideNames(page, pages),
  ])
}

/** A summary cannot cite: its superlative needs a cited sentence with the same word. */
function unsourced(page: Page, { wording: { sourced } }: Shelf): GuideViolation[] {
  const cited = page.sentences.filter(({ isMarked }) => isMarked).map(({ text }) => text.toLowerCase())
  const inSummary = finds(sourced, page.guide.summary)
  const hasSource = (word: string) => cited.some((text) => text.includes(word.toLowerCase()))
  return [
    ...(inSummary && !hasSource(inSummary) ? [at(page, 'summary', `"${inSummary}" has no source in the text`)] : []),
    ...page.sentences
      .filter((sentence) => !sentence.isMarked && !isQuestion(sentence))
      .flatMap(({ text, line }) => {
        const word = finds(sourced, text)
        return word ? [at(page, line, `"${word}" has no source: cite one, mark it [?] or leave it out`)] : []
      }),
  ]
}

/** A sentence on something to come without a source, a mark or the one who claims it. */
function rumorsAsFacts(page: Page, { wording: { coming, attributed } }: Shelf): GuideViolation[] {
  return page.sentences
    .filter((sentence) => !sentence.isMarked && !isQuestion(sentence))
    .flatMap(({ text, line }) => {
      const word = finds(coming, text)
      return word && !attributed?.test(text) ? [at(page, line, `"${word}" is no fact yet: name the source`)] : []
    })
}

/** Failed rumors in the text, where its record has no wrong one. */
function againstRecord(page: Page, { wording: { missed } }: Shelf): GuideViolation[] {
  const { rumors } = page.guide
  if (rumors.length === 0 || rumors.some(({ verdict }) => verdict === 'wrong')) return []
  return page.sentences
    .filter(({ isMarked }) => !isMarked)
    .flatMap(({ text, line }) => {
      const word = finds(missed, text)
      return word ? [at(page, line, `"${word}": no rumor of the record was wrong`)] : []
    })
}

/** A name of one common word, which guides of other families use too: news of theirs would be shown here. */
function wideNames(page: Page, pages: readonly Page[]): GuideViolation[] {
  const { guide } = page
  if (guide.pageType !== 'rumor' && guide.pageType !== 'product_hub') return []
  return guide.names
    .filter((name) => /^\p{L}+$/u.test(name))
    .flatMap((name) => {
      const word = new RegExp(`(?<!\\p{L})${name}(?!\\p{L})`, 'iu')
      const other = pages.find((each) => each.guide.family !== guide.family && word.test(each.guide.body))
      return other ? [at(page, 'names', `"${name}" is a word of /${other.guide.slug} too`)] : []
    })
}

/** Words that are not used, and statements that were found wrong once. */
function wrongStatements(page: Page, { wording }: Shelf): GuideViolation[] {
  return [...page.sentences, summaryOf(page)].flatMap(({ text, line }) => [
    ...wording.instead
      .filter(({ word }) => word.test(text))
      .map(({ word, use }) => at(page, line, `"${finds(word, text)}": write "${use}"`)),
    ...wording.statements
      .filter(({ words, unless }) => words.test(text) && !unless?.test(text))
      .map(({ words, why }) => at(page, line, `"${finds(words, text)}": ${why}`)),
  ])
}

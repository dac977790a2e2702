/**
 * Features of an event for stories: its anchors, and the share of its headlines with each term. Pure; stored with the
 * event.
 */

import { wordsOf } from '../../../platform/text/phrases.ts'
import { nameTermsOf, termsOf } from '../../../platform/text/terms.ts'
import type { Lexicon } from '../../../platform/text/thesaurus.ts'
import { type ArticleKind, isNewsKind, SIDE_KINDS } from '../../topic/rules/kinds.ts'
import { type Anchors, anchorsOf, type Reported } from './anchors.ts'
import { isRegion } from './regions.ts'

export interface ReportedArticle extends Reported {
  publisher: string
  kind: ArticleKind | null
}

export interface EventFeatures extends Anchors {
  publishers: string[]
  isNews: boolean
  /** Weight by term: tags, names, numbers and words of its headlines. */
  terms: Record<string, number>
  /**
   * Words of its headlines that are no names: beside a name they may decide the subject of a storyline; as they are
   * written.
   */
  words: Record<string, string>
}

/** One of deals or instructions only, and one without articles, has no terms and joins nothing. */
export function featuresOf(lexicon: Lexicon, reported: ReportedArticle[]): EventFeatures {
  const publishers = [...new Set(reported.map(({ publisher }) => publisher))]
  const isNews = reported.some(({ kind }) => isNewsKind(kind))
  if (reported.every(({ kind }) => SIDE_KINDS.has(kind)))
    return { publishers, isNews, names: [], written: {}, leading: [], terms: {}, words: {} }
  const anchors = anchorsOf(lexicon, reported)
  const { terms, forms } = headlineTerms(lexicon, reported)
  const isWord = (term: string) => /^=?\p{L}{4}/u.test(term) && !lexicon.common.has(term) && !(term in anchors.written)
  const words = Object.fromEntries(Object.entries(forms).filter(([term]) => isWord(term)))
  return { ...anchors, publishers, isNews, terms, words }
}

/** Each term's weight, and the word that it was first read in. */
function headlineTerms(lexicon: Lexicon, reported: Reported[]) {
  const terms: Record<string, number> = {}
  const forms: Record<string, string> = {}
  const add = (term: string, weight: number) => {
    terms[term] = (terms[term] ?? 0) + weight / reported.length
  }
  for (const { title, tags, language } of reported) {
    for (const tag of tags) add(`#${tag}`, 1.2)
    for (const [i, word] of wordsOf(title).entries()) {
      const named = /\p{N}/u.test(word.text) || (i > 0 && /^\p{Lu}/u.test(word.text))
      for (const term of (named ? nameTermsOf : termsOf)(lexicon.in(language), word.text)) {
        add(term, named ? 1 : 0.6)
        if (!isRegion(word.folded, language)) forms[term] ??= word.folded
      }
    }
  }
  return { terms, forms }
}

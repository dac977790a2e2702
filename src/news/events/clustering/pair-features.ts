/** Features of an article for clustering: its terms, and the release that it names. Pure; stored with the article. */

import { type Facts, factsOf } from '../../../platform/text/facts.ts'
import { wordsOf } from '../../../platform/text/phrases.ts'
import { normaliseNumbers, termsOf } from '../../../platform/text/terms.ts'
import type { Lexicon } from '../../../platform/text/thesaurus.ts'
import { isRoundup } from './roundup.ts'

export interface ArticleText {
  title: string
  text: string
  /** ISO 639-1, or null when unknown. */
  language: string | null
}

export interface Features {
  language: string | null
  /** Terms of the title and of the text that mean the same in every language: numbers and concepts. */
  title: string[]
  text: string[]
  /** Names in the form that all languages share. Only reports in two languages are compared by these. */
  names?: { title: string[]; text: string[] } | undefined
  /** The other words, and names by their stems. */
  titleWords: string[]
  textWords: string[]
  /** Of many unrelated things: it joins no event. */
  roundup?: boolean | undefined
  titleFacts: Facts
  /** Of title and text together. */
  facts: Facts
  /** Its words as they are written, but for stop words. What was stored before they were read has none. */
  letters?: { title: string[]; text: string[] } | undefined
}

/** Characters of a text, behind its title. */
export const MAX_READ = 600
const MAX_LETTERS = 250
const OPENING = 40

/** The excerpt is dense but often short; the original repeats it. Many an excerpt is its beginning. */
export function textToRead(excerpt: string, original: string | null): string {
  if (!original) return excerpt
  return original.startsWith(excerpt.slice(0, OPENING)) ? original : `${excerpt}\n${original}`
}

export function featuresOf(all: Lexicon, article: ArticleText): Features {
  const lexicon = all.in(article.language)
  const title = normaliseNumbers(article.title)
  const text = normaliseNumbers(article.text.slice(0, MAX_READ))
  const combined = `${title}\n${text}`
  const names = namesOf(lexicon, combined)
  const inTitle = termsOf(lexicon, title)
  const seen = new Set(inTitle)
  const inText = termsOf(lexicon, text).filter((term) => !seen.has(term))
  const portable = (term: string) => /^[=\p{N}]/u.test(term)
  const formsOf = (terms: string[]) => [...new Set(terms.flatMap((term) => names.get(term) ?? []))]
  return {
    language: article.language,
    title: inTitle.filter(portable),
    text: inText.filter(portable),
    names: { title: formsOf(inTitle), text: formsOf(inText) },
    titleWords: inTitle.filter((term) => !portable(term)),
    textWords: inText.filter((term) => !portable(term)),
    roundup: isRoundup(lexicon, article.title),
    titleFacts: factsOf(lexicon, title),
    facts: factsOf(lexicon, combined),
    letters: { title: lettersOf(lexicon, title), text: lettersOf(lexicon, text.slice(0, MAX_LETTERS)) },
  }
}

const lettersOf = (lexicon: Lexicon, text: string): string[] =>
  wordsOf(text).flatMap(({ folded }) => (folded.length < 2 || lexicon.stop.has(folded) ? [] : folded))

/** By its stem the shared form of each word that is written with a capital, or is known as a name. */
function namesOf(lexicon: Lexicon, text: string): Map<string, string> {
  const names = new Map<string, string>()
  for (const word of wordsOf(text))
    for (const term of termsOf(lexicon, word.text))
      if (/^\p{L}/u.test(term) && (/\p{Lu}/u.test(word.text) || lexicon.listed.has(term)))
        names.set(term, lexicon.nameForm(term === lexicon.stem(word.folded) ? word.folded : term))
  return names
}

/** A text as comparable words: numbers in one form, stems, concepts, parts of compounds. Pure. */

import { normalForm } from './normal-form.ts'
import { type Word, wordsOf } from './phrases.ts'
import type { Lexicon } from './thesaurus.ts'

const MIN_COMPOUND_LENGTH = 9
const MIN_PART_LENGTH = 4

/** "7 495", "7,495" and "7.495 kr" → 7495; "4,5" → 4.5. */
export function normaliseNumbers(text: string): string {
  return normalForm(text)
    .replace(
      /(?<![\d.,])(\d{1,3})((?:[ \u00a0\u202f]\d{3})+)(?![\d])/g,
      (_, head, rest) => head + rest.replace(/\D/g, ''),
    )
    .replace(/(?<![\d.,])(\d{1,3})((?:,\d{3})+)(?![\d,])/g, (_, head, rest) => head + rest.replace(/,/g, ''))
    .replace(/(\d),(\d)/g, '$1.$2')
}

/** Comparable terms of a text, each once, in order of appearance. */
export function termsOf(lexicon: Lexicon, text: string): string[] {
  const terms = new Set<string>()
  for (const word of wordsOf(text)) for (const term of termsOfWord(lexicon, word)) terms.add(term)
  return [...terms]
}

/** Terms of a word that is a name, by the form that all languages share. */
export function nameTermsOf(lexicon: Lexicon, text: string): string[] {
  const forms = wordsOf(text).flatMap((word) => {
    const stemmed = lexicon.stem(word.folded)
    return termsOfWord(lexicon, word).map((term) => (term === stemmed ? lexicon.nameForm(word.folded) : term))
  })
  return [...new Set(forms)]
}

function termsOfWord(lexicon: Lexicon, word: Word): string[] {
  if (lexicon.stop.has(word.folded) || word.folded.length < 2) return []
  const concept = conceptOf(lexicon, word.folded)
  return concept ? [concept] : [lexicon.stem(word.folded), ...partsOf(lexicon, word.folded)]
}

function conceptOf(lexicon: Lexicon, word: string): string | undefined {
  const concept = lexicon.concepts.get(word) ?? lexicon.concepts.get(lexicon.stem(word))
  return concept === undefined ? undefined : `=${concept}`
}

/** "Icloudhaveriet" → icloud, =outage: both parts must be known, a joining s may stand between them. */
function partsOf(lexicon: Lexicon, word: string): string[] {
  if (word.length < MIN_COMPOUND_LENGTH || /\P{L}/u.test(word)) return []
  for (let at = word.length - MIN_PART_LENGTH; at >= MIN_PART_LENGTH; at--) {
    const tail = partOf(lexicon, word.slice(at))
    const head =
      tail &&
      (partOf(lexicon, word.slice(0, at)) ??
        (word[at - 1] === 's' ? partOf(lexicon, word.slice(0, at - 1)) : undefined))
    if (tail && head) return [head, tail]
  }
  return []
}

function partOf(lexicon: Lexicon, word: string): string | undefined {
  if (word.length < MIN_PART_LENGTH) return undefined
  const stemmed = lexicon.stem(word)
  return conceptOf(lexicon, word) ?? (lexicon.listed.has(stemmed) || lexicon.common.has(stemmed) ? stemmed : undefined)
}

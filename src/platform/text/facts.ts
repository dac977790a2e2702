/** The release that a text is about: versions and stages of a release. Pure. */

import { type Word, wordsOf } from './phrases.ts'
import type { Lexicon } from './thesaurus.ts'

export interface Facts {
  /** `line version`, as in "ios 26.3.1", "iphone 17e", "series 11". */
  versions: string[]
  /** Test versions: "b2" a second beta, "pb" a public one of no stated number, "rc". */
  stages: string[]
}

const VERSION = /^(\p{N}{1,3}(\.\p{N}+)*\p{L}?|\p{N}{4,}\p{L}|[a-z]\p{N}{1,2})$/u

/** `text` has its numbers normalised. */
export function factsOf(lexicon: Lexicon, text: string): Facts {
  const words = wordsOf(text)
  return {
    versions: unique(words.flatMap((_, at) => versionAt(lexicon, words, at))),
    stages: unique(words.flatMap((_, at) => stageAt(lexicon, words, at))),
  }
}

const unique = <T>(list: T[]): T[] => [...new Set(list)]

function isName(lexicon: Lexicon, word: Word | undefined): word is Word {
  if (!word || !/^\p{Lu}|\p{Ll}\p{Lu}/u.test(word.text)) return false
  const stemmed = lexicon.stem(word.folded)
  if (lexicon.listed.has(stemmed)) return true
  return !lexicon.stop.has(word.folded) && !lexicon.common.has(stemmed) && !lexicon.concepts.has(stemmed)
}

function versionAt(lexicon: Lexicon, words: Word[], at: number): string[] {
  const word = words[at]
  if (!word || !VERSION.test(word.folded)) return []
  if (/^\p{L}/u.test(word.folded))
    return /^\p{Lu}/u.test(word.text) ? [`${word.folded[0]} ${word.folded.slice(1)}`] : []
  const before = words[at - 1]
  if (!isName(lexicon, before) || word.start - before.end !== 1 || counts(lexicon, words[at + 1])) return []
  return [`${lexicon.nameForm(before.folded)} ${word.folded}`]
}

const AMOUNTS = ['percent', 'year', 'month', 'week', 'day', 'hour', 'minute', 'country']

/** True for what turns the number before it into an amount: "320 million", "60 dagar". */
function counts(lexicon: Lexicon, next: Word | undefined): boolean {
  if (!next) return false
  const concept = lexicon.concepts.get(next.folded) ?? lexicon.concepts.get(lexicon.stem(next.folded)) ?? ''
  return lexicon.amounts.has(next.folded) || AMOUNTS.includes(concept)
}

function stageAt(lexicon: Lexicon, words: Word[], at: number): string[] {
  const word = words[at]
  if (!word) return []
  if (word.folded === 'rc' || (word.folded === 'release' && words[at + 1]?.folded === 'candidate')) return ['rc']
  if (lexicon.concepts.get(word.folded) !== 'beta' && lexicon.concepts.get(lexicon.stem(word.folded)) !== 'beta')
    return []
  const before = words.slice(Math.max(0, at - 5), at)
  const open = before.slice(-3).some((w) => lexicon.concepts.get(lexicon.stem(w.folded)) === 'public')
  const after = /^\d{1,2}$/.exec(words[at + 1]?.folded ?? '')?.[0]
  const number = after ?? before.map((w) => lexicon.ordinals.get(w.folded)).findLast((n) => n !== undefined)
  return open || number !== undefined ? [`${open ? 'pb' : 'b'}${number ?? ''}`] : []
}

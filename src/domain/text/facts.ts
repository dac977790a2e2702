/** The hard facts of a text: products, versions, stages of a release, codes, prices, persons. Pure. */

import type { VocabularyTag } from '../articles/vocabulary.ts'
import type { Lexicon } from './lexicon.ts'
import { findPhrases, type Word, wordsOf } from './phrases.ts'

export interface Facts {
  /** Slugs of the products, systems and services that are named. */
  products: string[]
  /** `line version`, as in "ios 26.3.1", "iphone 17e", "series 11". */
  versions: string[]
  /** Test versions: "b2" a second beta, "pb" a public one of no stated number, "rc". */
  stages: string[]
  /** Codes that stand for one thing only: "a2940", "23e5228e", "cve-2026-20417". */
  codes: string[]
  /** `currency amount`, as in "dollar 2399". */
  prices: string[]
  /** Full names in lower case. */
  persons: string[]
}

const VERSION = /^(\p{N}{1,3}(\.\p{N}+)*\p{L}?|\p{N}{4,}\p{L}|[a-z]\p{N}{1,2})$/u
const CODE = /^(?=(?:.*\p{N}){3}|\p{N}+\p{L}+\p{N}{2})(?=.*\p{L})[\p{L}\p{N}]{4,}$/u
const UNIT = /^\p{N}+(\.\p{N}+)?(\p{L}{1,2}|mah|mbps|gbps|bit|core|[kmg]hz|mpx)$/u
const ADVISORY = /\bCVE-\d{4}-\d{3,}\b/giu

/** `text` has its numbers normalised. */
export function factsOf(lexicon: Lexicon, text: string): Facts {
  const found = findPhrases(lexicon.vocabulary.phrases, text)
  const named = found.map(({ value }) => value).filter((tag): tag is VocabularyTag => tag !== null)
  const words = wordsOf(text)
  const known = named.filter((tag) => tag.kind === 'person').map((tag) => tag.name.toLowerCase())
  return {
    products: unique(named.filter((tag) => tag.kind === 'product' || tag.kind === 'software').map((tag) => tag.slug)),
    versions: unique(words.flatMap((_, at) => versionAt(lexicon, words, at))),
    stages: unique(words.flatMap((_, at) => stageAt(lexicon, words, at))),
    codes: unique([
      ...words.map((word) => word.folded).filter((word) => CODE.test(word) && !UNIT.test(word)),
      ...Array.from(text.matchAll(ADVISORY), ([advisory]) => advisory.toLowerCase()),
    ]),
    prices: unique(words.flatMap((_, at) => priceAt(lexicon, words, at, text))),
    persons: unique([...known, ...personsOf(lexicon, words, text)]),
  }
}

const unique = <T>(list: T[]): T[] => [...new Set(list)]

function isName(lexicon: Lexicon, word: Word | undefined): word is Word {
  if (!word || !/^\p{Lu}|\p{Ll}\p{Lu}/u.test(word.text)) return false
  const stemmed = lexicon.stem(word.folded)
  if (lexicon.known.has(stemmed)) return true
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

/** True for what turns the number before it into an amount: "320 million", "60 dagar". */
function counts(lexicon: Lexicon, next: Word | undefined): boolean {
  if (!next) return false
  const concept = lexicon.concepts.get(next.folded) ?? lexicon.concepts.get(lexicon.stem(next.folded)) ?? ''
  return (
    lexicon.magnitudes.has(next.folded) ||
    lexicon.currencies.has(next.folded) ||
    ['percent', 'year', 'month', 'week', 'day', 'hour', 'minute', 'country'].includes(concept)
  )
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

function priceAt(lexicon: Lexicon, words: Word[], at: number, text: string): string[] {
  const word = words[at]
  const parts = /^(\d+(?:\.\d+)?)([a-z]*)$/.exec(word?.folded ?? '')
  if (!word || !parts) return []
  const [next, afterNext] = [words[at + 1]?.folded ?? '', words[at + 2]?.folded ?? '']
  const attached = lexicon.magnitudes.get(parts[2] ?? '')
  const magnitude = attached ?? lexicon.magnitudes.get(next) ?? 1
  const symbol = /(\p{L}{0,2}\p{Sc}|\b\p{Lu}\p{L}{1,2} ?)$/u.exec(
    text.slice(Math.max(0, word.start - 4), word.start),
  )?.[0]
  const named = lexicon.magnitudes.has(next) && !attached ? afterNext : next
  const currency = lexicon.currencies.get(symbol?.trim().toLowerCase() ?? '') ?? lexicon.currencies.get(named)
  return currency ? [`${currency} ${Number(parts[1]) * magnitude}`] : []
}

/** Two or three capitalised words in a row that are no usual words. Headlines In Title Case tell nothing. */
function personsOf(lexicon: Lexicon, words: Word[], text: string): string[] {
  const long = words.filter((word) => word.text.length > 3)
  if (long.filter((word) => /^\p{Lu}/u.test(word.text)).length > 0.75 * long.length) return []
  const persons: string[] = []
  for (let at = 0; at < words.length; at++) {
    let end = at
    while (
      isPersonal(lexicon, words[end]) &&
      (end === at || text.slice(words[end - 1]?.end, words[end]?.start) === ' ')
    )
      end++
    if (end - at === 2 || end - at === 3)
      persons.push(
        words
          .slice(at, end)
          .map((word) => word.folded)
          .join(' '),
      )
    at = Math.max(at, end - 1)
  }
  return persons
}

const isPersonal = (lexicon: Lexicon, word: Word | undefined): boolean =>
  isName(lexicon, word) && /^\p{Lu}[\p{Ll}’']+$/u.test(word.text) && !lexicon.known.has(lexicon.stem(word.folded))

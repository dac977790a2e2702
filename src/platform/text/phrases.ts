/** Finds configured words and phrases in running text. Pure; knows no topic and no language. */
import { type Inflection, UNINFLECTED } from '../languages/inflection.ts'
import { normalForm } from './normal-form.ts'

/**
 * Phrase as the content files write it. `=Word` must have this very case, `Word*` may go on ("iPhone*" finds
 * "iPhonefodral"), `Word!` is not inflected, `^Word` must come first of all. `Word @` is a person's name: a surname or
 * an age follows. Phrases of up to four characters that contain a capital or a digit ("Mac", "AI", "M4") keep their
 * case.
 */
export interface Phrase<T> {
  words: Word[]
  value: T
  exact: boolean
  open: boolean
  first: boolean
  /** Endings that the last word may carry; null where it may carry none. */
  inflection: Inflection | null
  named: boolean
}

export interface Word {
  text: string
  folded: string
  start: number
  end: number
}

export interface Found<T> {
  value: T
  /** Offsets in the text's normal form. */
  start: number
  end: number
}

/** Phrases by the first two letters of their first word, longest first. */
export type PhraseIndex<T> = Map<string, Phrase<T>[]>

// A decimal number and a trailing plus belong to the word: "26.1", "TV+".
const WORD = /[\p{L}\p{N}]+(?:[.,]\p{N}+)*\+?/gu
const GAP = /^[\s\-‐‑–/&'’]{1,3}$/u

/** Offsets are those in the text's normal form. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = []
  for (const { 0: word, index } of normalForm(text).matchAll(WORD))
    words.push({ text: word, folded: word.toLowerCase(), start: index, end: index + word.length })
  return words
}

export function parsePhrase<T>(written: string, value: T, inflection: Inflection = UNINFLECTED): Phrase<T> {
  const core = normalForm(written)
    .replace(/^[=^]/, '')
    .replace(/([*!]| @)$/, '')
  return {
    words: wordsOf(core),
    value,
    exact: written.startsWith('=') || (core.length <= 4 && /[\p{Lu}\p{N}]/u.test(core)),
    open: written.endsWith('*'),
    first: written.startsWith('^'),
    inflection: /[!@]$/.test(written) ? null : inflection,
    named: written.endsWith(' @'),
  }
}

/** A phrase without a letter or digit cannot be found and is left out. */
export function indexPhrases<T>(phrases: Iterable<Phrase<T>>): PhraseIndex<T> {
  const index: PhraseIndex<T> = new Map()
  for (const phrase of phrases) {
    const key = bucketOf(phrase.words[0])
    if (key === undefined) continue
    const bucket = index.get(key)
    if (bucket) bucket.push(phrase)
    else index.set(key, [phrase])
  }
  for (const bucket of index.values())
    bucket.sort(
      (a, b) => b.words.length - a.words.length || lengthOf(b) - lengthOf(a) || Number(b.named) - Number(a.named),
    )
  return index
}

const bucketOf = (word: Word | undefined) => word?.folded.slice(0, 2)
const lengthOf = (phrase: Phrase<unknown>) => phrase.words.reduce((sum, word) => sum + word.text.length, 0)

/** Every phrase in reading order; the longest wins where several begin, and none overlap. */
export function findPhrases<T>(index: PhraseIndex<T>, text: string): Found<T>[] {
  const normal = normalForm(text)
  const words = wordsOf(normal)
  const found: Found<T>[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    const phrase = index
      .get(bucketOf(word) ?? '')
      ?.find(
        (candidate) =>
          occursAt(candidate, words, at, normal) &&
          (!candidate.named || isPerson(index, words, at + candidate.words.length, normal)),
      )
    if (!word || !phrase) continue
    const last = at + phrase.words.length - 1
    found.push({ value: phrase.value, start: word.start, end: words[last]?.end ?? word.end })
    at = last
  }
  return found
}

/**
 * Number of words on either side that show whether names alone are capitalised, as they are not in a headline in title
 * case.
 */
const WINDOW = 12

/**
 * True when the word after a name at `next` makes it a person's: an age, or a capitalised word that no other phrase
 * contains.
 */
function isPerson<T>(index: PhraseIndex<T>, words: Word[], next: number, text: string): boolean {
  const [name, word] = [words[next - 1], words[next]]
  if (!name || !word) return false
  const gap = text.slice(name.end, word.start)
  if (/^, $|^ \($/.test(gap)) return /^\p{N}{1,3}$/u.test(word.text) && /^[,)]/.test(text.slice(word.end))
  if (gap !== ' ' || !/^\p{Lu}\p{Ll}+$/u.test(word.text)) return false
  if (index.get(bucketOf(word) ?? '')?.some((phrase) => occursAt(phrase, words, next, text))) return false
  const first = nameStart(words, next - 1, text)
  const around = words.slice(Math.max(0, next - WINDOW), first).concat(words.slice(next + 1, next + WINDOW))
  const long = around.filter(({ text }) => text.length >= 4)
  return long.length > 0 && 2 * long.filter(({ text }) => /^\p{Ll}+$/u.test(text)).length >= long.length
}

/** Beginning of a name that goes on at `at`: "Alexis Mac". */
function nameStart(words: Word[], at: number, text: string): number {
  const [before, word] = [words[at - 1], words[at]]
  const isName = before && word && text.slice(before.end, word.start) === ' ' && /^\p{Lu}\p{Ll}+$/u.test(before.text)
  return isName ? nameStart(words, at - 1, text) : at
}

function occursAt(phrase: Phrase<unknown>, words: Word[], at: number, text: string): boolean {
  if (phrase.first && at > 0) return false
  return phrase.words.every((wanted, i) => {
    const word = words[at + i]
    const before = words[at + i - 1]
    if (!word || (i > 0 && before && !GAP.test(text.slice(before.end, word.start)))) return false
    if (phrase.exact && !sameCase(wanted, word)) return false
    return i === phrase.words.length - 1 ? endsAs(phrase, wanted, word) : wanted.folded === word.folded
  })
}

const sameCase = (wanted: Word, word: Word) =>
  word.text.startsWith(wanted.text) || !word.folded.startsWith(wanted.folded)

function endsAs(phrase: Phrase<unknown>, wanted: Word, word: Word): boolean {
  if (wanted.folded === word.folded) return true
  if (word.folded.startsWith(wanted.folded)) {
    const rest = word.folded.slice(wanted.folded.length)
    if (phrase.open) return true
    // A major version stands for its minor ones: "iOS 26" is found in "iOS 26.1".
    if (/^\p{N}+$/u.test(wanted.folded)) return /^[.,]/.test(rest)
    return phrase.inflection !== null && (wanted.folded.length > 2 ? phrase.inflection.endings.has(rest) : rest === 's')
  }
  const stem = wanted.folded.slice(0, -1)
  const endings = phrase.inflection?.replaced.get(wanted.folded.slice(-1))
  return stem.length > 2 && word.folded.startsWith(stem) && Boolean(endings?.has(word.folded.slice(stem.length)))
}

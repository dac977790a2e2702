/** Anchors of a storyline: the names and codes in an event's texts. Pure. */

import { normalForm } from '../../../platform/text/normal-form.ts'
import { type Word, wordsOf } from '../../../platform/text/phrases.ts'
import { nameTermsOf, termsOf } from '../../../platform/text/terms.ts'
import type { Lexicon } from '../../../platform/text/thesaurus.ts'
import { isRegion } from './regions.ts'

/** Content of one article of an event. */
export interface Reported {
  title: string
  /** Beginning of its text. */
  lead: string
  tags: string[]
  /** ISO 639-1, or null when unknown. */
  language: string | null
}

export interface Anchors {
  /** Anchors that are one thing: parts of one name, or one that is written within another. */
  names: string[][]
  /** Spelling of an anchor. */
  written: Record<string, string>
  /** Anchors that the headlines name. */
  leading: string[]
}

const MAX_OF_LEAD = 300

interface Token extends Word {
  keys: string[]
  shown: string
  /** Its capital may be due to its place alone: first in a sentence, or in a title in which all words have one. */
  doubtful: boolean
  /** It goes on a name that the word before belongs to. */
  joined: boolean
}

export function anchorsOf(lexicon: Lexicon, reported: Reported[]): Anchors {
  const read = (text: string, language: string | null) => tokensOf(lexicon.in(language), text, language)
  const texts = [
    ...reported.map(({ title, language }) => read(title, language)),
    ...reported.map(({ lead, language }) => read(lead.slice(0, MAX_OF_LEAD), language)),
  ]
  const sure = new Set(texts.flat().flatMap((token) => (isSure(lexicon, token) ? token.keys : [])))
  const runs = texts.map((tokens) => runsOf(withVersions(tokens, sure), sure))
  const written: Record<string, string> = {}
  const names = new Map<string, string[]>()
  for (const run of runs.flat()) {
    const name = run.flatMap(({ keys }) => keys)
    names.set(name.join(' '), name)
    for (const token of run) for (const key of token.keys) written[key] ??= token.shown
  }
  const leading = new Set(
    runs
      .slice(0, reported.length)
      .flat(2)
      .flatMap(({ keys }) => keys),
  )
  return { names: [...names.values(), ...nestedIn(written)], written, leading: [...leading] }
}

function tokensOf(lexicon: Lexicon, text: string, language: string | null): Token[] {
  const normal = normalForm(text)
  const words = wordsOf(normal)
  const allCapital = isTitleCase(lexicon, words)
  return words.map((word, i) => {
    const before = words[i - 1]
    const gap = normal.slice(before?.end ?? 0, word.start)
    const token: Token = {
      ...word,
      keys: anchorKeys(lexicon, word, language),
      shown: word.text,
      doubtful: allCapital || i === 0 || !/^[\s,;/&()-]*$/.test(gap),
      joined: i > 0 && /^(?:[ \u00a0-]| & )$/.test(gap),
    }
    return token
  })
}

/** A number needs the name before it for its unit: "iOS 27.2". That is as sure as the name. */
function withVersions(tokens: Token[], sure: Set<string>): Token[] {
  return tokens.map((token, i) => {
    const before = tokens[i - 1]
    if (!token.joined || !/^\p{N}/u.test(token.text) || !before?.keys.some((key) => sure.has(key))) return token
    const key = `${before.folded} ${token.folded}`
    sure.add(key)
    return { ...token, keys: [key], shown: `${before.text} ${token.text}` }
  })
}

/** Words that may anchor a storyline: no number alone, no word that every newspaper uses every day, no country. */
function anchorKeys(lexicon: Lexicon, { text, folded }: Word, language: string | null): string[] {
  if (!/\p{Lu}/u.test(text) && !isCode(text)) return []
  if (!/\p{L}/u.test(text) || isRegion(folded, language)) return []
  const isCommon = termsOf(lexicon, text).some((term) => lexicon.common.has(term))
  return isCommon ? [] : nameTermsOf(lexicon, text).filter((key) => !lexicon.common.has(key))
}

const isCode = (text: string) => /\p{L}/u.test(text) && /\p{N}/u.test(text)

/** All words but the common ones have a capital: then a capital means nothing. */
function isTitleCase(lexicon: Lexicon, words: Word[]): boolean {
  const open = words.slice(1).filter(({ folded }) => /^\p{L}{3}/u.test(folded) && !lexicon.stop.has(folded))
  return open.length > 3 && open.every(({ text }) => /\p{Lu}/u.test(text))
}

/** A capital inside a sentence or inside a word is a name's, and so is that of a name of the vocabulary. */
const isSure = (lexicon: Lexicon, { text, keys, doubtful }: Token): boolean =>
  keys.length > 0 &&
  (!doubtful || /\p{Ll}\p{Lu}/u.test(text) || isCode(text) || keys.some((key) => lexicon.listed.has(key)))

/** Names: words side by side of which each is one, or is a usual word with a capital as in "Air Pro". */
function runsOf(tokens: Token[], sure: Set<string>): Token[][] {
  const runs: Token[][] = []
  let open = false
  for (const token of tokens) {
    const named = token.keys.some((key) => sure.has(key))
    const goesOn: boolean = open && token.joined
    if (named && goesOn) runs.at(-1)?.push(token)
    else if (named) runs.push([token])
    open = named || (goesOn && token.keys.length === 0 && /^\p{Lu}/u.test(token.text))
  }
  return runs
}

/** Pairs of anchors of which one is written as a part of the other: "iOS 27" in "iOS 27.2". */
function nestedIn(written: Record<string, string>): string[][] {
  const forms = Object.entries(written).map(([key, form]) => [key, form.toLowerCase()] as const)
  return forms.flatMap(([key, form]) =>
    forms.flatMap(([other, longer]) => (key !== other && longer.includes(form) ? [[key, other]] : [])),
  )
}

/** Sentences and words of a text, with the abbreviations of its language in mind. */
import type { Language } from '../languages/language.ts'
import { type Languages, LINGUA_FRANCA } from '../languages/languages.ts'

/** Words after which a full stop ends no sentence. */
export interface SentenceEnds {
  abbreviations: ReadonlySet<string>
  /** Words that begin a sentence behind "3."; null where a full stop makes no ordinal number. */
  afterNumber: ReadonlySet<string> | null
  /** Small words that begin a sentence, which no surname behind an initial does: "… OS X. It …". */
  openers: ReadonlySet<string>
}

export function buildSentenceEnds(ofText: readonly Language[], all: readonly Language[]): SentenceEnds {
  const dotted = ofText.filter((language) => language.dotted_ordinals)
  return {
    abbreviations: new Set(all.flatMap((language) => language.abbreviations)),
    openers: new Set(all.flatMap((language) => language.stop)),
    afterNumber: dotted.length > 0 ? new Set(dotted.flatMap((language) => language.stop)) : null,
  }
}

/** Of a text in that language, where words of the lingua franca may stand. */
export function sentenceEndsOf(languages: Languages, tag: string | null): SentenceEnds {
  const ofText = [languages.find(tag) ?? []].flat()
  return buildSentenceEnds(ofText, [...ofText, languages.find(LINGUA_FRANCA) ?? []].flat())
}

const INITIAL = /(?:^|[\s(.])\p{Lu}\.$/u
const END = /[.!?…]+["”’»)\]]*(?=\s)/gu
const STARTS = /^\s+(?:["”“‘’«»(–—-]\s*)?(?:\p{Lu}|\d|\p{Ll}+\p{Lu})/u
const MAX_ABBREVIATION = 13

/** The text cut after each sentence; pieces keep their wording, without white space around them. */
export function sentences(text: string, ends: SentenceEnds): string[] {
  const found: string[] = []
  let from = 0
  for (const match of text.matchAll(END)) {
    const end = match.index + match[0].length
    const after = text.slice(end, end + 40)
    if (!STARTS.test(after)) continue
    const before = text.slice(Math.max(0, match.index - MAX_ABBREVIATION), match.index + 1)
    if (match[0].startsWith('.') && endsNothing(before, after, ends)) continue
    found.push(text.slice(from, end).trim())
    from = end
  }
  const rest = text.slice(from).trim()
  return rest ? [...found, rest] : found
}

function endsNothing(before: string, after: string, { abbreviations, afterNumber, openers }: SentenceEnds): boolean {
  const word = /(?:^|[\s("”])([^\s("”]+)\.$/u.exec(before)?.[1]?.toLowerCase()
  const next = /\p{L}+/u.exec(after)?.[0].toLowerCase() ?? ''
  if ((word && abbreviations.has(word)) || (INITIAL.test(before) && !openers.has(next))) return true
  return afterNumber !== null && /(?:^|\s)\d{1,2}\.$/.test(before) && !afterNumber.has(next)
}

/** Words as people count them: pieces between blanks that hold a letter or digit. */
export function countWords(text: string): number {
  return text.split(/\s+/).filter((piece) => /[\p{L}\p{N}]/u.test(piece)).length
}

/** Words in lower case without punctuation, for comparing runs of them. */
export function plainWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’.,:-][\p{L}\p{N}]+)*/gu) ?? []
}

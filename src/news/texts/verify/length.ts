/** Check: as many words and sentences as were asked for, each of them whole and none of them twice. Pure. */

import { counted } from '../../../platform/text/counted.ts'
import { countWords, type SentenceEnds, sentences } from '../../../platform/text/sentences.ts'
import { isVisible } from '../../../platform/text/titles.ts'
import { SUMMARY_WORDS } from '../../articles/rules/summary-words.ts'

export interface LengthRule {
  words: readonly [number, number]
  sentences: readonly [number, number]
}

export const SUMMARY_LENGTH: LengthRule = { words: SUMMARY_WORDS, sentences: [3, 5] }
/** Of an event's text. */
export const EVENT_LENGTH: LengthRule = { words: [40, 90], sentences: [2, 6] }

/** From a source of fewer words no text of that length can be made without inventing something. */
export const isTooShort = (source: string, rule: LengthRule): boolean => countWords(source) < rule.words[0]

const TITLE_LENGTH = 140
// Characters a word, on average, at the very most.
const MAX_WORD_LENGTH = 20

/** As many sentences from the first as the rule allows; never fewer than it asks for. */
export function withinLength<Sentence extends { text: string }>(
  all: readonly Sentence[],
  { words: [, maxWords], sentences: [minSentences, maxSentences] }: LengthRule,
): Sentence[] {
  const fitting = all.slice(0, Math.max(maxSentences, minSentences))
  while (fitting.length > minSentences && countWords(fitting.map(({ text }) => text).join(' ')) > maxWords)
    fitting.pop()
  return fitting
}

/** Of sentences beyond that. */
export const TOO_LONG = 'the text is too long with it'

export function checkLength(title: string, text: string, rule: LengthRule, ends: SentenceEnds): string | null {
  if (!isVisible(title) || title.length > TITLE_LENGTH)
    return `the title must have between 1 and ${TITLE_LENGTH} characters`
  const words = countWords(text)
  if (text.length > rule.words[1] * MAX_WORD_LENGTH) return 'the text is too long'
  if (words < rule.words[0] || words > rule.words[1])
    return `the text has ${counted(words, 'word')}, not between ${rule.words[0]} and ${rule.words[1]}`
  const parts = sentences(text, ends)
  if (parts.length < rule.sentences[0] || parts.length > rule.sentences[1])
    return `the text has ${counted(parts.length, 'sentence')}, not between ${rule.sentences[0]} and ${rule.sentences[1]}`
  if (!/[.!?…]["”’»)]*$/u.test(text.trim())) return 'the last sentence is not complete'
  if (new Set(parts.map((part) => part.toLowerCase())).size < parts.length) return 'a sentence stands there twice'
  return null
}

/** Check: a text names what its source names, or shares enough of its words or of its headline to be about it. Pure. */

import { plainWords } from '../../../platform/text/sentences.ts'
import type { Reading } from './language-rules.ts'
import type { ReadSource } from './source.ts'
import { containsName, findNames, indexNames, type NameRules } from './values/find-names.ts'
import { foldName } from './values/name-forms.ts'
import { findNumbers } from './values/numbers.ts'

/** Names and numbers of the source that no text about something else shares by chance. */
const MIN_NAMED = 2
/** Share of its content words that the source must have, where the text names less; fewer in another language. */
const MIN_SHARED = { sameLanguage: 0.25, foreign: 0.05 }
/** Share of the content words of a headline that it repeats. */
const MIN_OF_TITLE = 0.5
const START = 5

export function checkAbout(text: string, source: ReadSource, siteReading: Reading, rules: NameRules): string | null {
  const index = indexNames(source.text, [...siteReading.nameEndings, ...source.reading.nameEndings], false)
  const sourceNumbers = new Set(findNumbers(source.text, source.reading.numbers, true).flatMap(({ values }) => values))
  const names = findNames(text, siteReading.ends, rules).filter((name) => containsName(name, index, rules))
  const numbers = findNumbers(text, siteReading.numbers, false).flatMap(
    ({ values }) => values.find((value) => sourceNumbers.has(value)) ?? [],
  )
  if (new Set([...names.map(foldName), ...numbers]).size >= MIN_NAMED) return null
  const textStarts = starts(text, siteReading)
  const isTitled = source.title
    .split('\n')
    .some((title) => shareOf(starts(title, source.reading), textStarts) >= MIN_OF_TITLE)
  const minShared = source.isForeign ? MIN_SHARED.foreign : MIN_SHARED.sameLanguage
  const isAbout = isTitled || shareOf(textStarts, starts(source.text, source.reading)) >= minShared
  return isAbout ? null : 'the text is about something else than the source'
}

const shareOf = (some: readonly string[], others: readonly string[]): number =>
  some.filter((start) => others.includes(start)).length / Math.max(1, some.length)

/** Beginnings of content words, which related languages share: "produktion", "production". */
const starts = (text: string, { stop }: Reading): string[] =>
  plainWords(text).flatMap((word) => (word.length < START || stop.has(word) ? [] : foldName(word).slice(0, START)))

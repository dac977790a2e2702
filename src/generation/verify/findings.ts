/** Numbers, dates and names of a sentence that its evidence does not hold once values are normalised: questions to the judge. Pure. */
import type { Reading } from './language-rules.ts'
import { dayValues, findDates } from './values/dates.ts'
import { findNames, holdsName, indexNames, type NameRules } from './values/find-names.ts'
import { findNumbers } from './values/numbers.ts'

export interface Finding {
  kind: 'numbers' | 'dates' | 'names'
  /** As the sentence has it. */
  text: string
}

/** The text that a sentence may rest on. */
export interface Shown {
  text: string
  /** The rules by which the text is read. */
  reading: Reading
  /** In another language than the sentence. */
  isForeign: boolean
  /** Publisher, author, the site's topic. */
  allowedNames: readonly string[]
  publishedAt: Date | null
}

/** `own` reads the sentence. Both texts are in normal form. */
export function findingsOf(sentence: string, shown: Shown, own: Reading, names: NameRules): Finding[] {
  return [
    ...numberFindings(sentence, shown, own),
    ...dateFindings(sentence, shown, own),
    ...nameFindings(sentence, shown, own, names),
  ]
}

function numberFindings(
  sentence: string,
  { text, reading, allowedNames, publishedAt }: Shown,
  own: Reading,
): Finding[] {
  const held = new Map<string, Set<string | null>>()
  for (const { values, unit } of findNumbers(`${text}\n${allowedNames.join('\n')}`, reading.numbers, true))
    for (const value of values) held.set(value, (held.get(value) ?? new Set()).add(unit))
  for (const value of publishedAt ? dayValues(publishedAt).numbers : []) held.set(value, new Set([null]))
  const isHeld = (value: string, unit: string | null) => {
    const units = held.get(value)
    return units !== undefined && (unit === null || units.has(unit) || units.has(null))
  }
  return findNumbers(sentence, own.numbers, false).flatMap(({ text: written, values, unit }) =>
    values.some((value) => isHeld(value, unit)) ? [] : { kind: 'numbers' as const, text: written },
  )
}

function dateFindings(sentence: string, { text, reading, publishedAt }: Shown, own: Reading): Finding[] {
  const held = new Set(findDates(text, reading.dates, true).map(({ value }) => value))
  for (const value of publishedAt ? dayValues(publishedAt).dates : []) held.add(value)
  return findDates(sentence, own.dates, false).flatMap(({ text: written, value }) =>
    held.has(value) ? [] : { kind: 'dates' as const, text: written },
  )
}

function nameFindings(
  sentence: string,
  { text, reading, allowedNames, isForeign }: Shown,
  own: Reading,
  rules: NameRules,
): Finding[] {
  const all = `${text}\n${allowedNames.join('\n')}`
  const index = indexNames(all, [...new Set([...own.nameEndings, ...reading.nameEndings])], isForeign)
  const translated = rules.translated.filter(({ support }) => support.test(all))
  const rest = translated.reduce((left, { pattern }) => left.replace(pattern, ' x '), sentence)
  const missing = findNames(rest, own.ends, rules).filter((name) => !holdsName(name, index, rules))
  return [...new Set(missing)].map((name) => ({ kind: 'names' as const, text: name }))
}

export const reasonOf = ({ text }: Finding): string => `"${text}" is not in the evidence`

/** The line that the judge is shown below a sentence. */
export const questionOf = (finding: Finding): string =>
  `${reasonOf(finding)}: is it said there, or does it follow from it?`

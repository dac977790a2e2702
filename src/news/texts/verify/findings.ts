/** Numbers, dates and names of a sentence that its evidence does not hold once values are normalised: questions to the judge. Pure. */
import type { Reading } from './language-rules.ts'
import { dayValues, findDates } from './values/dates.ts'
import { containsName, findNames, indexNames, type NameRules } from './values/find-names.ts'
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

/** `siteReading` reads the sentence. Both texts are in normal form. */
export function findingsOf(sentence: string, shown: Shown, siteReading: Reading, names: NameRules): Finding[] {
  return [
    ...numberFindings(sentence, shown, siteReading),
    ...dateFindings(sentence, shown, siteReading),
    ...nameFindings(sentence, shown, siteReading, names),
  ]
}

function numberFindings(
  sentence: string,
  { text, reading, allowedNames, publishedAt }: Shown,
  siteReading: Reading,
): Finding[] {
  const supported = new Map<string, Set<string | null>>()
  for (const { values, unit } of findNumbers(`${text}\n${allowedNames.join('\n')}`, reading.numbers, true))
    for (const value of values) supported.set(value, (supported.get(value) ?? new Set()).add(unit))
  for (const value of publishedAt ? dayValues(publishedAt).numbers : []) supported.set(value, new Set([null]))
  const isSupported = (value: string, unit: string | null) => {
    const units = supported.get(value)
    return units !== undefined && (unit === null || units.has(unit) || units.has(null))
  }
  return findNumbers(sentence, siteReading.numbers, false).flatMap(({ text: written, values, unit }) =>
    values.some((value) => isSupported(value, unit)) ? [] : { kind: 'numbers' as const, text: written },
  )
}

function dateFindings(sentence: string, { text, reading, publishedAt }: Shown, siteReading: Reading): Finding[] {
  const supported = new Set(findDates(text, reading.dates, true).map(({ value }) => value))
  for (const value of publishedAt ? dayValues(publishedAt).dates : []) supported.add(value)
  return findDates(sentence, siteReading.dates, false).flatMap(({ text: written, value }) =>
    supported.has(value) ? [] : { kind: 'dates' as const, text: written },
  )
}

function nameFindings(
  sentence: string,
  { text, reading, allowedNames, isForeign }: Shown,
  siteReading: Reading,
  rules: NameRules,
): Finding[] {
  const all = `${text}\n${allowedNames.join('\n')}`
  const index = indexNames(all, [...new Set([...siteReading.nameEndings, ...reading.nameEndings])], isForeign)
  const translated = rules.translated.filter(({ support }) => support.test(all))
  const rest = translated.reduce((left, { pattern }) => left.replace(pattern, ' x '), sentence)
  const missing = findNames(rest, siteReading.ends, rules).filter((name) => !containsName(name, index, rules))
  return [...new Set(missing)].map((name) => ({ kind: 'names' as const, text: name }))
}

export const reasonOf = ({ text }: Finding): string => `"${text}" is not in the evidence`

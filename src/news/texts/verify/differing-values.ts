/** Two statements that give the same thing another value: the same subject, and what is counted alike. Pure. */
import type { Reading } from './language-rules.ts'
import { findDates } from './values/dates.ts'
import { findNumbers } from './values/numbers.ts'

/** Of the shorter statement's words. */
const MIN_SHARED = 0.5
/** Letters by which inflected forms of a word are the same. */
const STEM_LENGTH = 5

/** `reading` reads both. */
export function valuesDiffer(a: string, b: string, reading: Reading): boolean {
  const compared = compareValues(a, b, reading)
  return compared !== null && compared.others.length > 0
}

/** Values of `b` where it gives the same thing as `a` others, and whether it gives one that `a` gives; null for another subject. */
export function compareValues(a: string, b: string, reading: Reading): { others: string[]; repeats: boolean } | null {
  const [ofA, ofB] = [read(a, reading), read(b, reading)]
  const shared = [...ofA.subject].filter((word) => ofB.subject.has(word)).length
  if (shared === 0 || shared < MIN_SHARED * Math.min(ofA.subject.size, ofB.subject.size)) return null
  const compared = [...ofA.values].flatMap(([counted, values]) => {
    const others = ofB.values.get(counted)
    return others ? [{ others, repeats: [...values].some((value) => others.has(value)) }] : []
  })
  return {
    others: compared.flatMap(({ others, repeats }) => (repeats ? [] : [...others])),
    repeats: compared.some(({ repeats }) => repeats),
  }
}

/** All that a text gives, whatever it counts. */
export const valuesIn = (text: string, reading: Reading): Set<string> =>
  new Set([...read(text, reading).values.values()].flatMap((values) => [...values]))

interface Read {
  /** By what they count: a currency, percent, a month, a weekday, or the noun behind the number. */
  values: Map<string, Set<string>>
  /** Words that are neither a value nor what it counts. */
  subject: Set<string>
}

function read(text: string, { numbers, dates, stop }: Reading): Read {
  const values: Read['values'] = new Map()
  const add = (counted: string, found: readonly string[]) =>
    values.set(counted, new Set([...(values.get(counted) ?? []), ...found]))
  const wordsOf = (part: string) =>
    (part.toLowerCase().match(/\p{L}{3,}/gu) ?? []).flatMap((word) =>
      stop.has(word) ? [] : word.slice(0, STEM_LENGTH),
    )
  let rest = text
  const cutOut = (written: string) => {
    const [before = '', ...after] = rest.split(written)
    rest = `${before} ${after.join(written)}`
    return wordsOf(after.join(written))[0]
  }
  const counted: string[] = []
  for (const { text: written, values: found, unit } of findNumbers(text, numbers, false)) {
    const noun = cutOut(written)
    if (noun !== undefined) counted.push(noun)
    if (unit ?? noun) add(unit ?? noun ?? '', found)
  }
  for (const { text: written, value } of findDates(text, dates, false)) {
    cutOut(written)
    add(value.split(' ')[0] ?? '', [value])
  }
  return { values, subject: new Set(wordsOf(rest).filter((word) => !counted.includes(word))) }
}

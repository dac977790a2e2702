/** Gate: words for parts and multiples ("half", "doubled", "a third of") have their like in the source. */
import type { Language } from '../../domain/languages/language.ts'
import { MULTIPLES, type Multiple } from '../../domain/languages/number-words.ts'
import { anyOf } from '../../domain/languages/patterns.ts'
import type { Evidence } from './evidence.ts'
import type { Reading } from './reading.ts'

/** For each what an answer says, and what in a source supports it. */
export type MultipleWords = Record<Multiple, { said: RegExp | null; seen: RegExp | null }>

/** Digits that say the same in any language; `#` is a word or sign for percent. */
const DIGITS: Record<Multiple, string[]> = {
  half: ['50( )?#'],
  double: ['2( )?x', '2', '100( )?#'],
  triple: ['3( )?x', '200( )?#'],
  quadruple: ['4( )?x', '300( )?#'],
  third: ['33', '66', '67'],
  quarter: ['25', '75'],
  fifth: ['20', '40', '60', '80'],
  tenth: ['10'],
}

export function buildMultiples(all: readonly Language[]): MultipleWords {
  const percent = `(%|${all.flatMap(({ units }) => units.words.percent ?? []).join('|')})`
  const words = (name: Multiple) => {
    const found = all.flatMap(({ multiples }) => multiples[name] ?? [])
    const said = found.flatMap((word) => word.said)
    const digits = DIGITS[name].map((phrase) => phrase.replace('#', percent))
    return { said: anyOf(said), seen: anyOf([...said, ...found.flatMap((word) => word.seen), ...digits]) }
  }
  return Object.fromEntries(MULTIPLES.map((name) => [name, words(name)])) as MultipleWords
}

export function multiplesGate(text: string, reading: Reading, evidence: Evidence): string | null {
  for (const name of MULTIPLES) {
    const found = reading.multiples[name].said?.exec(text)?.[0]
    if (found && !evidence.reading.multiples[name].seen?.test(evidence.text))
      return `"${found}" has no support in the source`
  }
  return null
}

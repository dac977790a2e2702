/** Gate: words for parts and multiples ("half", "doubled", "a third of") have their like in the source. */
import type { Language } from '../../domain/languages/language.ts'
import { MULTIPLES, type Multiple } from '../../domain/languages/number-words.ts'
import { anyOf } from '../../domain/languages/patterns.ts'
import type { Evidence } from './evidence.ts'
import { lexemes } from './lexemes.ts'
import { quantities } from './quantities.ts'
import { hedgeBefore, type Quantity } from './quantity.ts'
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
    const found = reading.multiples[name].said?.exec(text)
    if (!found || evidence.reading.multiples[name].seen?.test(evidence.text)) continue
    const before = lexemes(text.slice(0, found.index))
    // A source that names another part or multiple itself leaves nothing to round.
    const isRounded =
      hedgeBefore(before, before.length, reading) !== null &&
      !MULTIPLES.some((other) => evidence.reading.multiples[other].said?.test(evidence.text))
    if (!isReckoned(name, evidence, isRounded)) return `"${found[0]}" has no support in the source`
  }
  return null
}

/** What part of a whole each is. */
export const SIZES: Record<Multiple, number[]> = {
  half: [1 / 2],
  double: [2],
  triple: [3],
  quadruple: [4],
  third: [1 / 3, 2 / 3],
  quarter: [1 / 4, 3 / 4],
  fifth: [1 / 5, 2 / 5, 3 / 5, 4 / 5],
  tenth: [1 / 10],
}
const CLOSE = 0.04
const NEARLY = 0.08
/** "A third" for 30 percent, "a fifth" for 22. */
const CLOSE_PART = 0.12
/** "Almost twice as long" for 40 minutes after 23. */
const ROUNDED = 0.2
const PARTS: readonly Multiple[] = ['third', 'quarter', 'fifth', 'tenth']

/** The source gives a percentage of that size, or two amounts of one kind in a row: "from 40 to 20 million". */
function isReckoned(name: Multiple, { text, reading }: Evidence, isRounded: boolean): boolean {
  const amounts = quantities(text, reading, true).filter(({ values, ordinal }) => values.length > 0 && !ordinal)
  const close = isRounded ? ROUNDED : PARTS.includes(name) ? CLOSE_PART : CLOSE
  const isNearly = (size: number) =>
    SIZES[name].some((wanted) => Math.abs(size - wanted) <= Math.max(close, NEARLY) * wanted)
  const isSize = (size: number) => SIZES[name].some((wanted) => Math.abs(size - wanted) <= close * wanted)
  if (
    amounts.some(
      (amount) =>
        amount.unit?.class === 'percent' && amount.values.some((value) => isNearly(value / 100) || isSize(value / 100)),
    )
  )
    return true
  const isSizeOf = (one: Quantity, other: Quantity, wanted: (size: number) => boolean) =>
    sizesOf(one).some((a) => sizesOf(other).some((b) => wanted(a / b) || wanted(b / a)))
  return amounts.some((one, at) => {
    const next = amounts[at + 1]
    // Two counts side by side: "1,400 of the 3,000".
    if (next && !one.unit && !next.unit && isSizeOf(one, next, isNearly)) return true
    // Two percentages may be of different things.
    if (!one.unit || (one.unit.class === 'percent' && one.unit.factor === 1)) return false
    return amounts.slice(at + 1).some((other) => one.unit?.class === other.unit?.class && isSizeOf(one, other, isSize))
  })
}

const sizesOf = ({ values, scale, unit }: Quantity) => values.map((value) => value * scale * (unit?.factor ?? 1))

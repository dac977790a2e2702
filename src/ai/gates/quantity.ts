/** One quantity of a text as it was read, and whether a word before it says that it is rounded. */
import type { Lexeme } from './lexemes.ts'
import type { Rounding } from './number-words.ts'
import type { Reading } from './reading.ts'
import type { Unit } from './units.ts'

export interface Quantity {
  /** As written, for the reason of a refusal. */
  text: string
  /** What the digits may mean: "1,500" has two readings where the language is not known. */
  values: number[]
  /** Dotted or mixed forms compared letter by letter: 26.1, 26.1.2, 16e, 10:30; in the evening 22:30 too. */
  literals: string[]
  scale: number
  unit: Unit | null
  /** Words on either side say that the number is rounded, and in which direction. */
  hedge: Rounding | null
  /** Written as "third": it supports no count of three. */
  ordinal: boolean
  /** Ungrouped pieces, where "17 256" may be two numbers. */
  parts: Quantity[]
}

/** A quantity and its lexemes, [at, end). */
export interface Found {
  at: number
  end: number
  quantity: Quantity
}

/** "60-tal", "60-årsåldern", "trettiotal": the ending of a number whose last lexeme is before `end` says that it is round. */
export function isRound(tokens: Lexeme[], end: number, { numbers }: Reading): boolean {
  const [last, mark, behind] = [tokens[end - 1], tokens[end], tokens[end + 1]].map((token) => token?.text.toLowerCase())
  if (mark === '-' && numbers.about.some((ending) => behind === ending)) return true
  return numbers.about.some((ending) => last?.endsWith(ending)) && numbers.valueOf(last ?? '') !== undefined
}

export function hedgeBefore(tokens: Lexeme[], start: number, { numbers }: Reading): Quantity['hedge'] {
  const [last, first] = [tokens[start - 1], tokens[start - 2]].map((token) => token?.text.toLowerCase() ?? '')
  for (const words of [`${first} ${last}`, last, first]) {
    const hedge = numbers.rounding.get(words ?? '')
    if (hedge) return hedge
  }
  return null
}

/** "The 38-year-old": it calls somebody, as a name does. */
export const isAge = ({ unit, text }: Quantity): boolean =>
  unit?.class === 'months' && unit.factor === 12 && /^(?:\d+-?\p{L}+|\p{L}+)$/u.test(text)

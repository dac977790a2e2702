/** How a language writes numbers, amounts and their units. */
import { z } from 'zod'
import { MONEY, type Money } from './money.ts'
import { counted, phrases, words } from './words.ts'

/** What amounts are measured in; words for them stand in the language files, signs that all share in money.ts and the gates. */
export const UNITS = [
  ...(Object.keys(MONEY) as Money[]),
  ...['dollar-cent', 'euro-cent'],
  ...['percent', 'permille', 'point', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'megabit', 'gigabit'],
  ...['inch', 'millimetre', 'centimetre', 'metre', 'kilometre', 'ten-kilometres', 'mile', 'foot', 'nanometre'],
  ...['gram', 'kilogram', 'tonne', 'ounce', 'millisecond', 'second', 'minute', 'quarter-hour', 'hour', 'day', 'week'],
  ...['month', 'year', 'decade', 'hertz', 'megahertz', 'gigahertz', 'nit', 'milliampere-hour', 'watt', 'volt'],
  ...['decibel', 'megapixel', 'frame', 'degree', 'times'],
] as const
export type UnitName = (typeof UNITS)[number]
/** Parts and multiples that have words of their own. */
export const MULTIPLES = ['half', 'double', 'triple', 'quadruple', 'third', 'quarter', 'fifth', 'tenth'] as const
export type Multiple = (typeof MULTIPLES)[number]

const unit = z.enum(UNITS)
const number = z.coerce.number().positive()
const SaidAndSeen = z.strictObject({
  /** What an answer says. */
  said: phrases,
  /** What in a source supports it besides that. */
  seen: phrases.default([]),
})

export const NumberWords = z.strictObject({
  /** What stands before the decimals. */
  decimal: z.enum([',', '.']),
  /** Zero to nineteen. */
  ones: counted(20),
  /** Twenty to ninety. */
  tens: counted(8),
  /** "einundzwanzig", not "twenty-one". */
  ones_first: z.boolean().default(false),
  /** What joins tens and ones: "", "-", "und". */
  joints: z.array(z.string()).default(['']),
  hundred: words,
  thousand: words,
  /** Articles, and words for one: no count in themselves. */
  one: words,
  /** From "first" on, in order; the first is no count. */
  ordinals: z.string().transform((text) =>
    text
      .toLowerCase()
      .split(/\s+/)
      .map((word) => word.split('/')),
  ),
  /** Those of them that mean something else too ("andra": second, other). */
  unsure_ordinals: words.default([]),
  /** Other words that count: `12: dozen`. */
  other: z.record(number, words).default({}),
  /** Say "two" in a source: "both", "a pair". */
  pairs: words,
  half: words,
  /** A fourth, before a scale: "kvarts miljon". */
  quarter: words.default([]),
  /** Between the two numbers of a share, "two of three", and before that of "every fifth". */
  of: words.default([]),
  every: words.default([]),
  and: words,
  /** Before an hour, half an hour before it: "halv tio" is 9:30. */
  half_past: words.default([]),
  scales: z.record(number, words),
  /** Rough amounts, by size: "dozens". */
  vague: z.record(number, SaidAndSeen).default({}),
  rounded: z.strictObject({ up: words, down: words, near: words }),
  /** What says of a number that it was reckoned: from a difference or what is left, a sum, or an average. */
  reckoned: z
    .strictObject({ difference: words.default([]), sum: words.default([]), average: words.default([]) })
    .prefault({}),
  /** Before a year that is not part of what is told: "before 2031". */
  before: words.default([]),
  /** Endings of a number that make it a round one: "60-tal", "trettiotal". */
  about: words.default([]),
  /** Before a number that counts what was named before: "the two". */
  definite: words.default([]),
  /** Between two numbers that share a unit. */
  joins: words,
  /** Between a number and its unit. */
  before_unit: words.default([]),
  /** Beginnings of what follows a number in one word, besides units: "siffrig". */
  counted: words.default([]),
  /** "p.m.": twelve hours later. */
  evening: words.default([]),
  /** Before an amount: "kr 500". */
  money_before: words.default([]),
})

const unitWords = z.partialRecord(unit, words)

export const UnitWords = z.strictObject({
  words: unitWords,
  /** Beginnings of compounds: "årsavtal". */
  starts: unitWords.default({}),
  /** One of it, with no number: "an hour". */
  single: unitWords.default({}),
  /** Once in each: "hourly". */
  every: unitWords.default({}),
})

export const MultipleWords = z.partialRecord(z.enum(MULTIPLES), SaidAndSeen)

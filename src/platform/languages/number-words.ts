/** Numbers of a language, and the units that they are counted in. */
import { z } from 'zod'
import { MONEY, type Money } from './money.ts'
import { counted, words } from './words.ts'

const number = z.coerce.number().positive()

export const NumberWords = z.strictObject({
  /** Separator before the decimals. */
  decimal: z.enum([',', '.']),
  /** Zero to nineteen. */
  ones: counted(20),
  /** Twenty to ninety. */
  tens: counted(8),
  /** "einundzwanzig", not "twenty-one". */
  ones_first: z.boolean().default(false),
  /** Joint of tens and ones: "", "-", "und". */
  joints: z.array(z.string()).default(['']),
  hundred: words,
  thousand: words,
  /** Articles, and words for one: no count in themselves. */
  one: words,
  /** From "first" on, in order. */
  ordinals: z.string().transform((text) =>
    text
      .toLowerCase()
      .split(/\s+/)
      .map((word) => word.split('/')),
  ),
  /** Other words that count: `12: dozen`. */
  other: z.record(number, words).default({}),
  /** Say "two" in a source: "both", "a pair". */
  pairs: words,
  half: words,
  and: words,
  scales: z.record(number, words),
  /** "p.m.": twelve hours later. */
  evening: words.default([]),
})

const UNITS = [...(Object.keys(MONEY) as Money[]), 'percent'] as const

/** Words for money and percent; signs that all languages share are in money.ts. */
export const UnitWords = z.partialRecord(z.enum(UNITS), words)

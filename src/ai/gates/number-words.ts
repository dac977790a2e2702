/** Numbers written as words, and the words that multiply, round and join them: tables from the language files. */
import type { Language } from '../../domain/languages/language.ts'
import { anyOf } from '../../domain/languages/patterns.ts'

/** `tens`: told by its ten, as ages are. */
export type Rounding = 'up' | 'down' | 'near' | 'tens'

export type Reckoned = 'difference' | 'sum' | 'average'

export interface NumberWords {
  /** What stands before decimals; null where the language is not known. */
  decimal: ',' | '.' | null
  /** Articles, and words for one, of this language alone and of all that are read. */
  article: ReadonlySet<string>
  one: ReadonlySet<string>
  half: ReadonlySet<string>
  quarter: ReadonlySet<string>
  of: ReadonlySet<string>
  every: ReadonlySet<string>
  and: ReadonlySet<string>
  halfPast: ReadonlySet<string>
  definite: ReadonlySet<string>
  /** Endings of a number that make it a round one. */
  about: readonly string[]
  joins: ReadonlySet<string>
  before: ReadonlySet<string>
  /** What says of a number that it was reckoned, and how. */
  reckoned: Record<Reckoned, RegExp | null>
  beforeUnit: ReadonlySet<string>
  evening: ReadonlySet<string>
  moneyBefore: ReadonlySet<string>
  /** Beginnings of what follows a number in one word, besides units. */
  counted: readonly string[]
  rounding: ReadonlyMap<string, Rounding>
  /** Rough amounts: "dozens". */
  vague: readonly { size: number; said: RegExp | null; seen: RegExp | null }[]
  /** Value of a number word; articles and "first" have none. */
  valueOf(word: string): number | undefined
  /** Value of a word that a source may use for a count, wider than what a summary may: "both" supports "two". */
  supportOf(word: string): number | undefined
  isOrdinal(word: string): boolean
  /** What a word after a number multiplies it by, if it does. */
  scaleOf(word: string, glued: boolean): number | undefined
}

// One letter counts as a scale only when it stands directly after the digits: $1.5B, 2M.
const LETTER_SCALES: Record<string, number> = { m: 1e6, b: 1e9, t: 1e12, k: 1000 }

/** `own` are the languages of the text; `all` adds those whose words any text may hold. */
export function buildNumberWords(own: readonly Language[], all: readonly Language[]): NumberWords {
  const values = merged(own.map(valuesOf))
  const support = merged([...all.map(wordsForOneAndTwo), values])
  const ordinals = new Set(own.flatMap(({ numbers }) => numbers.ordinals.flat().filter(isSure(numbers))))
  const scales = merged(all.map(({ numbers }) => byWord(numbers.scales)))
  const set = (pick: (language: Language['numbers']) => readonly string[]) =>
    new Set(all.flatMap(({ numbers }) => pick(numbers)))
  return {
    decimal: own.length === 1 ? (own[0]?.numbers.decimal ?? null) : null,
    article: new Set(own.flatMap(({ numbers }) => numbers.one)),
    one: set(({ one }) => one),
    half: set(({ half }) => half),
    quarter: set(({ quarter }) => quarter),
    of: set(({ of }) => of),
    every: set(({ every }) => every),
    and: set(({ and }) => and),
    halfPast: new Set(own.flatMap(({ numbers }) => numbers.half_past)),
    definite: new Set(own.flatMap(({ numbers }) => numbers.definite)),
    about: all.flatMap(({ numbers }) => numbers.about),
    joins: set(({ joins }) => joins),
    before: set(({ before }) => before),
    reckoned: {
      difference: anyOf(own.flatMap(({ numbers }) => numbers.reckoned.difference)),
      sum: anyOf(own.flatMap(({ numbers }) => numbers.reckoned.sum)),
      average: anyOf(own.flatMap(({ numbers }) => numbers.reckoned.average)),
    },
    beforeUnit: set(({ before_unit: words }) => words),
    evening: set(({ evening }) => evening),
    moneyBefore: set(({ money_before: words }) => words),
    counted: own.flatMap(({ numbers }) => numbers.counted),
    rounding: roundingOf(all),
    vague: vagueOf(all),
    valueOf: (word) => values.get(word.toLowerCase()),
    supportOf: (word) => support.get(word.toLowerCase()),
    isOrdinal: (word) => ordinals.has(word.toLowerCase()),
    scaleOf(word, glued) {
      const lower = word.toLowerCase().replace(/\.$/, '')
      return lower.length === 1 ? (glued ? LETTER_SCALES[lower] : undefined) : scales.get(lower)
    },
  }
}

/** Every table in one; where two know a word, the first one counts. */
function merged<V>(tables: Map<string, V>[]): Map<string, V> {
  return new Map(tables.toReversed().flatMap((table) => [...table]))
}

const byWord = (groups: Record<number, string[]>): Map<string, number> =>
  new Map(Object.entries(groups).flatMap(([value, words]) => words.map((word) => [word, Number(value)] as const)))

const isSure =
  ({ unsure_ordinals: unsure }: Language['numbers']) =>
  (word: string) =>
    !unsure.includes(word)

function valuesOf({ numbers }: Language): Map<string, number> {
  const values = new Map([...cardinals(numbers), ...byWord(numbers.other)])
  for (const [at, forms] of numbers.ordinals.entries())
    if (at > 0) for (const form of forms.filter(isSure(numbers))) values.set(form, at + 1)
  // Too common to be counts: nought, and one.
  for (const word of [...(numbers.ones[0] ?? []), ...(numbers.ones[1] ?? []), ...numbers.one]) values.delete(word)
  return values
}

/** "two" to "ninety-nine", "trehundrafemtio", "zwanzigtausend". */
function cardinals(numbers: Language['numbers']): Map<string, number> {
  const { ones, tens, joints, ones_first: onesFirst, hundred, thousand } = numbers
  const small = new Map(ones.flatMap((forms, value) => forms.map((form) => [form, value] as const)))
  for (const [at, forms] of tens.entries())
    for (const ten of forms) {
      const value = (at + 2) * 10
      small.set(ten, value)
      for (const [one, names] of ones.slice(1, 10).entries())
        for (const name of names)
          for (const joint of joints) small.set(onesFirst ? name + joint + ten : ten + joint + name, value + one + 1)
    }
  const values = new Map(small)
  for (const [count, value] of small) {
    for (const word of thousand) if (value > 0) values.set(count + word, value * 1000)
    if (value < 1 || value > 9) continue
    for (const word of hundred) {
      values.set(count + word, value * 100)
      for (const word2 of thousand) values.set(count + word + word2, value * 100_000)
      for (const [rest, more] of small) if (more > 0) values.set(count + word + rest, value * 100 + more)
    }
  }
  return values
}

function wordsForOneAndTwo({ numbers }: Language): Map<string, number> {
  const ones = [...(numbers.ones[1] ?? []), ...(numbers.ordinals[0] ?? [])]
  return new Map([...ones.map((word) => [word, 1] as const), ...numbers.pairs.map((word) => [word, 2] as const)])
}

function roundingOf(all: readonly Language[]): Map<string, Rounding> {
  const tables = all.map(({ numbers: { rounded } }) =>
    (['down', 'up', 'near'] as const).flatMap((way) => rounded[way].map((word) => [word, way] as const)),
  )
  return merged(tables.map((table) => new Map(table)))
}

function vagueOf(all: readonly Language[]): NumberWords['vague'] {
  const sizes = new Set(all.flatMap(({ numbers }) => Object.keys(numbers.vague).map(Number)))
  return [...sizes].map((size) => {
    const words = all.flatMap(({ numbers }) => numbers.vague[size] ?? [])
    const said = words.flatMap((word) => word.said)
    return { size, said: anyOf(said), seen: anyOf([...said, ...words.flatMap((word) => word.seen)]) }
  })
}

/** Numbers written as words, what multiplies them and what they are counted in: tables from the language files. */
import type { Language } from '../../../../platform/languages/language.ts'
import { MONEY } from '../../../../platform/languages/money.ts'

export interface NumberWords {
  /** Sign before decimals; null where the language is not known. */
  decimal: ',' | '.' | null
  /** Value of a cardinal from two on, as a text states it. */
  valueOf(word: string): number | undefined
  /** Value of a word that supports a number without stating it: "third", "both", "one". */
  supportOf(word: string): number | undefined
  /** Factor of a word behind a number; single letters count directly behind digits only: $1.5B. */
  scaleOf(word: string, glued: boolean): number | undefined
  /** Kind of money, or `percent`. */
  unitOf(word: string): string | undefined
  isHalf(word: string): boolean
  isArticle(word: string): boolean
  isAnd(word: string): boolean
  /** "p.m.": twelve hours later. */
  isEvening(word: string): boolean
}

const LETTER_SCALES: Record<string, number> = { m: 1e6, b: 1e9, t: 1e12, k: 1000 }
type Numbers = Language['numbers']

/** `ofText` are the languages of the text; `all` adds those whose words any text may hold. The first that knows a word decides. */
export function buildNumberWords(ofText: readonly Language[], all: readonly Language[]): NumberWords {
  const values = merged(ofText.map(({ numbers }) => cardinals(numbers)))
  const supports = merged([
    ...ofText.map(({ numbers }) => ordinals(numbers)),
    ...all.map(({ numbers }) => pairs(numbers)),
  ])
  const scales = merged(all.map(({ numbers }) => byWord(numbers.scales)))
  const units = merged([...all.map((language) => inverted(language.units)), inverted({ ...MONEY, percent: ['%'] })])
  const set = (pick: (numbers: Numbers) => readonly string[]) => {
    const words = new Set(all.flatMap(({ numbers }) => pick(numbers)))
    return (word: string) => words.has(word.toLowerCase())
  }
  return {
    decimal: ofText.length === 1 ? (ofText[0]?.numbers.decimal ?? null) : null,
    valueOf: (word) => values.get(word.toLowerCase()),
    supportOf: (word) => supports.get(word.toLowerCase()) ?? values.get(word.toLowerCase()),
    scaleOf: (word, glued) => {
      const lower = word.toLowerCase().replace(/\.$/, '')
      return lower.length === 1 ? (glued ? LETTER_SCALES[lower] : undefined) : scales.get(lower)
    },
    unitOf: (word) => units.get(word.toLowerCase().replace(/\.$/, '')),
    isHalf: set(({ half }) => half),
    isArticle: set(({ one }) => one),
    isAnd: set(({ and }) => and),
    isEvening: set(({ evening }) => evening),
  }
}

const merged = <V>(tables: Map<string, V>[]): Map<string, V> =>
  new Map(tables.toReversed().flatMap((table) => [...table]))

const byWord = (groups: Record<number, string[]>): Map<string, number> =>
  new Map(Object.entries(groups).flatMap(([value, words]) => words.map((word) => [word, Number(value)] as const)))

const inverted = (groups: Partial<Record<string, readonly string[]>>): Map<string, string> =>
  new Map(Object.entries(groups).flatMap(([name, words = []]) => words.map((word) => [word, name] as const)))

const ordinals = ({ ordinals: all }: Numbers) =>
  new Map(all.flatMap((forms, at) => forms.map((form) => [form, at + 1] as const)))

const pairs = ({ ones, one, pairs: two }: Numbers) =>
  new Map([...[...one, ...(ones[1] ?? [])].map((word) => [word, 1] as const), ...two.map((word) => [word, 2] as const)])

/** "two" to "ninety-nine" with the part before "hundred" and "thousand" of one word: "trehundrafemtio", "zwanzigtausend". */
function cardinals(numbers: Numbers): Map<string, number> {
  const small = belowHundred(numbers)
  const values = new Map(small)
  for (const [count, value] of small) {
    for (const thousand of numbers.thousand) values.set(count + thousand, value * 1000)
    if (value > 9) continue
    for (const hundred of numbers.hundred) {
      values.set(count + hundred, value * 100)
      for (const [rest, more] of small) values.set(count + hundred + rest, value * 100 + more)
      for (const thousand of numbers.thousand) values.set(count + hundred + thousand, value * 100_000)
    }
  }
  for (const [word, value] of byWord(numbers.other)) values.set(word, value)
  // Too common to be counts: nought, and one.
  for (const word of [...(numbers.ones[0] ?? []), ...(numbers.ones[1] ?? []), ...numbers.one]) values.delete(word)
  return values
}

function belowHundred({ ones, tens, joints, ones_first: onesFirst }: Numbers): Map<string, number> {
  const small = new Map(ones.flatMap((forms, value) => (value > 0 ? forms.map((form) => [form, value] as const) : [])))
  for (const [at, forms] of tens.entries())
    for (const ten of forms) {
      const value = (at + 2) * 10
      small.set(ten, value)
      for (const [before, names] of ones.slice(1, 10).entries())
        for (const name of names)
          for (const joint of joints) small.set(onesFirst ? name + joint + ten : ten + joint + name, value + before + 1)
    }
  return small
}

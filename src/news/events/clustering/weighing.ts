/**
 * Articles with their words weighed: terms are numbered, a day's rarities are kept, and what is common to two articles is
 * a merge of two sorted lists. Pure.
 */

import { gramsOfWord } from '../../../platform/text/grams.ts'
import { GRAM, type Rarity, type Recent, rarityOn } from '../../../platform/text/rarity.ts'
import type { Lexicon } from '../../../platform/text/thesaurus.ts'
import type { Features } from './pair-features.ts'
import { TUNING } from './tuning.ts'

/** An article as clustering sees it. */
export interface Item {
  id: number
  /** Milliseconds since 1970 of its publication, as lists order it. */
  at: number
  /** Registrable domain or name; null where it is unknown. */
  publisher: string | null
  features: Features
  /** True once its event is final: the window has passed it. */
  settled?: boolean
}

/** Terms by their numbers, ascending, with the weight of each. */
export interface WeighedTerms {
  terms: Int32Array
  weights: number[]
  norm: number
}

/** Of an article's terms: all, those that mean the same in every language, or the groups of letters of its words. */
export type Kind = 'all' | 'portable' | 'grams'

/** Weighs articles by what was known on a day, each once. */
export interface Scales {
  weigh(item: Item, day: number, kind: Kind): WeighedTerms
  nameOf(term: number): string
}

interface Numbered {
  terms: Int32Array
  /** 1 in the title, 0 in the text. */
  inTitle: Uint8Array
}

/** Terms by numbers, and articles by those; may be kept for as long as the articles stay as they are. */
export interface Numbering {
  names: string[]
  of(item: Item): Record<Kind, Numbered>
}

export function createNumbering(): Numbering {
  const names: string[] = []
  const numbers = new Map<string, number>()
  const items = new WeakMap<Item, Record<Kind, Numbered>>()
  const grams = new Map<string, number[]>()
  const numberOf = (name: string): number => {
    const existing = numbers.get(name)
    if (existing !== undefined) return existing
    numbers.set(name, names.length)
    return names.push(name) - 1
  }
  const withNumbers = (numbers: number[], terms: string[] = []) => [...numbers, ...terms.map(numberOf)]
  const gramsIn = (words: string[] = []): number[] =>
    words.flatMap((word) => {
      const existing = grams.get(word) ?? gramsOfWord(word).map((gram) => numberOf(`${GRAM}${gram}`))
      grams.set(word, existing)
      return existing
    })
  return {
    names,
    of: (item) => {
      const existing = items.get(item)
      if (existing) return existing
      const { title, text, names: named, titleWords, textWords, letters } = item.features
      const [inTitle, inText] = [title.map(numberOf), text.map(numberOf)]
      const made = {
        portable: numbered(withNumbers(inTitle, named?.title), withNumbers(inText, named?.text)),
        all: numbered(withNumbers(inTitle, titleWords), withNumbers(inText, textWords)),
        grams: numbered(gramsIn(letters?.title), gramsIn(letters?.text)),
      }
      items.set(item, made)
      return made
    },
  }
}

export function scalesFor(
  lexicon: Lexicon,
  recent: Recent,
  numbering = createNumbering(),
  textWeight = TUNING.textWeight,
): Scales {
  type Weighed = Partial<Record<Kind, WeighedTerms>>
  const days = new Map<number, { rarity: Rarity; items: Map<Item, Weighed> }>()
  const openDay = (day: number) => {
    const opened = { rarity: rarityOn(lexicon, recent, numbering.names, day), items: new Map<Item, Weighed>() }
    days.set(day, opened)
    return opened
  }
  return {
    nameOf: (term) => numbering.names[term] ?? '',
    weigh: (item, day, kind) => {
      const { rarity, items } = days.get(day) ?? openDay(day)
      const weights = items.get(item) ?? {}
      items.set(item, weights)
      weights[kind] ??= weighed(numbering.of(item)[kind], rarity, textWeight)
      return weights[kind]
    },
  }
}

function numbered(title: number[], text: number[]): Numbered {
  const titled = new Set(title)
  const terms = new Int32Array(new Set([...title, ...text])).sort()
  return { terms, inTitle: Uint8Array.from(terms, (term) => Number(titled.has(term))) }
}

function weighed({ terms, inTitle }: Numbered, rarity: Rarity, textWeight: number): WeighedTerms {
  const weights = new Array<number>(terms.length)
  let sum = 0
  for (let i = 0; i < terms.length; i++) {
    const weight = (inTitle[i] === 1 ? 1 : textWeight) * rarity(terms[i] as number)
    weights[i] = weight
    sum += weight * weight
  }
  return { terms, weights, norm: Math.sqrt(sum) }
}

/** Cosine of the angle between two articles' weighed terms; 0 where they share none. */
export function cosineOf(a: WeighedTerms, b: WeighedTerms, min = 0): number {
  const [one, two] = [a.terms, b.terms]
  let [dot, i, j] = [0, 0, 0]
  while (i < one.length && j < two.length) {
    const gap = (one[i] as number) - (two[j] as number)
    if (gap === 0) dot += (a.weights[i] as number) * (b.weights[j] as number)
    if (gap <= 0) i++
    if (gap >= 0) j++
  }
  return dot > 0 ? dot / (Math.max(a.norm, min) * Math.max(b.norm, min)) : 0
}

/** The terms that two articles share, with the product of their weights. */
export function commonOf(a: WeighedTerms, b: WeighedTerms): { term: number; weight: number }[] {
  const theirs = new Map(b.weights.map((weight, i) => [b.terms[i], weight]))
  return a.weights.flatMap((weight, i) => {
    const [term, other] = [a.terms[i] as number, theirs.get(a.terms[i])]
    return other === undefined ? [] : [{ term, weight: weight * other }]
  })
}

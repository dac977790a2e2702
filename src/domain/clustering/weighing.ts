/**
 * Articles with their words weighed: terms are numbered, a day's rarities are kept, and what is common to two articles is
 * a merge of two sorted lists. Pure.
 */

import { gramsOfWord } from '../text/grams.ts'
import type { Lexicon } from '../text/lexicon.ts'
import { type Background, GRAM, type Rarity, rarityOn } from '../text/rarity.ts'
import type { Features } from './features.ts'

/** An article as clustering sees it. */
export interface Item {
  id: number
  /** Milliseconds since 1970 of its publication, as lists order it. */
  at: number
  features: Features
}

/** Terms by their numbers, ascending, with the weight of each. */
export interface WeighedTerms {
  terms: Int32Array
  weights: Float64Array
  norm: number
}

export interface Weighed {
  all: WeighedTerms
  /** Only the terms that mean the same in every language. */
  portable: WeighedTerms
  /** Groups of letters of its words. */
  grams: WeighedTerms
}

/** Weighs articles by what was known on a day, each once. */
export interface Scales {
  weigh(item: Item, day: number): Weighed
  nameOf(term: number): string
}

const TEXT_WEIGHT = 0.7

interface Numbered {
  terms: Int32Array
  /** 1 in the title, less in the text. */
  places: Float64Array
}

/** Terms by numbers, and articles by those; may be kept for as long as the articles stay as they are. */
export interface Numbering {
  names: string[]
  of(item: Item): Record<keyof Weighed, Numbered>
}

export function createNumbering(): Numbering {
  const names: string[] = []
  const numbers = new Map<string, number>()
  const items = new WeakMap<Item, Record<keyof Weighed, Numbered>>()
  const numberOf = (name: string): number => {
    const known = numbers.get(name)
    if (known !== undefined) return known
    numbers.set(name, names.length)
    return names.push(name) - 1
  }
  return {
    names,
    of: (item) => {
      const known = items.get(item)
      if (known) return known
      const { title, text, titleWords, textWords, letters } = item.features
      const portable = numbered(numberOf, title, text)
      const [inTitle, inText] = [
        [...title, ...titleWords],
        [...text, ...textWords],
      ]
      const made = {
        portable,
        all: numbered(numberOf, inTitle, inText),
        grams: numbered(numberOf, gramTerms(letters?.title ?? []), gramTerms(letters?.text ?? [])),
      }
      items.set(item, made)
      return made
    },
  }
}

export function scalesFor(lexicon: Lexicon, background: Background, numbering = createNumbering()): Scales {
  const days = new Map<number, { rarity: Rarity; items: Map<Item, Weighed> }>()
  const openDay = (day: number) => {
    const opened = { rarity: rarityOn(lexicon, background, numbering.names, day), items: new Map() }
    days.set(day, opened)
    return opened
  }
  return {
    nameOf: (term) => numbering.names[term] ?? '',
    weigh: (item, day) => {
      const { rarity, items } = days.get(day) ?? openDay(day)
      const known = items.get(item)
      if (known) return known
      const made = lazily(numbering.of(item), rarity)
      items.set(item, made)
      return made
    },
  }
}

/** Most articles are only ever compared with those of their own language. */
function lazily(numbers: Record<keyof Weighed, Numbered>, rarity: Rarity): Weighed {
  const made: Partial<Weighed> = {}
  const get = (kind: keyof Weighed) => {
    made[kind] ??= weighed(numbers[kind], rarity)
    return made[kind]
  }
  return {
    get all() {
      return get('all')
    },
    get portable() {
      return get('portable')
    },
    get grams() {
      return get('grams')
    },
  }
}

const gramTerms = (words: string[]): string[] =>
  words.flatMap((word) => gramsOfWord(word).map((gram) => `${GRAM}${gram}`))

function numbered(numberOf: (name: string) => number, title: string[], text: string[]): Numbered {
  const places = new Map<number, number>()
  for (const name of text) places.set(numberOf(name), TEXT_WEIGHT)
  for (const name of title) places.set(numberOf(name), 1)
  const terms = Int32Array.from(places.keys()).sort()
  return { terms, places: Float64Array.from(terms, (term) => places.get(term) ?? 0) }
}

function weighed({ terms, places }: Numbered, rarity: Rarity): WeighedTerms {
  const weights = new Float64Array(terms.length)
  let sum = 0
  for (let i = 0; i < terms.length; i++) {
    const weight = (places[i] as number) * rarity(terms[i] as number)
    weights[i] = weight
    sum += weight * weight
  }
  return { terms, weights, norm: Math.sqrt(sum) }
}

/** Walks what two articles share. */
function meet(a: WeighedTerms, b: WeighedTerms, each: (term: number, weight: number) => void): void {
  const [one, two] = [a.terms, b.terms]
  let [i, j] = [0, 0]
  while (i < one.length && j < two.length) {
    const gap = (one[i] as number) - (two[j] as number)
    if (gap === 0) each(one[i] as number, (a.weights[i++] as number) * (b.weights[j++] as number))
    else if (gap < 0) i++
    else j++
  }
}

/** Cosine of the angle between two articles' weighed terms; 0 where they share none. What is shorter counts as `least` long. */
export function cosineOf(a: WeighedTerms, b: WeighedTerms, least = 0): number {
  let dot = 0
  meet(a, b, (_, weight) => {
    dot += weight
  })
  return dot > 0 ? dot / (Math.max(a.norm, least) * Math.max(b.norm, least)) : 0
}

/** The terms that two articles share, with the product of their weights. */
export function commonOf(a: WeighedTerms, b: WeighedTerms): { term: number; weight: number }[] {
  const common: { term: number; weight: number }[] = []
  meet(a, b, (term, weight) => common.push({ term, weight }))
  return common
}

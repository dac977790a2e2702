/** Gate: a number or name stands where the source has it, not where the source has another one. */
import { numberWord } from '../gates/number-words.ts'
import { type Quantity, quantities } from '../gates/quantities.ts'
import { type Ground, weightOf } from './ground.ts'
import type { Sentence, Word } from './reading.ts'

/** A number or name with the words around it: the nearer, the more they tell what it is of. */
interface Mention {
  text: string
  /** Comparable only with mentions of the same kind. */
  kind: string
  /** Equal for mentions of the same thing. */
  values: string[]
  context: Map<string, number>
}

const REACH = 7
const AFTER = [1.5, 1.2, 1, 0.8, 0.6, 0.5, 0.4]
const BEFORE = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4]
/** A rival's context must say this much more than that of the claim's own number. */
const CLEARLY = 1.7
const LEAST = 0.9

export function numberPlaceGate(claim: Sentence, ground: Ground, language: string): string | null {
  const theirs = ground.sentences.flatMap((sentence) => numberMentions(sentence, ground.lists?.language ?? null))
  return misplaced(numberMentions(claim, language), theirs, ground, 'number')
}

export function namePlaceGate(claim: Sentence, ground: Ground): string | null {
  // German gives a capital to every noun, so that names cannot be told from other words there.
  if (ground.lists?.language === 'de') return null
  const theirs = ground.sentences.flatMap((sentence) => nameMentions(sentence))
  return misplaced(nameMentions(claim), theirs, ground, 'name')
}

function misplaced(mine: Mention[], theirs: Mention[], ground: Ground, what: string): string | null {
  for (const mention of mine) {
    const comparable = theirs.filter(({ kind }) => kind === mention.kind)
    const same = comparable.filter(({ values }) => values.some((value) => mention.values.includes(value)))
    const others = comparable.filter(({ values }) => !values.some((value) => mention.values.includes(value)))
    if (same.length === 0) continue
    const own = Math.max(...same.map((other) => likeness(mention, other, ground)))
    for (const other of others) {
      const rival = likeness(mention, other, ground)
      if (rival >= LEAST && rival > own * CLEARLY + 0.3)
        return `the ${what} "${mention.text}" stands where the source has "${other.text}"`
    }
  }
  return null
}

function likeness(a: Mention, b: Mention, ground: Ground): number {
  let sum = 0
  for (const [key, weight] of a.context) {
    const theirs = b.context.get(key)
    if (theirs !== undefined) sum += Math.min(weight, theirs) * weightOf(key, ground)
  }
  return sum
}

function numberMentions(sentence: Sentence, language: string | null): Mention[] {
  return sentence.words.flatMap((word, index) => {
    if (!word.isNumber && (language === null || numberWord(word.lower, language) === undefined)) return []
    const quantity = quantities(sentence.text.slice(word.at, word.at + 45), language)[0]
    if (!quantity || quantity.values.length === 0) return []
    const values = quantity.values.map((value) => String(value * quantity.scale * (quantity.unit?.factor ?? 1)))
    const isOther = (other: Word) => other.isNumber
    return [
      { text: quantity.text, kind: kindOf(quantity, sentence, index), values, context: contextOf(sentence, index, isOther) },
    ]
  })
}

/** Amounts of one unit, years, and counts are each compared among themselves. */
function kindOf(quantity: Quantity, sentence: Sentence, index: number): string {
  if (quantity.unit) return quantity.unit.class
  const [value = 0] = quantity.values
  if (quantity.scale === 1 && value >= 1900 && value <= 2100) return 'year'
  const month = sentence.words[index + 1]?.lower ?? ''
  if (/^(jan|feb|mar|apr|ma[ijy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])/.test(month)) return 'day'
  return 'count'
}

function nameMentions(sentence: Sentence): Mention[] {
  return sentence.words.flatMap((word, index) => {
    const name = word.isName ? word.keys.find((key) => key.startsWith('n:')) : undefined
    if (!name) return []
    const context = contextOf(sentence, index, () => false)
    for (const key of context.keys()) if (key.startsWith('n:')) context.delete(key)
    return [{ text: word.text, kind: 'name', values: [name], context }]
  })
}

/** Keys around a word, up to the next mention of its kind on either side. */
function contextOf(sentence: Sentence, index: number, ends: (word: Word) => boolean): Map<string, number> {
  const context = new Map<string, number>()
  const add = (word: Word, weight: number) => {
    for (const key of word.keys) context.set(key, Math.max(context.get(key) ?? 0, weight))
  }
  const clause = sentence.clauses.find(({ words }) => words.includes(sentence.words[index] as Word))?.words ?? []
  for (const [step, direction] of [[AFTER, 1] as const, [BEFORE, -1] as const])
    for (let away = 1; away <= REACH; away++) {
      const word = sentence.words[index + away * direction]
      if (!word || ends(word)) break
      add(word, (step[away - 1] ?? 0) * (clause.includes(word) ? 1 : 0.5))
    }
  return context
}

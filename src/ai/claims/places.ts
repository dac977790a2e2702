/** Gate: a number or name stands where the source has it, not where the source has another one. */
import { quantities } from '../gates/quantities.ts'
import type { Quantity } from '../gates/quantity.ts'
import type { Reading } from '../gates/reading.ts'
import type { ClaimWords } from './claim-words.ts'
import { type Ground, type Match, matchOf, weightOf } from './ground.ts'
import type { Clause, Sentence, Word } from './reading.ts'

/** A number or name with the words around it: the nearer, the more they tell what it is of. */
interface Mention {
  text: string
  clause: Clause | undefined
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
const CLEARLY = 2
const LEAST = 2
/** What a clause must share with one of the source to be told from it. */
const LEAST_ALIKE = 2.6

export function numberPlaceGate(claim: Sentence, ground: Ground, own: Reading): string | null {
  const theirs = ground.sentences.flatMap((sentence) => numberMentions(sentence, ground.reading))
  return misplaced(numberMentions(claim, own), theirs, ground)
}

/**
 * What a clause says of somebody, the source says of somebody else: its names and those of the source's clause that says
 * the same are others. `given` are the names of the answer: other words with a capital are none.
 */
export function namePlaceGate(claim: Sentence, ground: Ground, given: Set<string>): string | null {
  if (/["“”«»]/u.test(claim.text)) return null
  for (const clause of claim.clauses) {
    const mine = namesIn(clause.words, given)
    if (mine.size === 0) continue
    const told = clause.words.map((word) => ({
      ...word,
      keys: word.keys.filter((key) => !key.startsWith('n:') && key !== ANYBODY),
    }))
    const found = ground.clauses.map((other) => ({ other, ...matchOf(told, other.words, ground) }))
    const best = Math.max(0, ...found.map(({ shared }) => shared))
    const near = found.filter(({ shared, covered }) => shared >= best * 0.7 && shared > 0 && covered > 0.3)
    const own = found.filter(({ other }) => [...namesIn(other.words)].some((name) => mine.has(name)))
    if (own.some(({ shared }) => shared >= best * 0.5)) continue
    if (near.length > 0 && near.every((match) => isAnothers(match, clause, mine, given, ground.lists)))
      return `"${nameOf(clause, mine)}" stands where the source names another`
  }
  return null
}

/** "the company" may be any that was named before. */
const ANYBODY = '=company'
const SWAPPED = { shared: 2, covered: 0.6 }
const ALONE = { shared: 3.3, covered: 0.65 }

function isAnothers(
  match: Match & { other: Clause },
  clause: Clause,
  mine: Set<string>,
  given: Set<string>,
  lists: ClaimWords | null,
): boolean {
  const { other, shared, covered } = match
  const theirs = namesIn(other.words, given)
  const meets = (names: Set<string>) => [...mine].some((name) => names.has(name))
  if (theirs.size === 0 || meets(theirs) || startsRelative(other, lists) || match.keys.length < 2) return false
  // The source's sentence names both: then the claim must have exchanged them.
  if (meets(namesIn(other.sentence.words)))
    return (
      shared >= SWAPPED.shared &&
      covered >= SWAPPED.covered &&
      clause.sentence.clauses.some((one) => one !== clause && [...namesIn(one.words)].some((name) => theirs.has(name)))
    )
  return shared >= ALONE.shared && covered >= ALONE.covered
}

const nameOf = (clause: Clause, names: Set<string>) =>
  clause.words.find(({ keys }) => keys.some((key) => names.has(key)))?.text

export const namesIn = (words: readonly Word[], given?: Set<string>): Set<string> =>
  new Set(words.flatMap(({ keys }) => keys.filter((key) => key.startsWith('n:') && (!given || given.has(key)))))

function misplaced(mine: Mention[], theirs: Mention[], ground: Ground): string | null {
  for (const mention of mine) {
    const comparable = theirs.filter(({ kind }) => kind === mention.kind)
    const isSame = ({ values }: Mention) => values.some((value) => mention.values.includes(value))
    const same = theirs.filter((other) => isSame(other) && (other.kind === mention.kind || other.kind === 'count'))
    if (same.length === 0) continue
    const own = Math.max(...same.map((other) => likeness(mention, other, ground)))
    const elsewhere = strangeClause(mention, same, ground)
    if (elsewhere === null) continue
    for (const other of comparable) {
      // "329 instead of 389" in one clause is for the gate on changes.
      if (same.some(({ clause }) => clause === other.clause)) continue
      const rival = likeness(mention, other, ground)
      const clearly = rival >= LEAST && rival > own * CLEARLY + 0.4
      if (clearly || (mention.kind !== 'year' && elsewhere.has(other.clause) && rival > own))
        return `the number "${mention.text}" stands where the source has "${other.text}"`
    }
  }
  return null
}

/** The clauses of the source that say what the mention's clause says; null where one of them holds its number. */
function strangeClause({ clause }: Mention, same: Mention[], ground: Ground): Set<Clause | undefined> | null {
  if (!clause) return new Set()
  const told = clause.words.map((word) => (word.isNumber ? { ...word, keys: [] } : word))
  const found = ground.clauses.map((other) => ({ other, ...matchOf(told, other.words, ground) }))
  const best = Math.max(0, ...found.map(({ shared }) => shared))
  const near = found.filter(({ shared, covered, keys }) => shared >= best * 0.7 && covered >= 0.5 && keys.length >= 2)
  if (near.some(({ other }) => same.some((mention) => mention.clause === other))) return null
  return new Set(best < LEAST_ALIKE ? [] : near.map(({ other }) => other))
}

function likeness(a: Mention, b: Mention, ground: Ground): number {
  let sum = 0
  for (const [key, weight] of a.context) {
    const theirs = b.context.get(key)
    if (theirs !== undefined) sum += Math.min(weight, theirs) * weightOf(key, ground)
  }
  return sum
}

function numberMentions(sentence: Sentence, reading: Reading): Mention[] {
  return sentence.words.flatMap((word, index) => {
    if (!word.isNumber && reading.numbers.valueOf(word.lower) === undefined) return []
    const quantity = quantities(amountAt(sentence, word), reading)[0]
    const spelt = !word.isNumber && (word.isName || reading.numbers.isOrdinal(word.lower))
    if (!quantity || quantity.values.length === 0 || spelt) return []
    const values = quantity.values.map((value) => String(value * quantity.scale * (quantity.unit?.factor ?? 1)))
    const isOther = (other: Word) => other.isNumber
    return [
      {
        text: quantity.text,
        clause: sentence.clauses.find(({ words }) => words.includes(word)),
        kind: kindOf(quantity, sentence, index, reading),
        values,
        context: contextOf(sentence, index, isOther),
      },
    ]
  })
}

/** The text from a number on, with the sign of a currency before it. */
const amountAt = ({ text }: Sentence, { at }: Word) =>
  text.slice(/[$€£¥]/.test(text[at - 1] ?? '') ? at - 1 : at, at + 45)

/** Amounts of one unit, years, and counts are each compared among themselves. */
function kindOf(quantity: Quantity, sentence: Sentence, index: number, { dates }: Reading): string {
  if (quantity.unit) return quantity.unit.class
  const [value = 0] = quantity.values
  if (quantity.scale === 1 && value >= 1900 && value <= 2100) return 'year'
  const after = sentence.words.slice(index + 1, index + 4).find(({ isNumber }) => !isNumber)
  return dates.months.has(after?.lower ?? '') ? 'day' : 'count'
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

/** "who has …": the one that it speaks of stands before it. */
const startsRelative = ({ words }: Clause, lists: ClaimWords | null) =>
  lists?.relatives.has(words[0]?.lower ?? '') ?? false

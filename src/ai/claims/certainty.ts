/** Gate: what the source calls possible, said, expected or undecided is not told as a fact. */
import type { ClaimWords, WordList } from './claim-words.ts'
import { type Ground, matchOf } from './ground.ts'
import type { Clause, Sentence, Word } from './reading.ts'

const ALIKE = 0.8
const COVERED = 0.55
const SHARED = 1.4
const SHORT = 15

export function certaintyGate(claim: Sentence, ground: Ground, lists: ClaimWords | null): string | null {
  if (!lists || !ground.lists) return null
  const theirs = ground.lists
  const { doubts } = theirs
  for (const clause of claim.clauses) {
    if (isHedged(clause, lists) || isShort(clause.words)) continue
    const found = ground.clauses
      .map((other) => ({ other, ...matchOf(clause.words, other.words, ground) }))
      .filter(({ covered, shared, keys }) => enough(covered, shared, keys))
    const best = Math.max(0, ...found.map(({ shared }) => shared))
    const near = found.filter(({ shared }) => shared >= best * ALIKE)
    if (near.length > 0 && near.every(({ other }) => isDoubtful(other, doubts, theirs.negation)))
      return 'the source does not tell this as a fact'
  }
  return null
}

const has = (words: readonly Word[], list: WordList): boolean => {
  const lower = words.map((word) => word.lower)
  return lower.some((_, at) => list.match(lower, at) > 0)
}

/** Not by names alone. */
const enough = (covered: number, shared: number, keys: readonly string[]) =>
  covered >= COVERED && shared >= SHARED && keys.filter((key) => !key.startsWith('n:')).length >= 2

/** In the clause or one before it ("is said to cost … and have …"), or with plain doubt anywhere in the sentence. */
function isHedged({ words, sentence }: Clause, lists: ClaimWords): boolean {
  const end = words.at(-1)?.at ?? 0
  const soFar = sentence.words.filter(({ at }) => at <= end)
  return has(soFar, lists.hedges) || has(sentence.words, lists.doubts)
}

/** "could not" is no doubt, nor is the month of May. A short sentence is doubtful as a whole. */
function isDoubtful({ words, sentence }: Clause, doubts: WordList, negation: WordList): boolean {
  const read = sentence.words.length <= SHORT ? sentence.words : words
  const lower = read.map((word) => (word.isName ? '' : word.lower))
  return lower.some((_, at) => doubts.match(lower, at) > 0 && negation.match(lower, at + 1) === 0)
}

const isShort = (words: readonly Word[]) => words.length < 3

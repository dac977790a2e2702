/** Gate: what the source calls possible, said, expected or undecided is not told as a fact. */
import type { ClaimWords, WordList } from './claim-words.ts'
import { type Ground, matchOf } from './ground.ts'
import type { Sentence, Word } from './reading.ts'

const ALIKE = 0.8
const COVERED = 0.55
const SHARED = 1.4

export function certaintyGate(claim: Sentence, ground: Ground, lists: ClaimWords | null): string | null {
  if (!lists || !ground.lists) return null
  const doubts = ground.lists.doubts
  for (const clause of claim.clauses) {
    if (has(clause.words, lists.hedges) || isShort(clause.words)) continue
    const found = ground.clauses
      .map((other) => ({ other, ...matchOf(clause.words, other.words, ground) }))
      .filter(({ covered, shared }) => covered >= COVERED && shared >= SHARED)
    const best = Math.max(0, ...found.map(({ shared }) => shared))
    const near = found.filter(({ shared }) => shared >= best * ALIKE)
    if (near.length > 0 && near.every(({ other }) => has(other.words, doubts)))
      return 'the source does not tell this as a fact'
  }
  return null
}

const has = (words: readonly Word[], list: WordList): boolean => {
  const lower = words.map((word) => word.lower)
  return lower.some((_, at) => list.match(lower, at) > 0)
}

const isShort = (words: readonly Word[]) => words.length < 3

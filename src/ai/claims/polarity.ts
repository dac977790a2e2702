/** Gate: what the source denies is not affirmed, what went up did not go down; and the other way round. */
import type { ClaimWords, WordList } from './claim-words.ts'
import { type Ground, matchOf } from './ground.ts'
import type { Clause, Sentence, Word } from './reading.ts'

const ALIKE = 0.75
const COVERED = 0.7
const SHARED = 1.95
const LEAST_SHARED = 1.4
/** What goes up and down is told of many things, so that more must be the same. */
const SIDE_SHARED = { direction: 1.65, other: 1 }
/** Words between a negation and what it turns round, before and behind it. */
const REACH = [4, 2] as const

export function polarityGate(claim: Sentence, ground: Ground, lists: ClaimWords | null): string | null {
  const theirs = ground.lists
  if (!lists || !theirs) return null
  for (const clause of claim.clauses) {
    const reason = turnedSide(clause, ground, lists, theirs) ?? turnedRound(clause, ground, lists, theirs)
    if (reason) return reason
  }
  return null
}

const places = (words: readonly Word[], list: WordList): number[] => {
  const lower = words.map((word) => word.lower)
  return [...lower.keys()].filter((at) => list.match(lower, at) > 0)
}

/** Axis → +1 or -1, with a negation close by reckoned in; 0 where both are said, or a "not" and a "down" meet. */
function sidesOf(words: readonly Word[], lists: ClaimWords): Map<string, number> {
  const negations = places(words, lists.negation)
  const sides = new Map<string, number>()
  for (const { axis, up, down } of lists.sides) {
    const add = (at: number, side: number) => {
      const turned = negations.some((not) => not !== at && at - not <= REACH[0] && not - at <= REACH[1])
      const value = turned ? (side > 0 && axis !== 'direction' ? -1 : 0) : side
      sides.set(axis, (sides.get(axis) ?? value) === value ? value : 0)
    }
    for (const at of places(words, up)) add(at, 1)
    for (const at of places(words, down)) add(at, -1)
  }
  return sides
}

/** The clause takes one side of an axis of which the source, where it speaks of the same, has only the other. */
function turnedSide(clause: Clause, ground: Ground, lists: ClaimWords, theirs: ClaimWords): string | null {
  for (const [axis, side] of sidesOf(clause.words, lists)) {
    if (side === 0) continue
    const found = ground.clauses.flatMap((other) => {
      const their = sidesOf(other.words, theirs).get(axis)
      return their === undefined ? [] : [{ side: their, ...matchOf(clause.words, other.words, ground) }]
    })
    const near = nearest(found, axis === 'direction' ? SIDE_SHARED.direction : SIDE_SHARED.other, 0)
    if (near.length > 0 && near.every((other) => other.side === -side))
      return `the source says the opposite ("${axis}")`
  }
  return null
}

/** Every part of the source that says the same denies it, or none does. */
function turnedRound(clause: Clause, ground: Ground, lists: ClaimWords, theirs: ClaimWords): string | null {
  const near = said(clause, ground)
  if (near.length === 0) return null
  const denied = places(clause.words, lists.negation).length > 0
  if (denied) {
    const plain = (words: readonly Word[]) => !turns(words, theirs) && places(words, theirs.doubts).length === 0
    const sure = near.filter(({ shared, keys }) => shared >= SHARED && keys.length >= 2)
    const affirmed = sure.length > 0 && near.every(({ other }) => plain(other.sentence.words))
    return affirmed ? 'the source does not deny this' : null
  }
  if (places(clause.sentence.words, lists.lacking).length > 0 || places(clause.words, lists.hedges).length > 0)
    return null
  if (!near.every(({ other }) => places(other.words, theirs.negation).length > 0)) return null
  // The "not" may stand in another clause of the same sentence.
  const others = clause.sentence.clauses.filter((one) => one !== clause && turns(one.words, lists))
  const spoken = others.some((one) => near.some(({ other }) => matchOf(one.words, other.words, ground).shared > 0))
  return spoken ? null : 'the source denies this'
}

/** The clauses of the source that say what the clause says, not only name whom it names. */
function said(clause: Clause, ground: Ground) {
  const found = ground.clauses.map((other) => ({ other, ...matchOf(clause.words, other.words, ground) }))
  return nearest(found, LEAST_SHARED, COVERED).filter(({ keys }) => keys.some((key) => !key.startsWith('n:')))
}

/** Anything in the words that says no. */
function turns(words: readonly Word[], lists: ClaimWords): boolean {
  return (
    places(words, lists.negation).length > 0 ||
    places(words, lists.lacking).length > 0 ||
    lists.sides.some(({ down }) => places(words, down).length > 0)
  )
}

function nearest<M extends { shared: number; covered: number }>(found: M[], shared: number, covered: number): M[] {
  const enough = found.filter((match) => match.shared >= shared && match.covered >= covered)
  const best = Math.max(0, ...enough.map((match) => match.shared))
  return enough.filter((match) => match.shared >= best * ALIKE)
}

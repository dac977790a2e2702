/** Gate: what went up did not go down, who was cleared was not convicted: the sides that evidence and claim take are the same. */
import type { Bound } from './bind.ts'
import type { ClaimWords, WordList } from './claim-words.ts'
import { type Ground, matchOf } from './ground.ts'
import type { Clause, Sentence, Word } from './reading.ts'

const ALIKE = 0.75
/** What must be the same around the two words; less where the answer names its evidence. */
const SHARED = { given: { direction: 0.9, other: 0.4 }, found: { direction: 1.65, other: 1 } }
/** Words between a negation and what it turns round, before and behind it. */
const REACH = [4, 2] as const

export function polarityGate(claim: Sentence, { ground, given }: Bound, lists: ClaimWords | null): string | null {
  if (!lists || !ground.lists) return null
  const shared = given ? SHARED.given : SHARED.found
  for (const clause of claim.clauses) {
    const reason = turnedSide(clause, ground, lists, ground.lists, shared)
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
  const negations = places(words, lists.denials)
  const sides = new Map<string, number>()
  for (const { axis, up, down } of lists.sides) {
    const add = (at: number, side: number) => {
      const turned = negations.some(
        (not) => not !== at && at - not <= REACH[0] && not - at <= REACH[1] && !isCut(words, not, at),
      )
      const value = turned ? (side > 0 && axis !== 'direction' ? -1 : 0) : side
      sides.set(axis, (sides.get(axis) ?? value) === value ? value : 0)
    }
    for (const at of places(words, up)) add(at, 1)
    for (const at of places(words, down)) add(at, -1)
  }
  return sides
}

/** A comma or the like stands between the two: "not ready, he confirms". */
function isCut(words: readonly Word[], one: number, other: number): boolean {
  const [first, last] = one < other ? [words[one], words[other]] : [words[other], words[one]]
  return words.some((word) => word.cut && first && last && word.at > first.at && word.at <= last.at)
}

/** The clause takes one side of an axis of which the evidence, where it speaks of the same, has only the other. */
function turnedSide(
  clause: Clause,
  ground: Ground,
  lists: ClaimWords,
  theirs: ClaimWords,
  least: { direction: number; other: number },
): string | null {
  for (const [axis, side] of sidesOf(clause.words, lists)) {
    if (side === 0) continue
    const found = ground.clauses.flatMap((other) => {
      const their = sidesOf(other.words, theirs).get(axis)
      return their === undefined ? [] : [{ side: their, ...matchOf(clause.words, other.words, ground) }]
    })
    const near = nearest(found, axis === 'direction' ? least.direction : least.other)
    const isTakenToo = ground.sentences.some((sentence) =>
      [side, 0].includes(sidesOf(sentence.words, theirs).get(axis) ?? -side),
    )
    if (near.length > 0 && !isTakenToo && near.every((other) => other.side === -side))
      return `the source says the opposite ("${axis}")`
  }
  return null
}

function nearest<M extends { shared: number }>(found: M[], least: number): M[] {
  const enough = found.filter((match) => match.shared >= least)
  const best = Math.max(0, ...enough.map((match) => match.shared))
  return enough.filter((match) => match.shared >= best * ALIKE)
}

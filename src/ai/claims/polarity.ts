/** Gate: what the source denies is not affirmed, what went up did not go down; and the other way round. */
import type { ClaimWords } from './claim-words.ts'
import { type Ground, matchOf } from './ground.ts'
import type { Clause, Sentence } from './reading.ts'

interface Stance {
  negated: boolean
  /** Axis → +1 or -1, with negations reckoned in; 0 where both are said. */
  sides: Map<string, number>
}

const ALIKE = 0.75
const COVERED = 0.6
const SHARED = 1.1

export function polarityGate(claim: Sentence, ground: Ground, lists: ClaimWords | null): string | null {
  if (!lists || !ground.lists) return null
  for (const clause of claim.clauses) {
    const reason = turnedSide(clause, ground, lists) ?? turnedRound(clause, ground, lists)
    if (reason) return reason
  }
  return null
}

function stanceOf(clause: Clause, lists: ClaimWords): Stance {
  const lower = clause.words.map((word) => word.lower)
  const negated = lower.some((_, at) => lists.negation.match(lower, at) > 0)
  const sides = new Map<string, number>()
  for (const { axis, up, down } of lists.sides)
    for (const at of lower.keys()) {
      const side = up.match(lower, at) > 0 ? 1 : down.match(lower, at) > 0 ? -1 : 0
      if (side === 0) continue
      const turned = negated && side > 0 ? -1 : negated ? 0 : side
      const known = sides.get(axis)
      sides.set(axis, known === undefined || known === turned ? turned : 0)
    }
  return { negated, sides }
}

/** The clause takes one side of an axis of which the source, where it speaks of the same, has only the other. */
function turnedSide(clause: Clause, ground: Ground, lists: ClaimWords): string | null {
  const mine = stanceOf(clause, lists)
  for (const [axis, side] of mine.sides) {
    if (side === 0) continue
    const theirs = matches(clause, ground).flatMap(({ clause: other, shared }) => {
      const their = stanceOf(other, ground.lists as ClaimWords).sides.get(axis)
      return their === undefined ? [] : [{ side: their, shared }]
    })
    const best = Math.max(0, ...theirs.map(({ shared }) => shared))
    const near = theirs.filter(({ shared }) => shared >= best * ALIKE)
    if (best >= SHARED && near.length > 0 && near.every((other) => other.side === -side))
      return `the source says the opposite ("${axis}")`
  }
  return null
}

/** The clause and each part of the source that says the same differ in whether they deny it. */
function turnedRound(clause: Clause, ground: Ground, lists: ClaimWords): string | null {
  const mine = denies(clause, lists)
  if (mine === null) return null
  const found = matches(clause, ground).filter(({ covered, shared }) => covered >= COVERED && shared >= SHARED)
  const best = Math.max(0, ...found.map(({ shared }) => shared))
  const near = found.filter(({ shared }) => shared >= best * ALIKE)
  if (near.length === 0) return null
  const theirs = near.map(({ clause: other }) => denies(other, ground.lists as ClaimWords))
  if (theirs.some((their) => their === null || their === mine)) return null
  return mine ? 'the source does not deny this' : 'the source denies this'
}

/** Whether the clause denies something; null where it holds both a negation and an opposite, and nobody can tell. */
function denies(clause: Clause, lists: ClaimWords): boolean | null {
  const { negated, sides } = stanceOf(clause, lists)
  const down = [...sides.values()].some((side) => side <= 0)
  if (negated) return true
  return down ? null : false
}

function matches(clause: Clause, ground: Ground) {
  return ground.clauses.map((other) => ({ clause: other, ...matchOf(clause.words, other.words, ground) }))
}

/** Grouping by average likeness: which articles, or events already settled, are one happening. Pure. */

import { TUNING, type Tuning } from './tuning.ts'

/** What is grouped: one article, or an event that is too large to be opened again, known by a sample of its members. */
export interface Unit {
  size: number
  /** Mean likeness among its own members; 1 for a single article. */
  cohesion: number
}

export interface GroupInput {
  units: Unit[]
  /** Mean likeness between two units' members, both ways the same. */
  likeness: number[][]
  /** Pairs of units that must stand together, and that must not. The second wins. */
  same: [number, number][]
  apart: [number, number][]
  /** Factor of the similarity that is required; 1 by default. */
  line?: number
  tuning?: Tuning
}

export interface Grouping {
  /** Indices of units, each group in ascending order. */
  groups: number[][]
  /** Pairs of units in different groups that came close to joining, and weakly joined ones: nearest to the line first. */
  grey: [number, number][]
}

const GREY_BELOW = 0.6
const GREY_ABOVE = 1.2

/**
 * Joins the pair that exceeds by most what it has to reach, until none does: of articles that are equally alike, those join
 * first whose groups have less in common. The order of the units decides nothing but exact ties.
 */
export function groupUnits(input: GroupInput): Grouping {
  const state = startState(input)
  for (const [a, b] of input.same)
    if (!touches(input.apart, state, a, b)) merge(state, rootOf(state, a), rootOf(state, b))
  const weak: Candidate[] = []
  for (let best = bestOf(state, input); best; best = bestOf(state, input)) {
    if (best.margin < GREY_ABOVE) weak.push(best)
    merge(state, best.a, best.b)
  }
  const near = candidates(state, input, GREY_BELOW)
  const grey = [...weak, ...near].sort((x, y) => Math.abs(x.margin - 1) - Math.abs(y.margin - 1))
  return { groups: [...state.members.values()], grey: grey.map(({ a, b }) => [a, b]) }
}

interface State {
  /** Root of each unit; roots stand for themselves. */
  parent: number[]
  /** Units of each group by its root. */
  members: Map<number, number[]>
  size: number[]
  /** Sum of likeness over all ordered pairs of different members. */
  inner: number[]
  /** Sum of likeness over all pairs of members across two groups. */
  across: number[][]
}

interface Candidate {
  a: number
  b: number
  /** Mean likeness over what it had to be. */
  margin: number
}

function startState({ units, likeness }: GroupInput): State {
  return {
    parent: units.map((_, i) => i),
    members: new Map(units.map((_, i) => [i, [i]])),
    size: units.map((unit) => unit.size),
    inner: units.map(({ size, cohesion }) => size * (size - 1) * cohesion),
    across: likeness.map((row, i) => row.map((mean, j) => mean * (units[i]?.size ?? 1) * (units[j]?.size ?? 1))),
  }
}

const rootOf = (state: State, unit: number): number => state.parent[unit] ?? unit

function merge(state: State, a: number, b: number): void {
  if (a === b) return
  const [rowA, rowB] = [state.across[a] ?? [], state.across[b] ?? []]
  state.inner[a] = (state.inner[a] ?? 0) + (state.inner[b] ?? 0) + 2 * (rowA[b] ?? 0)
  state.size[a] = (state.size[a] ?? 0) + (state.size[b] ?? 0)
  for (const other of state.members.keys()) {
    rowA[other] = (rowA[other] ?? 0) + (rowB[other] ?? 0)
    const row = state.across[other]
    if (row) row[a] = rowA[other] ?? 0
  }
  const joined = [...(state.members.get(a) ?? []), ...(state.members.get(b) ?? [])].sort((x, y) => x - y)
  for (const unit of joined) state.parent[unit] = a
  state.members.set(a, joined)
  state.members.delete(b)
}

/** Every two groups that may join and score at least so much of what they have to. */
function candidates(state: State, input: GroupInput, least: number): Candidate[] {
  const found: Candidate[] = []
  const { line = 1, tuning = TUNING } = input
  const roots = [...state.members.keys()]
  for (let i = 0; i < roots.length; i++)
    for (let j = i + 1; j < roots.length; j++) {
      const [a, b] = [roots[i] ?? 0, roots[j] ?? 0]
      const mean = (state.across[a]?.[b] ?? 0) / ((state.size[a] ?? 1) * (state.size[b] ?? 1))
      if (mean < least * line * tuning.meanFloor) continue
      const margin = mean / (line * neededBy(state, tuning, a, b))
      if (margin >= least && !touches(input.apart, state, a, b)) found.push({ a, b, margin })
    }
  return found
}

/** Cosine of two centroids is their members' mean likeness over the roots of what each group has in common with itself. */
function neededBy(state: State, tuning: Tuning, a: number, b: number): number {
  const own = (root: number) => {
    const size = state.size[root] ?? 1
    return 1 / size + (1 - 1 / size) * Math.max(0, cohesionOf(state, root))
  }
  const areGroups = (state.size[a] ?? 1) > 1 && (state.size[b] ?? 1) > 1
  const looser = areGroups ? Math.min(cohesionOf(state, a), cohesionOf(state, b)) : 0
  const { meanFloor, threshold, cohesionPower, relativeCohesion } = tuning
  return Math.max(meanFloor, threshold * (own(a) * own(b)) ** cohesionPower, relativeCohesion * looser)
}

function cohesionOf(state: State, root: number): number {
  const size = state.size[root] ?? 1
  return size > 1 ? (state.inner[root] ?? 0) / (size * (size - 1)) : 1
}

function touches(pairs: [number, number][], state: State, a: number, b: number): boolean {
  const [rootA, rootB] = [rootOf(state, a), rootOf(state, b)]
  return pairs.some(([x, y]) => {
    const [rootX, rootY] = [rootOf(state, x), rootOf(state, y)]
    return (rootX === rootA && rootY === rootB) || (rootX === rootB && rootY === rootA)
  })
}

function bestOf(state: State, input: GroupInput): Candidate | undefined {
  let best: Candidate | undefined
  for (const candidate of candidates(state, input, 1)) if (!best || candidate.margin > best.margin) best = candidate
  return best
}

/** Groups articles, or events already settled, into events by average similarity. Pure. */

import { TUNING, type Tuning } from './tuning.ts'

/**
 * Unit of grouping: one article, or an event that is too large to be opened again, known by a sample of its members.
 */
export interface Unit {
  size: number
  /** Mean similarity among its members; 1 for a single article. */
  cohesion: number
}

export interface GroupInput {
  units: Unit[]
  /** Mean similarity between two units' members, both ways the same. */
  similarity: number[][]
  /** Pairs of units that must stand together, and that must not. The second wins. */
  same: [number, number][]
  cannotLink: [number, number][]
  /** Factor of the similarity that is required; 1 by default. */
  line?: number
  tuning?: Tuning
}

export interface Grouping {
  /** Indices of units, each group in ascending order. */
  groups: number[][]
  /** Pairs of units in different groups that came close to joining, and weakly joined ones: nearest to the line first. */
  borderline: [number, number][]
}

const BORDERLINE_BELOW = 0.6
const BORDERLINE_ABOVE = 1.2

/**
 * Joins the pair that exceeds by most what it has to reach, until none does: of articles that are equally alike, those join
 * first whose groups have less in common. The order of the units decides nothing but exact ties.
 */
export function groupUnits(input: GroupInput): Grouping {
  const state = startState(input)
  for (const [one, two] of input.same) {
    const [a, b] = [rootOf(state, one), rootOf(state, two)]
    if (state.across[a]?.[b] !== CANNOT_LINK) merge(state, a, b)
  }
  const weak = mergeAll(state, input)
  const near = [...state.members.keys()].flatMap((root) => candidatesOf(state, input, root, BORDERLINE_BELOW, root))
  const borderline = [...weak, ...near].sort((x, y) => Math.abs(x.margin - 1) - Math.abs(y.margin - 1))
  return { groups: [...state.members.values()], borderline: borderline.map(({ a, b }) => [a, b]) }
}

/** Returns the weak ones of the joined pairs. Each group keeps its best partner: work grows with the square of the units. */
function mergeAll(state: State, input: GroupInput): Candidate[] {
  const weak: Candidate[] = []
  const best: (Candidate | undefined)[] = []
  const refresh = (root: number) => {
    best[root] = bestOf(candidatesOf(state, input, root, 1))
  }
  for (const root of state.members.keys()) refresh(root)
  for (let next = bestOf(best); next; next = bestOf(best)) {
    const { a, b, margin } = next
    if (margin < BORDERLINE_ABOVE) weak.push(next)
    merge(state, a, b)
    best[b] = undefined
    for (const root of state.members.keys()) {
      const partner = best[root]?.b
      if (root === a || partner === a || partner === b) refresh(root)
      else best[root] = bestOf([best[root], candidateOf(state, input, root, a, 1)])
    }
  }
  return weak
}

/** The first of equals. */
function bestOf(some: readonly (Candidate | undefined)[]): Candidate | undefined {
  let best: Candidate | undefined
  for (const each of some) if (each && !(best && best.margin >= each.margin)) best = each
  return best
}

/** In place of the similarity of a cannot-link pair. It remains whatever is added when groups grow. */
const CANNOT_LINK = Number.NEGATIVE_INFINITY

interface State {
  /** Units of each group by its root, which is one of them. */
  members: Map<number, number[]>
  size: number[]
  /** Sum of similarity over all ordered pairs of different members. */
  inner: number[]
  /** Sum of similarity over all pairs of members across two groups. */
  across: number[][]
}

interface Candidate {
  a: number
  b: number
  /** Mean similarity over what it had to be. */
  margin: number
}

function startState({ units, similarity, cannotLink }: GroupInput): State {
  const keys = new Set(cannotLink.flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]))
  const sum = (i: number, j: number, mean: number) =>
    keys.has(`${i} ${j}`) ? CANNOT_LINK : mean * (units[i]?.size ?? 1) * (units[j]?.size ?? 1)
  return {
    members: new Map(units.map((_, i) => [i, [i]])),
    size: units.map((unit) => unit.size),
    inner: units.map(({ size, cohesion }) => size * (size - 1) * cohesion),
    across: similarity.map((row, i) => row.map((mean, j) => sum(i, j, mean))),
  }
}

const rootOf = ({ members }: State, unit: number): number =>
  [...members].find(([, units]) => units.includes(unit))?.[0] ?? unit

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
  state.members.set(a, joined)
  state.members.delete(b)
}

/** The group with each of those after `from` that it may join, where they score at least so much of what they have to. */
function candidatesOf(state: State, input: GroupInput, root: number, minMargin: number, from = -1): Candidate[] {
  const found: Candidate[] = []
  for (const other of state.members.keys()) {
    const candidate = other > from ? candidateOf(state, input, root, other, minMargin) : undefined
    if (candidate) found.push(candidate)
  }
  return found
}

function candidateOf(state: State, input: GroupInput, a: number, b: number, minMargin: number): Candidate | undefined {
  const { line = 1, tuning = TUNING } = input
  const mean = (state.across[a]?.[b] ?? 0) / ((state.size[a] ?? 1) * (state.size[b] ?? 1))
  if (a === b || mean < minMargin * line * tuning.meanFloor) return undefined
  const margin = mean / (line * neededBy(state, tuning, a, b))
  return margin >= minMargin ? { a, b, margin } : undefined
}

/**
 * Cosine of two centroids is their members' mean similarity over the roots of what each group has in common with
 * itself.
 */
function neededBy(state: State, tuning: Tuning, a: number, b: number): number {
  const withItself = (root: number) => {
    const size = state.size[root] ?? 1
    return 1 / size + (1 - 1 / size) * Math.max(0, cohesionOf(state, root))
  }
  const areGroups = (state.size[a] ?? 1) > 1 && (state.size[b] ?? 1) > 1
  const looser = areGroups ? Math.min(cohesionOf(state, a), cohesionOf(state, b)) : 0
  const { meanFloor, threshold, cohesionPower, relativeCohesion } = tuning
  return Math.max(meanFloor, threshold * (withItself(a) * withItself(b)) ** cohesionPower, relativeCohesion * looser)
}

function cohesionOf(state: State, root: number): number {
  const size = state.size[root] ?? 1
  return size > 1 ? (state.inner[root] ?? 0) / (size * (size - 1)) : 1
}

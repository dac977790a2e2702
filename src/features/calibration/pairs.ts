/** Pairs of articles that the line decides about, and which of them to ask about first. Pure. */
import { LINES } from './calibrate.ts'

/** Two articles that stand in one event at some lines and apart at others. */
export interface Found {
  /** The smaller id first. */
  pair: [number, number]
  /** The highest line at which they are one event. */
  joinsTo: number
  /** 1 over the articles of the smallest event that has both: all pairs of an article count about as much as those of another. */
  weight: number
  /** Weight of all pairs that part where it does, as a share of what joins at every line. */
  stepWeight: number
}

/** Known by its articles. */
export const keyOf = ({ pair: [a, b] }: Pick<Found, 'pair'>): string => `${a} ${b}`

/** The event of each article by the line at which events were made. */
export type EventsByLine = ReadonlyMap<number, ReadonlyMap<number, number>>

/** Every pair that the line decides about. */
export function pairsBetween(events: EventsByLine): Found[] {
  const all = [...pairsTogether(events)].map(([key, size]) => {
    const pair = key.split(' ').map(Number) as [number, number]
    const times = LINES.filter((line) => isTogether(events, line, pair)).length
    return { pair, joinsTo: LINES[times - 1] ?? 0, weight: 1 / size }
  })
  const isDoubtful = ({ joinsTo }: { joinsTo: number }) => joinsTo < (LINES.at(-1) ?? 0)
  const sum = (pairs: typeof all) => pairs.reduce((total, { weight }) => total + weight, 0)
  const articles = events.get(LINES[0])?.size ?? 0
  const certain = articles / 2 + sum(all.filter((each) => !isDoubtful(each)))
  const byStep = Map.groupBy(all.filter(isDoubtful), ({ joinsTo }) => joinsTo)
  return [...byStep.values()].flatMap((step) => {
    const stepWeight = sum(step) / certain
    return step.map((each) => ({ ...each, stepWeight }))
  })
}

const isTogether = (events: EventsByLine, line: number, [a, b]: [number, number]) =>
  events.get(line)?.get(a) === events.get(line)?.get(b)

/** Articles of one event that are paired: pairs grow with the square of them. */
const MAX_PAIRED = 200

/** Pairs that are one event at some line, with the size of the smallest event that has both. */
function pairsTogether(events: EventsByLine): Map<string, number> {
  const found = new Map<string, number>()
  for (const line of LINES) {
    const eventOf = events.get(line) ?? new Map<number, number>()
    for (const members of Map.groupBy(eventOf.keys(), (id) => eventOf.get(id)).values())
      for (const [i, a] of members.slice(0, MAX_PAIRED).entries())
        for (const b of members.slice(i + 1, MAX_PAIRED)) found.set(a < b ? `${a} ${b}` : `${b} ${a}`, members.length)
  }
  return found
}

/** Of an article, what questions are spread over. */
export interface Facts {
  publisher: string | null
  at: number
}

export interface DrawOptions {
  facts: ReadonlyMap<number, Facts>
  /** The line in force. */
  line: number
  limit: number
  random: () => number
}

/**
 * At most `limit` of them, the most informative first: in rounds one pair for each line, the nearest to the line in force
 * first. Of those it is one whose publishers, days and articles were drawn least.
 */
export function drawPairs(found: readonly Found[], { facts, line, limit, random }: DrawOptions): Found[] {
  const steps = Map.groupBy(found, ({ joinsTo }) => joinsTo)
  const pools = [...steps]
    .sort(([a], [b]) => Math.abs(a - line) - Math.abs(b - line))
    .map(([, pairs]) => drawnByWeight(pairs, random))
  const used = new Map<string, number>()
  const drawn: Found[] = []
  while (drawn.length < limit && pools.some((pool) => pool.length > 0))
    for (const pool of pools) {
      const next = shiftFreshest(pool, used, facts)
      if (next && drawn.length < limit) drawn.push(next)
    }
  return drawn
}

/** Of the next so many the freshest is taken; of more, pairs would no longer be drawn by their weight. */
const MAX_COMPARED = 5

function shiftFreshest(pool: Found[], used: Map<string, number>, facts: DrawOptions['facts']): Found | undefined {
  const some = pool.slice(0, MAX_COMPARED).map((each) => ({ each, keys: keysOf(each, facts) }))
  const times = (keys: string[]) => keys.reduce((sum, key) => sum + (used.get(key) ?? 0), 0)
  const [first] = some.toSorted((a, b) => times(a.keys) - times(b.keys))
  if (!first) return undefined
  pool.splice(pool.indexOf(first.each), 1)
  for (const key of first.keys) used.set(key, (used.get(key) ?? 0) + 1)
  return first.each
}

function keysOf({ pair }: Found, facts: DrawOptions['facts']): string[] {
  return pair.flatMap((id) => {
    const { publisher = null, at = 0 } = facts.get(id) ?? {}
    return [`article ${id}`, `publisher ${publisher}`, `day ${Math.floor(at / 86_400_000)}`]
  })
}

/** In the order of a draw in which each has its weight. */
function drawnByWeight(pairs: readonly Found[], random: () => number): Found[] {
  const keyed = pairs.map((each) => ({ each, key: random() ** (1 / each.weight) }))
  return keyed.sort((a, b) => b.key - a.key).map(({ each }) => each)
}

/**
 * The decision: an arriving article and the events near it, grouped anew from their members. Because what is near is
 * decided again with every arrival, the order of arrivals leaves no trace. Pure.
 */
import { groupUnits, type Unit } from './group.ts'
import { type Grounds, type Item, likenessOf, sharedTerms } from './likeness.ts'

/** An event as it stands. `members` are all of them, or a sample where `size` is larger. */
export interface EventState {
  id: number
  size: number
  members: Item[]
}

/** Pairs of articles that somebody has decided on, for good. */
export interface Rulings {
  same: [number, number][]
  apart: [number, number][]
}

export interface Membership {
  articleId: number
  /** Mean likeness to the other members, null for the first or only one. */
  score: number | null
  /** The member that it is most like, and the words they share. */
  nearest: number | null
  shared: string[]
}

export interface Regrouped {
  /** The event that goes on, or null for a new one. */
  eventId: number | null
  /** Events that are taken up in this one. */
  absorbs: number[]
  /** Of the articles that were regrouped; the members of an unopened event stay as they are. */
  members: Membership[]
}

export interface Regrouping {
  events: Regrouped[]
  /** Pairs of articles that a model may be asked about, most doubtful first. */
  questions: [number, number][]
}

/** Events above this size are not opened again: they take part as a whole, known by this many members. */
export const SAMPLE = 16
const MAX_QUESTIONS = 2

interface Part extends Unit {
  members: Item[]
  /** The unopened event, or null for a single article. */
  closed: EventState | null
}

/** Groups the arriving articles and the given events anew. */
export function regroup(arriving: Item[], near: EventState[], rulings: Rulings, grounds: Grounds): Regrouping {
  const matrix = likenessMatrix(grounds)
  const parts = partsOf(arriving, near, matrix)
  const { groups, grey } = groupUnits({
    units: parts,
    likeness: parts.map((a) => parts.map((b) => (a === b ? 0 : meanOf(matrix, a, b)))),
    same: unitPairs(parts, rulings.same),
    apart: unitPairs(parts, rulings.apart),
  })
  const grouped = groups.map((group) => group.flatMap((at) => parts[at] ?? []))
  const heirs = heirsOf(grouped, near)
  return {
    events: grouped.map((group, at) => ({ ...heirs[at], members: membershipsOf(group, matrix, grounds) }) as Regrouped),
    questions: grey.slice(0, MAX_QUESTIONS).flatMap(([a, b]) => questionOf(parts[a], parts[b], matrix) ?? []),
  }
}

type Matrix = (a: Item, b: Item) => number

function likenessMatrix(grounds: Grounds): Matrix {
  const memo = new Map<number, Map<number, number>>()
  return (a, b) => {
    const [one, two] = a.id < b.id ? [a, b] : [b, a]
    const row = memo.get(one.id) ?? new Map<number, number>()
    memo.set(one.id, row)
    const score = row.get(two.id) ?? likenessOf(grounds, one, two).score
    row.set(two.id, score)
    return score
  }
}

const byAge = (a: Item, b: Item) => a.at - b.at || a.id - b.id

function partsOf(arriving: Item[], near: EventState[], likeness: Matrix): Part[] {
  const single = (item: Item): Part => ({ size: 1, cohesion: 1, members: [item], closed: null })
  const open = near.filter((event) => event.size <= SAMPLE).flatMap((event) => event.members)
  const closed = near.filter((event) => event.size > SAMPLE)
  return [
    ...[...arriving, ...open].sort(byAge).map(single),
    ...closed.map((event) => ({
      size: event.size,
      cohesion: Math.max(0, mean(pairs(event.members).map(([a, b]) => likeness(a, b)))),
      members: event.members,
      closed: event,
    })),
  ]
}

const mean = (numbers: number[]) => (numbers.length === 0 ? 0 : numbers.reduce((a, b) => a + b, 0) / numbers.length)
const pairs = <T>(list: T[]): [T, T][] => list.flatMap((a, i) => list.slice(i + 1).map((b): [T, T] => [a, b]))
const meanOf = (likeness: Matrix, a: Part, b: Part) =>
  mean(a.members.flatMap((x) => b.members.map((y) => likeness(x, y))))

function unitPairs(parts: Part[], ruled: [number, number][]): [number, number][] {
  if (ruled.length === 0) return []
  const partOf = new Map(parts.flatMap((part, at) => part.members.map((member) => [member.id, at] as const)))
  return ruled.flatMap(([a, b]): [number, number][] => {
    const [one, two] = [partOf.get(a), partOf.get(b)]
    return one === undefined || two === undefined || one === two ? [] : [[one, two]]
  })
}

/** Each event lives on in the group that has its oldest member; of several in one group, the one that began first. */
function heirsOf(groups: Part[][], near: EventState[]): { eventId: number | null; absorbs: number[] }[] {
  const begun = near
    .flatMap((event) => {
      const oldest = [...event.members].sort(byAge)[0]
      return oldest ? [{ event, oldest }] : []
    })
    .sort((a, b) => byAge(a.oldest, b.oldest))
  return groups.map((group) => {
    const ids = new Set(group.flatMap((part) => part.members.map((member) => member.id)))
    const [heir, ...absorbed] = begun.filter(({ oldest }) => ids.has(oldest.id)).map(({ event }) => event.id)
    return { eventId: heir ?? null, absorbs: absorbed }
  })
}

function membershipsOf(group: Part[], likeness: Matrix, grounds: Grounds): Membership[] {
  const everyone = group.flatMap((part) => part.members)
  const singles = group.filter((part) => !part.closed).flatMap((part) => part.members)
  const [first] = [...everyone].sort(byAge)
  return singles.map((member) => {
    const others = everyone.filter((other) => other !== member)
    const [nearest] = [...others].sort((a, b) => likeness(member, b) - likeness(member, a) || byAge(a, b))
    const score = nearest && member !== first ? round(mean(others.map((other) => likeness(member, other)))) : null
    return {
      articleId: member.id,
      score,
      nearest: nearest?.id ?? null,
      shared: nearest ? sharedTerms(grounds, member, nearest) : [],
    }
  })
}

const round = (score: number) => Math.round(score * 1000) / 1000

/** The two most alike articles stand for their groups. */
function questionOf(a: Part | undefined, b: Part | undefined, likeness: Matrix): [[number, number]] | undefined {
  if (!a || !b) return undefined
  const [best] = a.members
    .flatMap((x) => b.members.map((y) => ({ x, y, score: likeness(x, y) })))
    .sort((p, q) => q.score - p.score)
  return best && best.score > 0 ? [[best.x.id, best.y.id]] : undefined
}

/**
 * The decision: an arriving article and the events near it, grouped again from their members. Each arrival decides
 * again what is near, so the order of arrivals leaves no trace. Pure.
 */

import { type Compare, type Comparison, round } from './comparison.ts'
import { groupUnits, type Unit } from './group.ts'
import type { Decider, ManualOverride, MembershipReason } from './reason.ts'
import { TUNING } from './tuning.ts'
import type { Item } from './weighing.ts'

/** An event, as grouping sees it. */
export interface EventState {
  id: number
  /** Members that are grouped again. */
  opened: Item[]
  /** The others stay together: so many, known by a sample that begins with the oldest member of the event. */
  closed: number
  sample: Item[]
}

export const shownOf = ({ sample, opened }: EventState): Item[] => [...sample, ...opened]

/** Manual override of two articles, for good. */
export interface PairOverride {
  pair: [number, number]
  same: boolean
  by: 'model' | 'operator'
}

export interface Membership {
  articleId: number
  decidedBy: Decider
  /** Mean similarity to the other members, null for the first or only one. */
  score: number | null
  reason: MembershipReason
}

export interface Regrouped {
  /** The event that goes on, or null for a new one. */
  eventId: number | null
  /** Events that are taken up in this one. */
  absorbs: number[]
  /** The articles that were regrouped; the members of an unopened event stay as they are. */
  articleIds: number[]
  /** Reason of each membership. Costs as much as the decision: called only for what is stored. */
  explain(): Membership[]
}

export interface Regrouping {
  events: Regrouped[]
  /** Pairs of articles that a model may be asked about, most doubtful first. */
  questions: { pair: [number, number]; similarity: number }[]
}

const MAX_QUESTIONS = 2

interface Part extends Unit {
  members: Item[]
  /** The unopened event, or null for a single article. */
  closed: EventState | null
}

/** Groups the arriving articles and the given events again. */
export function regroup(
  arriving: Item[],
  near: EventState[],
  manualOverrides: PairOverride[],
  comparison: Comparison,
  line = 1,
  tuning = TUNING,
): Regrouping {
  const { similarity } = comparison
  const parts = partsOf(arriving, near, similarity)
  const { groups, borderline } = groupUnits({
    units: parts,
    similarity: tableOf(parts, similarity),
    same: unitPairs(parts, manualOverrides, true),
    cannotLink: unitPairs(parts, manualOverrides, false),
    line,
    tuning,
  })
  const grouped = groups.map((group) => group.flatMap((at) => parts[at] ?? []))
  const mergeTargets = mergeTargetsOf(grouped, near)
  return {
    events: grouped.map(
      (group, at) =>
        ({
          ...mergeTargets[at],
          articleIds: singlesOf(group).map(({ id }) => id),
          explain: () => membershipsOf(group, manualOverrides, comparison),
        }) as Regrouped,
    ),
    questions: borderline.slice(0, MAX_QUESTIONS).flatMap(([a, b]) => questionOf(parts[a], parts[b], similarity)),
  }
}

export const byAge = (a: Item, b: Item) => a.at - b.at || a.id - b.id

function partsOf(arriving: Item[], near: EventState[], similarity: Compare): Part[] {
  const single = (item: Item): Part => ({ size: 1, cohesion: 1, members: [item], closed: null })
  const opened = near.flatMap((event) => event.opened)
  const closed = near.filter((event) => event.closed > 0)
  return [
    ...[...arriving, ...opened].sort(byAge).map(single),
    ...closed.map((event) => ({
      size: event.closed,
      cohesion: Math.max(0, cohesionOf(event.sample, similarity)),
      members: event.sample,
      closed: event,
    })),
  ]
}

function cohesionOf(members: Item[], similarity: Compare): number {
  let sum = 0
  for (const [i, a] of members.entries())
    for (let j = i + 1; j < members.length; j++) sum += similarity(a, members[j] ?? a)
  return (2 * sum) / Math.max(1, members.length * (members.length - 1))
}

/** Mean similarity between the members of each two parts. */
function tableOf(parts: Part[], similarity: Compare): number[][] {
  const table = parts.map(() => new Array<number>(parts.length).fill(0))
  for (const [i, a] of parts.entries())
    for (const [j, b] of parts.entries()) {
      if (j >= i) break
      const mean = meanOf(a, b, similarity)
      ;(table[i] as number[])[j] = mean
      ;(table[j] as number[])[i] = mean
    }
  return table
}

function meanOf(a: Part, b: Part, similarity: Compare): number {
  let sum = 0
  for (const x of a.members) for (const y of b.members) sum += similarity(x, y)
  return sum / (a.members.length * b.members.length)
}

function unitPairs(parts: Part[], manualOverrides: PairOverride[], same: boolean): [number, number][] {
  if (manualOverrides.length === 0) return []
  const partOf = new Map(parts.flatMap((part, at) => part.members.map((member) => [member.id, at] as const)))
  return manualOverrides.flatMap((manualOverride): [number, number][] => {
    const [one, two] = [partOf.get(manualOverride.pair[0]), partOf.get(manualOverride.pair[1])]
    return manualOverride.same !== same || one === undefined || two === undefined || one === two ? [] : [[one, two]]
  })
}

/** Each event lives on in the group that has its oldest member; of several in one group, the one that began first. */
function mergeTargetsOf(groups: Part[][], near: EventState[]): { eventId: number | null; absorbs: number[] }[] {
  const begun = near
    .flatMap((event) => {
      const oldest = shownOf(event).sort(byAge)[0]
      return oldest ? [{ event, oldest }] : []
    })
    .sort((a, b) => byAge(a.oldest, b.oldest))
  return groups.map((group) => {
    const ids = new Set(group.flatMap((part) => part.members.map((member) => member.id)))
    const [mergeTarget, ...absorbed] = begun.filter(({ oldest }) => ids.has(oldest.id)).map(({ event }) => event.id)
    return { eventId: mergeTarget ?? null, absorbs: absorbed }
  })
}

const singlesOf = (group: Part[]): Item[] => group.filter((part) => !part.closed).flatMap((part) => part.members)

function membershipsOf(group: Part[], manualOverrides: PairOverride[], comparison: Comparison): Membership[] {
  const everyone = group.flatMap((part) => part.members).sort(byAge)
  const ids = new Set(everyone.map((member) => member.id))
  return singlesOf(group).map((member) => {
    const others = everyone.filter((other) => other !== member)
    const { nearest, mean } = nearestOf(member, others, comparison)
    const isFirst = member === everyone[0]
    const manualOverride = overrideOn(member.id, ids, manualOverrides, isFirst)
    return {
      articleId: member.id,
      decidedBy:
        manualOverride && (manualOverride.same || others.length === 0)
          ? manualOverride.by
          : isFirst
            ? 'first'
            : 'likeness',
      score: isFirst ? null : round(mean),
      reason: { members: others.length, nearest, ruling: manualOverride },
    }
  })
}

function nearestOf(member: Item, others: Item[], { similarity, nearness }: Comparison) {
  let [nearest, max, sum] = [others[0], Number.NEGATIVE_INFINITY, 0]
  for (const other of others) {
    const score = similarity(member, other)
    sum += score
    if (score > max) [nearest, max] = [other, score]
  }
  return { nearest: nearest ? nearness(member, nearest) : null, mean: sum / Math.max(1, others.length) }
}

/**
 * Manual override that ties it to its event or, for the first of one, keeps it out of another; an operator's before a
 * model's.
 */
function overrideOn(
  articleId: number,
  group: Set<number>,
  manualOverrides: PairOverride[],
  isFirst: boolean,
): ManualOverride | null {
  const applicable = manualOverrides.flatMap(({ pair: [a, b], same, by }): ManualOverride[] => {
    const article = a === articleId ? b : b === articleId ? a : null
    if (article === null || group.has(article) !== same) return []
    return same || isFirst ? [{ article, same, by }] : []
  })
  const rank = (manualOverride: ManualOverride) =>
    (manualOverride.same ? 0 : 2) + (manualOverride.by === 'operator' ? 0 : 1)
  return applicable.sort((x, y) => rank(x) - rank(y) || x.article - y.article)[0] ?? null
}

/** The two most alike articles stand for their groups. */
function questionOf(a: Part | undefined, b: Part | undefined, similarity: Compare): Regrouping['questions'] {
  if (!a || !b) return []
  const [best] = a.members
    .flatMap((x) => b.members.map((y) => ({ x, y, score: similarity(x, y) })))
    .sort((p, q) => q.score - p.score)
  return best && best.score > 0 ? [{ pair: [best.x.id, best.y.id], similarity: round(best.score) }] : []
}

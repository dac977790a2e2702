/** Statements, and a judge's answers on their pairs → the points of an event's text. Pure. */

import type { Relation } from '../../texts/rules/relations.ts'

export interface RelatedPair {
  pair: readonly [number, number]
  /** Null where no judge has answered. */
  relation: Relation | null
}

export interface Group {
  /** Statements that exclude each other, each with those that say the same; one of most points. By their places. */
  sides: number[][]
  /** Each of its disputes is a judge's. */
  judged: boolean
  /** Groups whose statements add to each other have the same number. */
  matter: number
}

/**
 * Statements that say the same are one side. Sides that exclude each other, or of which no judge could say, are one point,
 * and so are those that exclude the same. In the order of their first statements.
 */
export function groupStatements(count: number, pairs: readonly RelatedPair[]): Group[] {
  const isDispute = ({ relation }: RelatedPair) => relation === 'exclude' || relation === null
  const same = pairs.filter(({ relation }) => relation === 'same')
  const sideOf = joined(count, same)
  const disputes = pairs.filter((one) => isDispute(one) && sideOf[one.pair[0]] !== sideOf[one.pair[1]])
  const groupOf = joined(count, [...same, ...disputes])
  const matterOf = joined(count, [...same, ...disputes, ...pairs.filter(({ relation }) => relation === 'add')])
  return [...Map.groupBy(groupOf.keys(), (at) => groupOf[at]).values()].map((members) => ({
    sides: [...Map.groupBy(members, (at) => sideOf[at]).values()],
    judged: !disputes.some(({ pair, relation }) => relation === null && members.includes(pair[0])),
    matter: matterOf[members[0] ?? 0] ?? 0,
  }))
}

/** The place of the first that each is joined with, itself for most. */
function joined(count: number, pairs: readonly RelatedPair[]): number[] {
  const first = Array.from({ length: count }, (_, at) => at)
  for (const { pair } of pairs) {
    const [one, other] = [first[pair[0]] ?? 0, first[pair[1]] ?? 0]
    for (const [at, group] of first.entries()) if (group === Math.max(one, other)) first[at] = Math.min(one, other)
  }
  return first
}

/** Why an article stands in its event, as it is stored with the membership (`event_members.reason`) and shown to operators. */

export type Decider = 'first' | 'likeness' | 'model' | 'operator'

/**
 * One shape for every membership, whoever decided. Beside it stand `decided_by` and `score`: the mean likeness to the
 * other members, null for the first or only one.
 */
export interface MembershipReason {
  /** How many other members it was held against; of a large event that is a sample. */
  members: number
  /** The member that it is most like; null for an only one. */
  nearest: Nearest | null
  /** What somebody decided about it and another article; null where likeness alone decided. */
  ruling: Ruling | null
}

export interface Nearest {
  article: number
  /** From -1, a veto, to 1. */
  likeness: number
  /** What the likeness is made of: cosine of the weighed words, and of the vectors where both have one. */
  words: number
  vectors: number | null
  /** Hours between the two. */
  hours: number
  /** The words that they share, most telling first: stems, numbers, `=concepts`. */
  shared: string[]
}

export interface Ruling {
  article: number
  same: boolean
  by: 'model' | 'operator'
}

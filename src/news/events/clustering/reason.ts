/**
 * Reason why an article is in its event, as stored with the membership (`event_members.reason`) and shown to operators.
 */

export type Decider = 'first' | 'likeness' | 'model' | 'operator'

/**
 * One shape for every membership, whatever decided it. The columns `decided_by` and `score` go with it: the mean
 * similarity to the other members, null for the first or only one.
 */
export interface MembershipReason {
  /** Number of other members that it was compared with; of a large event that is a sample. */
  members: number
  /** The member that it is most like; null for an only one. */
  nearest: Nearest | null
  /** Manual override between it and another article; null where similarity alone decided. */
  ruling: ManualOverride | null
}

export interface Nearest {
  article: number
  /** From -1, a veto, to 1. */
  likeness: number
  /** Components of the similarity: cosine of the weighed words, and of the vectors where both have one. */
  words: number
  vectors: number | null
  /** Hours between the two. */
  hours: number
  /** The words that they share, the most distinctive first: stems, numbers, `=concepts`. */
  shared: string[]
}

export interface ManualOverride {
  article: number
  same: boolean
  by: 'model' | 'operator'
}

/** The parts of a text whose sentences are claims. */

export const claimParts = ['title', 'sentence', 'point', 'against', 'lead', 'body', 'description'] as const

/** `sentence`: of a summary or of what is spoken; `against`: the other side of a disputed point. */
export type ClaimPart = (typeof claimParts)[number]

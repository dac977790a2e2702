/** The parts of a text whose sentences are claims. */

export const claimFragments = ['title', 'sentence', 'point', 'against', 'lead', 'body', 'description'] as const

/** `sentence`: of a summary or of what is spoken; `against`: the other side of a disputed point. */
export type ClaimPart = (typeof claimFragments)[number]

/** Parts of which an operator can rule on single sentences, by whose text it is. A headline is edited with the whole. */
export const overriddenFragments: Record<'article' | 'event' | 'story', readonly ClaimPart[]> = {
  article: ['sentence'],
  event: ['sentence', 'point', 'against'],
  story: ['lead', 'body'],
}

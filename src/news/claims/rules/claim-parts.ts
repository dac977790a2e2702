/** The parts of a text whose sentences are claims. */

const claimFragments = ['title', 'sentence', 'point', 'against', 'lead', 'body', 'description'] as const

type StoredPart = (typeof claimFragments)[number]
export const isStored = (part: ClaimPart): part is StoredPart => claimFragments.some((stored) => stored === part)

/** `sentence`: of a summary or of what is spoken; `against`: the other side of a disputed point. */
export type ClaimPart = StoredPart | AsidePart

/** Statements on an article that are judged with its text, and neither published nor stored: its kind, and tags that it does not name. */
export type AsidePart = 'kind' | 'tag'
export const isAside = ({ part }: { part: ClaimPart }): boolean => !isStored(part)

/** Parts of which an operator can rule on single sentences, by whose text it is. A headline is edited with the whole. */
export const overriddenFragments: Record<'article' | 'event' | 'story', readonly ClaimPart[]> = {
  article: ['sentence'],
  event: ['sentence', 'point', 'against'],
  story: ['lead', 'body'],
}

/** Freshness in the order of hits: of two articles that fit a query as well, the newer comes first. */

/** The fit of an article of this moment counts for so much more than that of an old one. */
const WEIGHT = 0.2
/** Days in which that is halved. */
const HALF_LIFE = 7
const DAY_MS = 86_400_000

/** Factor of an article's fit. An undated article may be old news that was found today, so it has none. */
export const freshness = ({ sortAt, publishedAt }: Dated, now: Date): number =>
  publishedAt === null ? 1 : 1 + WEIGHT * 2 ** -(Math.max(0, now.getTime() - sortAt.getTime()) / DAY_MS / HALF_LIFE)

export interface Dated {
  sortAt: Date
  publishedAt: Date | null
}

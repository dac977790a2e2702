/** The points of an event's text once statements, or reports that hold them, are gone or back. Pure. */
import type { ClaimPart } from '../../claims/rules/claim-parts.ts'
import { type Attribution, type Side, type StoredPoint, type StoredStatement, storedPoint } from './event-text.ts'

/** A statement as one report holds it. */
export interface PointClaim {
  part: ClaimPart
  section: number
  sentence: string
  verdict: 'stands' | 'dropped'
  evidence: readonly { articleId?: number }[]
}

/** A statement's claims are those of its section and part. */
export const sideKey = ({ part, section }: Pick<PointClaim, 'part' | 'section'>) => `${part} ${section}`

/**
 * The points with what is left of their statements, and those that were dropped before and are accepted now, each as a point
 * of its own. `before`: the claims as they were, by which a statement is found.
 */
export function remainingPoints(
  points: readonly StoredPoint[],
  before: readonly PointClaim[],
  claims: readonly PointClaim[],
  attributions: readonly Attribution[],
): StoredPoint[] {
  const sides = Map.groupBy(
    claims.filter(({ part }) => part === 'point' || part === 'against'),
    sideKey,
  )
  const sideOf = (key: string, quotes: StoredStatement['quotes'] = []): Side => {
    const all = sides.get(key) ?? []
    const accepted = all.filter(({ verdict }) => verdict === 'stands')
    const ids = new Set(accepted.flatMap(({ evidence }) => evidence.map(({ articleId }) => articleId)))
    const by = attributions.filter(({ articleId }) => ids.has(articleId))
    return {
      text: (accepted[0] ?? all[0])?.sentence ?? '',
      by,
      quotes: quotes.filter(({ article }) => ids.has(article)),
    }
  }
  const shown = new Set<string>()
  const remaining = points.flatMap(({ statements, judged, matter }) => {
    const found = statements.flatMap(({ text, quotes }) => {
      const claim = before.find((one) => one.sentence === text && sides.has(sideKey(one)) && !shown.has(sideKey(one)))
      if (!claim) return []
      shown.add(sideKey(claim))
      return [sideOf(sideKey(claim), quotes)]
    })
    return storedPoint(found, judged, matter) ?? []
  })
  const others = [...sides.keys()].filter((key) => !shown.has(key))
  return [...remaining, ...others.flatMap((key) => storedPoint([sideOf(key)], true) ?? [])]
}

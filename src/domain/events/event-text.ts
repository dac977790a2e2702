/** An event's text as it is stored: title, summary, and points that each name the articles behind them. Pure. */
import { z } from 'zod'

export const POINT_STATUSES = ['agreed', 'single', 'disputed'] as const
/** `agreed`: two independent publishers or more; `single`: one; `disputed`: two say different things. */
export type PointStatus = (typeof POINT_STATUSES)[number]

export const REVISION_REASONS = ['second_source', 'new_fact', 'members_changed', 'corrected'] as const
/** Why a text was written: two publishers report it, an article brought something new, one left the event, or an operator corrected it. */
export type RevisionReason = (typeof REVISION_REASONS)[number]

const articles = z.array(z.int()).min(1)

export const StoredPoint = z.object({
  text: z.string(),
  status: z.enum(POINT_STATUSES),
  /** Articles whose own text holds it. */
  articles,
  /** Contradicting statement of other articles. */
  against: z.object({ text: z.string(), articles }).nullable(),
})
export type StoredPoint = z.infer<typeof StoredPoint>

/** An article that holds a point, and the publisher whose words it is. */
export interface Attribution {
  articleId: number
  attributedTo: string
}

interface Sides {
  text: string
  against: { text: string } | null
}

/** A point as it is stored, with the articles that are left of those that hold it; null where none is. */
export function storedPoint(
  { text, against }: Sides,
  by: readonly Attribution[],
  others: readonly Attribution[],
): StoredPoint | null {
  const idsOf = (some: readonly Attribution[]) => some.map(({ articleId }) => articleId)
  if (by.length > 0 && against && others.length > 0)
    return { text, status: 'disputed', articles: idsOf(by), against: { text: against.text, articles: idsOf(others) } }
  const [reported, some] = by.length > 0 ? [text, by] : [against?.text ?? text, others]
  if (some.length === 0) return null
  const publishers = new Set(some.map(({ attributedTo: publisher }) => publisher))
  return { text: reported, status: publishers.size > 1 ? 'agreed' : 'single', articles: idsOf(some), against: null }
}

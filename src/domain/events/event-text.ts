/** An event's text as it is stored: title, summary, and points that each name the articles behind them. Types and shapes. */
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
  /** What other articles say instead. */
  against: z.object({ text: z.string(), articles }).nullable(),
})
export type StoredPoint = z.infer<typeof StoredPoint>

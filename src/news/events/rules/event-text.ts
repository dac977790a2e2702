/** An event's text as it is stored: title, summary, and points that each name the articles behind them. Pure. */
import { z } from 'zod'

export const POINT_STATUSES = ['agreed', 'single', 'disputed'] as const
/** `agreed`: two independent publishers or more; `single`: one; `disputed`: they exclude each other. */
export type PointStatus = (typeof POINT_STATUSES)[number]

export const REVISION_REASONS = ['second_source', 'new_fact', 'members_changed', 'corrected'] as const
/** Why a text was written: two publishers report it, an article brought something new, one left the event, or an operator corrected it. */
export type RevisionReason = (typeof REVISION_REASONS)[number]

/** A sentence of a report, word for word in its own language. */
const StoredQuote = z.object({ article: z.int(), text: z.string() })

/** A statement, with the articles whose own text holds it, and a sentence of each as far as they may be quoted. */
const StoredStatement = z.object({
  text: z.string(),
  articles: z.array(z.int()).min(1),
  quotes: z.array(StoredQuote),
})
export type StoredStatement = z.infer<typeof StoredStatement>

/** One statement, or of a dispute two and more that exclude each other. */
export const StoredPoint = z.object({
  status: z.enum(POINT_STATUSES),
  /** False for a dispute that the writer or a check saw and no judge has confirmed. */
  judged: z.boolean(),
  statements: z.array(StoredStatement).min(1),
  /** Points of one matter that add to each other have the same number; absent for one alone. */
  matter: z.int().optional(),
})
export type StoredPoint = z.infer<typeof StoredPoint>

/** An article that holds a point, and the publisher whose words it is. */
export interface Attribution {
  articleId: number
  attributedTo: string
}

/** A side of a point with the articles that are left of those that hold it. */
export interface Side {
  text: string
  by: readonly Attribution[]
  quotes: StoredStatement['quotes']
}

/** A point as it is stored, of the sides that an article holds; null where none is. */
export function storedPoint(sides: readonly Side[], judged: boolean, matter?: number): StoredPoint | null {
  const held = sides.filter(({ by }) => by.length > 0)
  const [first] = held
  if (!first) return null
  const statements = held.map(({ text, by, quotes }) => ({
    text,
    quotes,
    articles: by.map(({ articleId }) => articleId),
  }))
  const ofMatter = matter === undefined ? {} : { matter }
  if (held.length > 1) return { status: 'disputed', judged, statements, ...ofMatter }
  const publishers = new Set(first.by.map(({ attributedTo }) => attributedTo))
  return { status: publishers.size > 1 ? 'agreed' : 'single', judged: true, statements, ...ofMatter }
}

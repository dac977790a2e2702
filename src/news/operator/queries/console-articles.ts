/** Articles as their operator sees them: removed and waiting ones too, with what models were asked. Never original texts. */
import { sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import { nameOrder } from '../../../platform/text/collation.ts'

export const articleStates = ['all', 'pending', 'removed', 'corrected', 'refused'] as const
export type ArticleState = (typeof articleStates)[number]

export interface ArticleLine {
  id: number
  title: string
  source: string
  status: 'pending' | 'published' | 'removed'
  relevant: boolean
  by: 'ai' | 'operator' | null
  enrichState: 'none' | 'pending' | 'done' | 'refused'
  sortAt: Date
}

const lineColumns = sql`a.id, coalesce(a.translated_title, a.title) as title, f.title as source, a.status, a.relevant,
  a.translated_by as by, a.enrich_state as "enrichState", a.sort_at as "sortAt"`

const conditions = {
  all: sql`a.status = 'published'`,
  pending: sql`a.status = 'pending'`,
  removed: sql`a.status = 'removed'`,
  corrected: sql`a.translated_by = 'operator'`,
  refused: sql`a.enrich_state = 'refused' and a.status <> 'removed'`,
}

/** The newest articles in a state. */
export async function listArticleLines(db: ReadDb, state: ArticleState, limit: number): Promise<ArticleLine[]> {
  const { rows } = await sql<ArticleLine>`
    select ${lineColumns} from articles a join feeds f on f.id = a.feed_id
    where ${conditions[state]} order by a.sort_at desc, a.id desc limit ${limit}`.execute(db)
  return rows
}

/** Lines of these articles, in their order. */
export async function articleLinesOf(db: ReadDb, ids: number[]): Promise<ArticleLine[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ArticleLine>`
    select ${lineColumns} from articles a join feeds f on f.id = a.feed_id where a.id = any(${ids}::bigint[])`.execute(
    db,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export interface OperatorArticle extends ArticleLine {
  url: string
  feedId: number
  original: { title: string; excerpt: string; language: string | null }
  translated: { title: string; summary: string; at: Date | null } | null
  /** Why the article's own page could not be read; null while it is not asked or was read. */
  pageRefusal: { reason: string; again: Date | null } | null
  relevanceReason: string | null
  /** Its own text left it open, and other articles of its event decided it. */
  relevantByEvent: boolean
  kind: string | null
  tags: string[]
  publishedAt: Date | null
  discoveredAt: Date
  eventId: number | null
  sourceCount: number
  calls: { at: Date; model: string; verdict: string; reason: string | null; cost: number }[]
  reports: { id: number; text: string; at: Date; handledAt: Date | null }[]
}

interface Row extends ArticleLine {
  url: string
  feed_id: number
  original_title: string
  excerpt: string
  language: string | null
  translated_title: string | null
  translated_summary: string | null
  translated_at: Date | null
  extract_reason: string | null
  extract_after: Date | null
  relevance_reason: string | null
  relevant_by_event: boolean
  kind: string | null
  tags: string[] | null
  published_at: Date | null
  discovered_at: Date
  event_id: number | null
  source_count: number
}

/** Null for one that was never there. */
export async function findOperatorArticle(db: ReadDb, id: number, language: string): Promise<OperatorArticle | null> {
  const { rows } = await sql<Row>`
    select ${lineColumns}, a.url, a.feed_id, a.title as original_title, a.excerpt, a.language, a.translated_title,
      a.translated_summary, a.translated_at, a.extract_reason, a.extract_after, a.relevance_reason,
      a.relevant and a.relevant_by_event as relevant_by_event, a.kind, a.published_at,
      a.discovered_at, a.event_id,
      a.source_count, (select array_agg(t.name) from tags t where t.id = any(a.tag_ids)) as tags
    from articles a join feeds f on f.id = a.feed_id where a.id = ${id}`.execute(db)
  const row = rows[0]
  if (!row) return null
  const { id: _id, title, source, status, relevant, by, enrichState, sortAt } = row
  return {
    id,
    title,
    source,
    status,
    relevant,
    by,
    enrichState,
    sortAt,
    url: row.url,
    feedId: row.feed_id,
    original: { title: row.original_title, excerpt: row.excerpt, language: row.language },
    translated:
      row.translated_title !== null && row.translated_summary !== null
        ? { title: row.translated_title, summary: row.translated_summary, at: row.translated_at }
        : null,
    pageRefusal: row.extract_reason === null ? null : { reason: row.extract_reason, again: row.extract_after },
    relevanceReason: row.relevance_reason,
    relevantByEvent: row.relevant_by_event,
    kind: row.kind,
    tags: (row.tags ?? []).sort(nameOrder(language)),
    publishedAt: row.published_at,
    discoveredAt: row.discovered_at,
    eventId: row.event_id,
    sourceCount: row.source_count,
    calls: await callsAbout(db, id),
    reports: await reportsOn(db, id),
  }
}

const callsAbout = (db: ReadDb, id: number) =>
  db
    .selectFrom('ai_calls')
    .select(['at', 'model', 'verdict', 'reason', 'cost'])
    .where('article_id', '=', id)
    .orderBy('id', 'desc')
    .limit(10)
    .execute()

const reportsOn = (db: ReadDb, id: number) =>
  db
    .selectFrom('fault_reports')
    .select(['id', 'text', 'at', 'handled_at as handledAt'])
    .where('article_id', '=', id)
    .orderBy('id', 'desc')
    .limit(20)
    .execute()

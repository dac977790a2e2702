/** Articles classified again by the rules of the content folder: those that no model and no operator wrote of. */
import { sql } from 'kysely'
import { type Database, type Db, publishing } from '../../../platform/database/database.ts'
import type { Classification } from './articles.ts'
import { hasRelevanceOverride } from './has-relevance-override.ts'

export interface Reclassifiable {
  id: number
  title: string
  url: string
  text: string
  /** The original is deleted by now: the rules see its excerpt only. */
  excerptOnly: boolean
  language: string | null
  /** By itself, not by its event. */
  relevant: boolean
  relevanceScore: number | null
  tagIds: number[]
  feed: { title: string; publisher: string; language: string | null; relevance: 'model' | 'all' }
}

const reclassifiable = (since: Date | null) =>
  sql`a.translated_by is null and a.status <> 'removed' and a.sort_at >= ${since ?? new Date(0)}`

export async function countReclassifiable(db: Db, since: Date | null): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from articles a where ${reclassifiable(since)}`.execute(db)
  return rows[0]?.n ?? 0
}

/** The next ones after an id, in order. */
export async function listReclassifiable(
  db: Db,
  since: Date | null,
  after: number,
  limit: number,
): Promise<Reclassifiable[]> {
  const { rows } = await sql<Omit<Reclassifiable, 'feed'> & { feed: Reclassifiable['feed'] }>`
    select a.id, a.title, a.url, coalesce(t.text, a.excerpt) as text, t.text is null as "excerptOnly", a.language,
      a.relevant and not a.relevant_by_event as relevant, a.relevance_score as "relevanceScore", a.tag_ids as "tagIds", json_build_object('title', f.title, 'publisher', f.publisher,
        'language', f.language, 'relevance', f.relevance) as feed
    from articles a join feeds f on f.id = a.feed_id
    left join lateral (select text from article_texts x where x.article_id = a.id order by length(text) desc limit 1) t on true
    where ${reclassifiable(since)} and a.id > ${after} order by a.id limit ${limit}`.execute(db)
  return rows
}

type NewClassification = Pick<Classification, 'relevant' | 'relevanceReason' | 'relevanceScore' | 'tagIds' | 'kind'> & {
  id: number
}

/** Categories of feeds are not stored: the kind that they gave remains where words give none. */
const storedKind = (kind: string | null) =>
  sql<string>`case when ${kind}::text = 'news' then coalesce(kind, 'news') else ${kind}::text end`

/** Stores what has changed; an article that got a summary in the meantime is left alone. */
export async function saveClassifications(database: Database, classifications: NewClassification[]): Promise<void> {
  if (classifications.length === 0) return
  await publishing(database, async (trx) => {
    for (const { id, relevant, relevanceReason, relevanceScore, tagIds, kind } of classifications)
      await trx
        .updateTable('articles')
        .set({
          relevant: sql`case when ${hasRelevanceOverride()} then relevant else relevant_by_event or ${relevant} end`,
          relevance_reason: relevanceReason,
          relevance_score: relevanceScore,
          tag_ids: tagIds,
          kind: storedKind(kind),
        })
        .where('id', '=', id)
        .where('translated_by', 'is', null)
        .where(
          sql<boolean>`(relevant and not relevant_by_event, relevance_score, tag_ids, kind)
            is distinct from (${relevant}, ${relevanceScore}::real, ${tagIds}::integer[], ${storedKind(kind)})`,
        )
        .execute()
  })
}

/** Search over published articles, by words and, where there are vectors, by meaning. */
import { type RawBuilder, sql } from 'kysely'
import type { Embedder } from '../domain/ports.ts'
import { hydrateArticles, type ReadDb } from './articles.ts'
import { highlight } from './search-highlight.ts'
import { searchByWords } from './search-keyword.ts'
import type { SearchResult } from './views.ts'

export interface SearchParts {
  db: ReadDb
  embedder: Embedder | null
  siteLanguage: string
  log: { warn(details: object, message: string): void }
}

export interface SearchQuery {
  q: string
  limit: number
  relevant?: boolean
  feedId?: number
  tagId?: number
  /** Two-letter language of the original. */
  language?: string
  since?: Date
}

/** Never fails because of the model: then the list is the keyword one, and `mode` says so. */
export async function searchArticles(parts: SearchParts, query: SearchQuery): Promise<SearchResult> {
  const { db, siteLanguage } = parts
  const { terms, ranked } = await searchByWords(db, query.q.replaceAll('\0', ' ').trim(), {
    siteLanguage,
    conditions: conditionsOf(query),
  })
  const best = ranked.slice(0, query.limit)
  const ids = best.map((hit) => hit.id)
  const [articles, highlights] = [await hydrateArticles(db, ids, siteLanguage), await highlight(db, terms, ids)]
  const scores = new Map(best.map((hit) => [hit.id, hit.score]))
  return {
    mode: 'keyword',
    hits: articles.map((article) => ({
      article,
      score: scores.get(article.id) ?? 0,
      highlight: highlights.get(article.id) ?? null,
    })),
  }
}

function conditionsOf({ relevant, feedId, tagId, language, since }: SearchQuery): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = []
  if (relevant !== undefined) conditions.push(relevant ? sql`a.relevant` : sql`not a.relevant`)
  if (feedId !== undefined) conditions.push(sql`a.feed_id = ${feedId}`)
  if (tagId !== undefined) conditions.push(sql`${tagId} = any(a.tag_ids)`)
  if (language !== undefined) conditions.push(sql`left(a.language, 2) = ${language}`)
  if (since !== undefined) conditions.push(sql`a.sort_at >= ${since}`)
  return conditions
}

/** Search over published articles, by words and, where there are vectors, by meaning. */
import { type RawBuilder, sql } from 'kysely'
import { Counter } from 'prom-client'
import type { Embedder } from '../../domain/ports.ts'
import { type Fused, fuse } from '../../domain/search/fuse.ts'
import { hydrateArticles, type ReadDb } from '../articles/articles.ts'
import type { SearchResult } from '../articles/views.ts'
import { highlight } from './highlight.ts'
import { searchByWords } from './keyword.ts'
import { type Meaning, searchByMeaning, unknownMeaning } from './meaning.ts'

const BUDGET_MS = 800
const LONGEST = 500

export interface SearchParts {
  db: ReadDb
  embedder: Embedder | null
  siteLanguage: string
  log: { warn(details: object, message: string): void }
  /** How long meaning may take, in milliseconds. */
  budgetMs?: number
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

const fallbacks = new Counter({
  name: 'karnhuset_search_fallbacks_total',
  help: 'Searches that were answered by words alone because the embedding model or the vectors failed',
})

/** Never fails because of the model: then the list is the keyword one, and `mode` says so. */
export async function searchArticles(parts: SearchParts, query: SearchQuery): Promise<SearchResult> {
  const { db, siteLanguage } = parts
  const text = query.q.replaceAll('\0', ' ').toWellFormed().trim().slice(0, LONGEST)
  if (text === '') return { mode: 'keyword', fellBack: false, vector: null, hits: [] }
  const conditions = conditionsOf(query)
  const meaning = searchWithinBudget(parts, text, conditions)
  const words = await searchByWords(db, text, { siteLanguage, conditions })
  const { ids: byMeaning, vector, failed } = await meaning
  const best: Fused[] =
    byMeaning.length > 0
      ? fuse(
          words.ranked.map(({ id }) => id),
          byMeaning,
          words.ranked.filter(({ exact }) => exact).map(({ id }) => id),
        )
      : words.ranked
  const hits = best.slice(0, query.limit)
  const ids = hits.map(({ id }) => id)
  const [articles, highlights] = [await hydrateArticles(db, ids, siteLanguage), await highlight(db, words.terms, ids)]
  const scores = new Map(hits.map(({ id, score }) => [id, score]))
  return {
    mode: byMeaning.length > 0 ? 'semantic' : 'keyword',
    fellBack: failed,
    vector,
    hits: articles.map((article) => ({
      article,
      score: scores.get(article.id) ?? 0,
      highlight: highlights.get(article.id) ?? null,
    })),
  }
}

/** Empty when there is no model, and when it fails or takes too long, which is logged and counted. */
async function searchWithinBudget(
  { db, embedder, log, budgetMs = BUDGET_MS }: SearchParts,
  text: string,
  conditions: RawBuilder<unknown>[],
): Promise<Meaning & { failed: boolean }> {
  if (!embedder) return { ...unknownMeaning, failed: false }
  const late = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      late.abort()
      reject(new Error(`no answer within ${budgetMs} ms`))
    }, budgetMs)
  })
  try {
    const search = searchByMeaning(db, embedder, text, { conditions, signal: late.signal })
    return { ...(await Promise.race([search, tooLate])), failed: false }
  } catch (error) {
    fallbacks.inc()
    log.warn({ err: error, model: embedder.model }, 'search by meaning failed: answered by words alone')
    return { ...unknownMeaning, failed: true }
  } finally {
    clearTimeout(timer)
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

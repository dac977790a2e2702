/** Search over published articles, by words and, where there are vectors, by meaning. */
import { type RawBuilder, sql } from 'kysely'
import { Counter } from 'prom-client'
import type { Embedder } from '../../domain/ports.ts'
import { type Fused, fuse } from '../../domain/search/fuse.ts'
import { type ParsedQuery, parseQuery } from '../../domain/search/query.ts'
import { plainSearch, type SearchContent } from '../../domain/search/search-content.ts'
import { type Clock, systemClock } from '../../domain/time/clock.ts'
import { hydrateArticles, type ReadDb } from '../articles/articles.ts'
import type { SearchResult } from '../articles/views.ts'
import type { Narrowing } from './candidates.ts'
import { highlight } from './highlight.ts'
import { languagesOf, readTerms, searchByWords } from './keyword.ts'
import { type Meaning, searchByMeaning, unknownMeaning } from './meaning.ts'
import { keepLiteral, readFilters, readWordRules } from './narrowing.ts'
import { didYouMean } from './spelling.ts'

const BUDGET_MS = 800
const LONGEST = 500
// Looked through where only filters are given.
const NEWEST = 400

export interface SearchParts {
  db: ReadDb
  embedder: Embedder | null
  siteLanguage: string
  log: { warn(details: object, message: string): void }
  /** How the site's language writes filters and times, and its synonyms; without it the English filters. */
  content?: SearchContent
  clock?: Clock
  /** How long meaning may take, in milliseconds. */
  budgetMs?: number
}

/** What every surface searches with. */
export const searchParts = (ctx: {
  db: ReadDb
  embedder: Embedder | null
  site: { language: string }
  search: SearchContent
  clock: Clock
  log: SearchParts['log']
}): SearchParts => {
  const { db, embedder, clock, log } = ctx
  return { db, embedder, clock, log, siteLanguage: ctx.site.language, content: ctx.search }
}

/** Filters may stand in `q` too; all of them must hold. */
export interface SearchQuery {
  q: string
  limit: number
  relevant?: boolean
  feedId?: number
  tagId?: number
  kind?: string
  /** Two-letter language of the original. */
  language?: string
  since?: Date
  until?: Date
}

const fallbacks = new Counter({
  name: 'karnhuset_search_fallbacks_total',
  help: 'Searches that were answered by words alone because the embedding model or the vectors failed',
})

/** Never fails because of the model: then the list is the keyword one, and `mode` says so. */
export async function searchArticles(parts: SearchParts, query: SearchQuery): Promise<SearchResult> {
  const { db, siteLanguage, content = plainSearch, clock = systemClock } = parts
  const q = query.q.replaceAll('\0', ' ').toWellFormed().trim().slice(0, LONGEST)
  const parsed = parseQuery(q, content, clock.now())
  const filters = await readFilters(db, parsed, content)
  const nothing = { mode: 'keyword' as const, fellBack: false, vector: null, hits: [], didYouMean: null, unknown: null }
  const reading = { text: parsed.text, period: parsed.period, filtered: filters.conditions.length > 0 }
  if (filters.unknown) return { ...nothing, reading, unknown: filters.unknown }
  const conditions = [...conditionsOf(query), ...filters.conditions]
  const rules = await readWordRules(db, parsed, languagesOf(siteLanguage))
  const narrowing = { conditions, ...rules }
  if (parsed.text === '') {
    if (!reading.filtered && !rules.excluded) return { ...nothing, reading }
    const articles = await hydrateArticles(db, await listNewest(db, parsed, narrowing, query.limit), siteLanguage)
    return { ...nothing, reading, hits: articles.map((article) => ({ article, score: 0, highlight: null })) }
  }
  const meaning = searchWithinBudget(parts, parsed.text, conditions)
  const read = await readTerms(db, parsed.text, { siteLanguage, synonyms: content.synonyms })
  const words = await searchByWords(db, read, narrowing)
  const { ids: meant, vector, failed } = await meaning
  const wordIds = words.ranked.map(({ id }) => id)
  const passing = await keepLiteral(db, [...new Set([...wordIds, ...meant])], parsed, rules.excluded)
  const ranked = words.ranked.filter(({ id }) => passing.has(id))
  const byMeaning = meant.filter((id) => passing.has(id))
  const best: Fused[] =
    byMeaning.length > 0
      ? fuse(
          ranked.map(({ id }) => id),
          byMeaning,
          ranked.filter(({ exact }) => exact).map(({ id }) => id),
        )
      : ranked
  const hits = best.slice(0, query.limit)
  const ids = hits.map(({ id }) => id)
  const [articles, highlights] = [await hydrateArticles(db, ids, siteLanguage), await highlight(db, words.terms, ids)]
  const scores = new Map(hits.map(({ id, score }) => [id, score]))
  return {
    mode: byMeaning.length > 0 ? 'semantic' : 'keyword',
    fellBack: failed,
    vector,
    reading: { ...reading, text: read.text },
    didYouMean: didYouMean(
      q,
      read.corrections,
      articles.map(({ title, summary }) => `${title} ${summary}`),
    ),
    unknown: null,
    hits: articles.map((article) => ({
      article,
      score: scores.get(article.id) ?? 0,
      highlight: highlights.get(article.id) ?? null,
    })),
  }
}

/** Where a reader gives filters and no words. */
async function listNewest(
  db: ReadDb,
  parsed: ParsedQuery,
  { conditions, excluded }: Narrowing,
  limit: number,
): Promise<number[]> {
  const where = sql.join([sql`a.status = 'published'`, ...conditions], sql` and `)
  const { rows } = await sql<{ id: number }>`
    select a.id from articles a where ${where} order by a.sort_at desc, a.id desc limit ${NEWEST}`.execute(db)
  const ids = rows.map(({ id }) => id)
  const passing = await keepLiteral(db, ids, parsed, excluded)
  return ids.filter((id) => passing.has(id)).slice(0, limit)
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

function conditionsOf({ relevant, feedId, tagId, kind, language, since, until }: SearchQuery): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = []
  if (relevant !== undefined) conditions.push(relevant ? sql`a.relevant` : sql`not a.relevant`)
  if (feedId !== undefined) conditions.push(sql`a.feed_id = ${feedId}`)
  if (tagId !== undefined) conditions.push(sql`${tagId} = any(a.tag_ids)`)
  if (language !== undefined) conditions.push(sql`left(a.language, 2) = ${language}`)
  if (kind !== undefined) conditions.push(sql`a.kind = ${kind}`)
  if (since !== undefined) conditions.push(sql`a.sort_at >= ${since}`)
  if (until !== undefined) conditions.push(sql`a.sort_at < ${until}`)
  return conditions
}

/** Search over published articles, by words and, where there are vectors, by meaning. */
import { type RawBuilder, sql } from 'kysely'
import { Counter } from 'prom-client'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import type { Embedder } from '../../../platform/models/ports.ts'
import { type Clock, systemClock } from '../../../platform/time/clock.ts'
import { hydrateArticles } from '../../articles/queries/articles.ts'
import { datedFirst } from '../../articles/rules/dated-first.ts'
import { type Fused, fuse } from '../rules/fuse.ts'
import { type ParsedQuery, parseQuery } from '../rules/query.ts'
import { plainSearch, type SearchContent } from '../rules/search-content.ts'
import type { Narrowing } from './candidates.ts'
import { highlight } from './highlight.ts'
import { languagesOf, type RankedArticle, readTerms, searchByWords } from './keyword.ts'
import { filterLiteral, readFilters, readWordRules } from './narrowing.ts'
import { costOf, type SearchGate } from './search-gate.ts'
import { type DatedArticle, noSemanticHits, type SemanticHits, searchSemantically } from './semantic.ts'
import { didYouMean } from './spelling.ts'
import type { SearchResult } from './views.ts'

const BUDGET_MS = 800
const MAX_QUERY_LENGTH = 500
// Articles by whose stories a search finds stories.
const LEADING = 5
// Looked through where only filters are given.
const NEWEST = 400

export interface SearchDeps {
  db: ReadDb
  embedder: Embedder | null
  siteLanguage: string
  log: { warn(details: object, message: string): void }
  /** Filters, times and synonyms of the site's language; without it the English filters. */
  content?: SearchContent
  clock?: Clock
  /** Time limit of semantic search, in milliseconds. */
  budgetMs?: number
  /** Without it every search runs at once. */
  gate?: SearchGate
  /** Aborts where no client waits for the answer any more. */
  signal?: AbortSignal
}

/** Dependencies of search on every surface. */
export const searchDeps = (ctx: {
  db: ReadDb
  embedder: Embedder | null
  site: { language: string }
  search: SearchContent
  clock: Clock
  log: SearchDeps['log']
  searches: SearchGate
}): SearchDeps => {
  const { db, embedder, clock, log, searches: gate } = ctx
  return { db, embedder, clock, log, gate, siteLanguage: ctx.site.language, content: ctx.search }
}

/** `best` weighs freshness as well. */
export const SEARCH_SORTS = ['best', 'newest'] as const
export type SearchSort = (typeof SEARCH_SORTS)[number]

/** Filters may stand in `q` too; all of them must hold. */
export interface SearchQuery {
  q: string
  limit: number
  /** Best first by default; without words always the newest. */
  sort?: SearchSort | undefined
  relevant?: boolean
  feedIds?: number[]
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

/**
 * Never fails because of the model: then the list is the keyword one, as `mode` reports. Throws `unavailable` where the gate does.
 */
export function searchArticles(parts: SearchDeps, query: SearchQuery): Promise<SearchResult> {
  const work = () => searchNow(parts, query)
  return parts.gate ? parts.gate.run(costOf(query.q), work, parts.signal) : work()
}

async function searchNow(parts: SearchDeps, query: SearchQuery): Promise<SearchResult> {
  const { db, siteLanguage, content = plainSearch, clock = systemClock } = parts
  const q = query.q.replaceAll('\0', ' ').toWellFormed().trim().slice(0, MAX_QUERY_LENGTH)
  const parsed = parseQuery(q, content, clock.now())
  const filters = await readFilters(db, parsed, content)
  const reading = { text: parsed.text, period: parsed.period, filtered: filters.conditions.length > 0 }
  const nothing = {
    mode: 'keyword' as const,
    fellBack: false,
    vector: null,
    reading,
    didYouMean: null,
    leading: [],
    hits: [],
  }
  if (filters.unknown) return { ...nothing, unknown: filters.unknown }
  const rules = await readWordRules(db, parsed, languagesOf(siteLanguage))
  const requested = { q, parsed, narrowing: { conditions: [...conditionsOf(query), ...filters.conditions], ...rules } }
  if (parsed.text !== '') return { ...nothing, unknown: null, ...(await searchText(parts, requested, reading, query)) }
  const excludes = parsed.excluded.words.length + parsed.excluded.phrases.length > 0
  if (!reading.filtered && !excludes) return { ...nothing, unknown: null }
  const articles = await hydrateArticles(db, await listNewest(db, requested, query.limit), siteLanguage)
  const hits = articles.map((article) => ({ article, score: 0, highlight: null }))
  return { ...nothing, unknown: null, hits }
}

interface Requested {
  /** As the reader wrote it. */
  q: string
  parsed: ParsedQuery
  narrowing: Narrowing
}

async function searchText(
  parts: SearchDeps,
  requested: Requested,
  reading: SearchResult['reading'],
  query: SearchQuery,
) {
  const { db, siteLanguage, content = plainSearch, clock = systemClock } = parts
  const { q, parsed, narrowing } = requested
  const semantic = searchWithinBudget(parts, parsed.text, narrowing.conditions)
  const read = await readTerms(db, parsed.text, { siteLanguage, content })
  const { terms, ranked } = await searchByWords(db, read, narrowing, clock.now())
  const { near, vector, failed } = await semantic
  const found = [...new Set([...ranked.map(({ id }) => id), ...near.map(({ id }) => id)])]
  const passing = await filterLiteral(db, found, parsed, narrowing.excluded)
  const byWords = ranked.filter(({ id }) => passing.has(id))
  const bySemantics = near.filter(({ id }) => passing.has(id))
  const best = join(byWords, bySemantics)
  const ordered = query.sort === 'newest' ? newestFirst(byWords, bySemantics) : best
  const hits = ordered.slice(0, query.limit)
  const ids = hits.map(({ id }) => id)
  const [articles, highlights] = [await hydrateArticles(db, ids, siteLanguage), await highlight(db, terms, ids)]
  const scores = new Map(best.map(({ id, score }) => [id, score]))
  const texts = articles.map(({ title, summary }) => `${title} ${summary}`)
  return {
    mode: bySemantics.length > 0 ? ('semantic' as const) : ('keyword' as const),
    fellBack: failed,
    vector,
    reading: { ...reading, text: read.text },
    didYouMean: didYouMean(q, read.corrections, texts),
    leading: best.slice(0, LEADING).map(({ id }) => id),
    hits: articles.map((article) => ({
      article,
      score: scores.get(article.id) ?? 0,
      highlight: highlights.get(article.id) ?? null,
    })),
  }
}

function join(ranked: RankedArticle[], bySemantics: DatedArticle[]): Fused[] {
  if (bySemantics.length === 0) return ranked
  const exact = ranked.filter((hit) => hit.exact)
  return fuse(
    ranked.map(({ id }) => id),
    bySemantics.map(({ id }) => id),
    exact.map(({ id }) => id),
  )
}

// Articles with a part of the words, or of a remote meaning, would open a list by time.
const MIN_NEWEST_COVERAGE = 0.75
const MAX_NEWEST_MEANT = 20

/** Newest first, of those that hold nearly as much as the best one, and of the nearest in meaning. */
function newestFirst(ranked: RankedArticle[], bySemantics: DatedArticle[]): DatedArticle[] {
  const enough = MIN_NEWEST_COVERAGE * Math.max(...ranked.map(({ coverage }) => coverage))
  const fitting = [...ranked.filter(({ coverage }) => coverage >= enough), ...bySemantics.slice(0, MAX_NEWEST_MEANT)]
  const articles = [...new Map(fitting.map((one) => [one.id, one])).values()]
  return datedFirst(articles.sort((a, b) => b.sortAt.getTime() - a.sortAt.getTime() || b.id - a.id))
}

/** For filters without words. */
async function listNewest(db: ReadDb, { parsed, narrowing }: Requested, limit: number): Promise<number[]> {
  const { conditions, excluded } = narrowing
  const where = sql.join([sql`true`, ...conditions], sql` and `)
  const { rows } = await sql<{ id: number; publishedAt: Date | null }>`
    select a.id, a.published_at as "publishedAt" from shown_articles a where ${where}
    order by a.sort_at desc, a.id desc limit ${NEWEST}`.execute(db)
  const ids = rows.map(({ id }) => id)
  const passing = await filterLiteral(db, ids, parsed, excluded)
  const found = datedFirst(rows.filter(({ id }) => passing.has(id)))
  return found.slice(0, limit).map(({ id }) => id)
}

/** Empty when there is no model, and when it fails or takes too long, which is logged and counted. */
async function searchWithinBudget(
  { db, embedder, log, budgetMs = BUDGET_MS, clock = systemClock }: SearchDeps,
  text: string,
  conditions: RawBuilder<unknown>[],
): Promise<SemanticHits & { failed: boolean }> {
  if (!embedder) return { ...noSemanticHits, failed: false }
  const late = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      late.abort()
      reject(new Error(`no answer within ${budgetMs} ms`))
    }, budgetMs)
  })
  try {
    const search = searchSemantically(db, embedder, text, { conditions, signal: late.signal, now: clock.now() })
    return { ...(await Promise.race([search, tooLate])), failed: false }
  } catch (error) {
    fallbacks.inc()
    log.warn({ err: error, model: embedder.model }, 'search by meaning failed: answered by words alone')
    return { ...noSemanticHits, failed: true }
  } finally {
    clearTimeout(timer)
  }
}

function conditionsOf({ relevant, feedIds, tagId, kind, language, since, until }: SearchQuery): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = []
  if (relevant !== undefined) conditions.push(relevant ? sql`a.relevant` : sql`not a.relevant`)
  if (feedIds) conditions.push(sql`a.feed_id = any(${feedIds}::integer[])`)
  if (tagId !== undefined) conditions.push(sql`${tagId} = any(a.tag_ids)`)
  if (language !== undefined) conditions.push(sql`left(a.original_language, 2) = ${language}`)
  if (kind !== undefined) conditions.push(sql`a.kind = ${kind}`)
  if (since !== undefined) conditions.push(sql`a.sort_at >= ${since}`)
  if (until !== undefined) conditions.push(sql`a.sort_at < ${until}`)
  return conditions
}

/** `/search`, and the suggestions that its field asks for while one types. */
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '../../../ctx.ts'
import { searchArticles, searchDeps } from '../../../news/search/queries/search.ts'
import { SearchRefused } from '../../../news/search/queries/search-gate.ts'
import { searchStories } from '../../../news/search/queries/search-stories.ts'
import { suggest } from '../../../news/search/queries/suggest.ts'
import type { SearchResult } from '../../../news/search/queries/views.ts'
import { conditionsOf, filtersIn, sortIn, textIn } from '../../../news/search/search-address.ts'
import { listFeeds } from '../../../news/sources/queries/list-feeds.ts'
import { listTags } from '../../../news/tags/queries/tags.ts'
import { addressKey } from '../../../platform/http/client.ts'
import { enforce, type RateLimit } from '../../../platform/http/rate-limit.ts'
import { sendCached } from '../../../platform/http/send-cached.ts'
import type { SiteContext } from '../page-context.ts'
import type { SendPage } from '../send-page.ts'
import { asEvents } from './found-events.ts'
import { MAX_HITS, type SearchPageView, searchPage } from './search-page.ts'

const searchLimit: RateLimit = { name: 'site-search', calls: 60, seconds: 600 }
const suggestLimit: RateLimit = { name: 'site-suggest', calls: 300, seconds: 600 }
const MAX_QUERY_LENGTH = 500
const maxPages = 3
const maxTags = 100
const suggestions = 6

type Requested = Pick<SearchPageView, 'query' | 'filters' | 'sort' | 'isExact'>

const NOTHING = {
  corrected: null,
  result: null,
  found: [],
  stories: [],
  others: [],
  feeds: [],
  tags: [],
}

export function searchRoutes(app: FastifyInstance, ctx: Ctx, pageContext: SiteContext, send: SendPage): void {
  const { db, site, clock } = ctx
  const parts = searchDeps(ctx)

  async function load(requested: Requested): Promise<SearchPageView> {
    const { query, filters, sort, isExact } = requested
    const { language } = site
    const search = { q: query, limit: MAX_HITS, sort, ...(await conditionsOf(db, filters, clock.now())) }
    const exact = query === '' ? null : await searchArticles(parts, search)
    const better =
      isExact || !exact?.didYouMean ? null : await searchArticles(parts, { ...search, q: exact.didYouMean })
    const corrected = better && better.hits.length > 0 ? (exact?.didYouMean ?? null) : null
    const result = corrected === null ? exact : better
    const tags = (await listTags(db, { language, relevant: true })).slice(0, maxTags)
    const feeds = await listFeeds(db, language)
    // Other pages know nothing of a source, a language or a day.
    const filtered = Object.values(filters).some((filter) => filter !== null)
    const pages = result === null || filtered ? { stories: [], others: [] } : await searchPages(result)
    const found = result === null ? [] : await asEvents(db, result.hits, site.language)
    return { ...requested, corrected, result, found, ...pages, problem: null, feeds, tags }
  }

  async function searchPages({ mode, leading, vector, reading: { text, filtered } }: SearchResult) {
    if (filtered || text === '') return { stories: [], others: [] }
    const options = { siteLanguage: site.language, content: ctx.search, limit: maxPages }
    const articleIds = mode === 'semantic' ? leading : []
    const stories = await searchStories(db, text, { ...options, articleIds })
    const { found } = pageContext.parts
    return { stories, others: await Promise.all(found.map((search) => search(db, text, { ...options, vector }))) }
  }

  app.get('/search', async (request, reply) => {
    const query = textIn(request.query, 'q')
    const filters = filtersIn(request.query, site.languages)
    const sort = sortIn(request.query)
    const isExact = textIn(request.query, 'exact') === 'yes'
    const requested = { query, filters, sort, isExact }
    // Nothing is read for it: there may be many.
    const refuse = (code: number, problem: 'too_long' | 'busy') => {
      const view = { ...NOTHING, ...requested, query: query.slice(0, MAX_QUERY_LENGTH), problem }
      return reply
        .code(code)
        .type('text/html; charset=utf-8')
        .send(searchPage(pageContext.page(clock.now()), view))
    }
    if (query.length > MAX_QUERY_LENGTH) return refuse(400, 'too_long')
    if (query !== '') await enforce(ctx.limiter, reply, searchLimit, addressKey(request.ip))
    const sent = send(request, reply, {
      key: `/search?${JSON.stringify(requested)}`,
      // An answer that was made without the model is not cached.
      isCacheable: ({ result }) => result?.fellBack !== true,
      headers: ({ result }) => ({ 'cache-control': result?.fellBack ? 'no-store' : 'private, max-age=60' }),
      load: () => load(requested),
      render: searchPage,
    })
    return sent.catch((error) => {
      if (!(error instanceof SearchRefused)) throw error
      reply.headers({ 'retry-after': String(error.retryAfter), 'cache-control': 'no-store' })
      return refuse(503, 'busy')
    })
  })

  app.get('/search/suggestions', async (request, reply) => {
    const query = textIn(request.query, 'q').slice(0, 100)
    await enforce(ctx.limiter, reply, suggestLimit, addressKey(request.ip))
    return sendCached(ctx.cache, clock, request, reply, {
      key: `/search/suggestions?${query}`,
      dependsOn: ['content'],
      load: () => suggest(parts, query, suggestions, pageContext.parts.suggested),
      render: (found) => ({
        type: 'application/json; charset=utf-8',
        body: JSON.stringify({
          hits: found.map(({ kind, title, source, path }) => ({
            title,
            path,
            source: source ?? pageContext.page(clock.now()).t(`nav.${kind}`),
          })),
        }),
        headers: { 'x-robots-tag': 'noindex' },
      }),
    })
  })
}

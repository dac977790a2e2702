/** `/sok`, and the suggestions that its field asks for while one types. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Ctx } from '../../../ctx.ts'
import { ARTICLE_KINDS } from '../../../domain/articles/kinds.ts'
import { addressKey } from '../../../http/client.ts'
import { enforce, type RateLimit } from '../../../http/rate-limit.ts'
import { sendCached } from '../../../http/send-cached.ts'
import { listFeeds } from '../../../read/articles/feeds.ts'
import { findTag, listTags } from '../../../read/articles/tags.ts'
import { searchGuides } from '../../../read/search/guides.ts'
import { type SearchQuery, searchArticles, searchParts } from '../../../read/search/search.ts'
import { searchStories } from '../../../read/search/stories.ts'
import { suggest } from '../../../read/search/suggest.ts'
import type { SearchResult } from '../../../read/search/views.ts'
import type { SiteKit } from '../kit.ts'
import type { SendPage } from '../send-page.ts'
import { asEvents } from './found-events.ts'
import { type SearchFilters, type SearchPageView, searchPage, searchTimes } from './search.ts'

const searchLimit: RateLimit = { name: 'site-search', calls: 60, seconds: 600 }
const suggestLimit: RateLimit = { name: 'site-suggest', calls: 300, seconds: 600 }
const longest = 500
const hits = 40
const mostPages = 3
const mostTags = 100
const suggestions = 6
const names = { tag: 'nav.tags', guide: 'nav.guides', story: 'nav.stories', article: 'nav.news' } as const
const days = { day: 1, week: 7, month: 30, year: 365 } as const

export function searchRoutes(app: FastifyInstance, ctx: Ctx, kit: SiteKit, send: SendPage): void {
  const { db, site, clock } = ctx
  const parts = searchParts(ctx)

  async function load(query: string, filters: SearchFilters, isExact: boolean): Promise<SearchPageView> {
    const { language } = site
    const tags = (await listTags(db, { language, relevant: true })).slice(0, mostTags)
    const feeds = await listFeeds(db, language)
    const search = { ...toSearch(query, filters, clock.now()), ...(await tagOf(db, filters)) }
    const exact = query === '' ? null : await searchArticles(parts, search)
    const better =
      isExact || !exact?.didYouMean ? null : await searchArticles(parts, { ...search, q: exact.didYouMean })
    const corrected = better && better.hits.length > 0 ? (exact?.didYouMean ?? null) : null
    const result = corrected === null ? exact : better
    // Stories and guides know nothing of a source, a language or a day.
    const filtered = Object.values(filters).some((filter) => filter !== null)
    const pages = result === null || filtered ? { stories: [], guides: [] } : await searchPages(result)
    const found = result === null ? [] : await asEvents(db, result.hits, site.language)
    return { query, corrected, filters, result, found, ...pages, problem: null, feeds, tags }
  }

  async function searchPages({ mode, hits, vector, reading: { text, filtered } }: SearchResult) {
    if (filtered || text === '') return { stories: [], guides: [] }
    const options = { siteLanguage: site.language, content: ctx.search, limit: mostPages }
    const articleIds = mode === 'semantic' ? hits.map(({ article }) => article.id) : []
    const stories = await searchStories(db, text, { ...options, articleIds })
    return { stories, guides: await searchGuides(db, text, { ...options, vector }) }
  }

  app.get('/sok', async (request, reply) => {
    const query = textOf(request, 'q')
    const filters = filtersOf(request, site.languages)
    const isExact = textOf(request, 'exakt') === 'ja'
    if (query.length > longest) {
      const view = { ...(await load('', filters, true)), query: query.slice(0, longest), problem: 'too_long' as const }
      return reply
        .code(400)
        .type('text/html; charset=utf-8')
        .send(searchPage(kit.page(clock.now()), view))
    }
    if (query !== '') await enforce(ctx.limiter, reply, searchLimit, addressKey(request.ip))
    return send(request, reply, {
      key: `/sok?${JSON.stringify([query, filters, isExact])}`,
      // An answer that was made without the model is not cached.
      isCacheable: ({ result }) => result?.fellBack !== true,
      headers: ({ result }) => ({ 'cache-control': result?.fellBack ? 'no-store' : 'private, max-age=60' }),
      load: () => load(query, filters, isExact),
      render: searchPage,
    })
  })

  app.get('/sok/forslag', async (request, reply) => {
    const query = textOf(request, 'q').slice(0, 100)
    await enforce(ctx.limiter, reply, suggestLimit, addressKey(request.ip))
    return sendCached(ctx.cache, clock, request, reply, {
      key: `/sok/forslag?${query}`,
      dependsOn: ['content'],
      load: () => suggest(parts, query, suggestions),
      render: (found) => ({
        type: 'application/json; charset=utf-8',
        body: JSON.stringify({
          hits: found.map(({ kind, title, source, path }) => ({
            title,
            path,
            source: source ?? kit.page(clock.now()).t(names[kind]),
          })),
        }),
        headers: { 'x-robots-tag': 'noindex' },
      }),
    })
  })
}

function textOf(request: FastifyRequest, name: string): string {
  const value = (request.query as Record<string, unknown>)[name]
  return typeof value === 'string' ? value.trim() : ''
}

function filtersOf(request: FastifyRequest, languages: readonly string[]): SearchFilters {
  const [time, language, feed, tag, kind] = ['tid', 'sprak', 'kalla', 'tagg', 'typ'].map((name) =>
    textOf(request, name),
  )
  return {
    time: searchTimes.find((known) => known === time) ?? null,
    language: languages.find((known) => known === language) ?? null,
    feed: /^\d{1,9}$/.test(feed ?? '') ? Number(feed) : null,
    tag: tag ? tag.slice(0, 100) : null,
    kind: ARTICLE_KINDS.find((known) => known === kind) ?? null,
  }
}

/** An unknown tag has no articles. */
const tagOf = async (db: Ctx['db'], { tag }: SearchFilters) =>
  tag === null ? {} : { tagId: (await findTag(db, { slug: tag }))?.id ?? 0 }

function toSearch(q: string, { time, language, feed, kind }: SearchFilters, now: Date): SearchQuery {
  return {
    q,
    limit: hits,
    ...(time ? { since: new Date(now.getTime() - days[time] * 86_400_000) } : {}),
    ...(language ? { language: language.slice(0, 2) } : {}),
    ...(feed !== null ? { feedIds: [feed] } : {}),
    ...(kind !== null ? { kind } : {}),
  }
}

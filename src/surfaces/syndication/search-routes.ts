/** Any search of the site as RSS, Atom and JSON Feed, below the address of its page: newest first, of the hits that fit well. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { article } from '../../news/articles/resource.ts'
import { searchArticles, searchDeps } from '../../news/search/queries/search.ts'
import { conditionsOf, filtersIn, type SearchFilters, textIn } from '../../news/search/search-address.ts'
import { AppError } from '../../platform/errors.ts'
import { addressKey } from '../../platform/http/client.ts'
import { enforce, type RateLimit } from '../../platform/http/rate-limit.ts'
import { sendCached } from '../../platform/http/send-cached.ts'
import { addressOf } from '../../platform/site/addresses.ts'
import type { Translate } from '../../platform/site/messages.ts'
import { articleItem } from './items.ts'
import { FEED_FORMS } from './render.ts'

const limit: RateLimit = { name: 'feed-search', calls: 60, seconds: 600 }
const MAX_ITEMS = 50
const MAX_QUERY_LENGTH = 500
const RELOAD_MS = 3_600_000

/** Parameters that make another feed. */
const NAMES = ['q', 'time', 'language', 'source', 'tag', 'kind']

export function searchFeeds(app: FastifyInstance, ctx: Ctx, t: Translate): void {
  const { db, site, clock } = ctx
  const { baseUrl, paths } = ctx.origin
  const context = { ...ctx.origin, t }

  /** Filters alone are a list. */
  async function load(q: string, filters: SearchFilters) {
    const filter = await conditionsOf(db, filters, clock.now())
    if (q === '') {
      const { items } = await article.list(ctx, { filter, page: 1, perPage: MAX_ITEMS, counted: false })
      return { articles: items, fellBack: false }
    }
    const { hits, fellBack } = await searchArticles(searchDeps(ctx), { q, limit: MAX_ITEMS, sort: 'newest', ...filter })
    return { articles: hits.map((hit) => hit.article), fellBack }
  }

  for (const [form, render] of FEED_FORMS)
    app.get(`/search.${form}`, async (request: FastifyRequest, reply) => {
      const q = textIn(request.query, 'q')
      if (q.length > MAX_QUERY_LENGTH)
        throw new AppError('bad_request', `q must have at most ${MAX_QUERY_LENGTH} characters.`)
      if (q !== '') await enforce(ctx.limiter, reply, limit, addressKey(request.ip))
      const given = NAMES.map((name): [string, string] => [name, textIn(request.query, name)]).filter(
        ([, value]) => value !== '',
      )
      const query = given.length === 0 ? '' : `?${new URLSearchParams(given)}`
      const title = q === '' ? t('search.title') : t('search.title_for', { q })
      const [self, page] = [addressOf(paths, `/search.${form}${query}`), addressOf(paths, `/search${query}`)]
      return sendCached(ctx.cache, clock, request, reply, {
        key: self,
        dependsOn: ['content'],
        // Times of the filters move on.
        edition: Math.floor(clock.now().getTime() / RELOAD_MS),
        load: () => load(q, filtersIn(request.query, site.languages)),
        isCacheable: ({ fellBack }) => !fellBack,
        render: ({ articles }) =>
          render({
            language: site.language,
            baseUrl,
            hub: null,
            self,
            page,
            title: `${site.name}: ${title}`,
            description: site.description,
            items: articles.map((one) => articleItem(one, context)),
          }),
      })
    })
}

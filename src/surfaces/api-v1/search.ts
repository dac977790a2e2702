/** Search: a ranked top list, limited by address. */
import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { addressKey } from '../../http/client.ts'
import { enforce, limits } from '../../http/rate-limit.ts'
import { sendFresh } from '../../http/send-fresh.ts'
import { findTag } from '../../read/articles/tags.ts'
import { searchArticles, searchParts } from '../../read/search/search.ts'
import { presentMeta, searchListOf } from './envelopes.ts'
import { search, searchFilters } from './parameters.ts'
import { presentArticle } from './present-article.ts'
import { type ApiRoute, route } from './route.ts'
import { Entry } from './schemas.ts'
import { jsonType } from './send.ts'

const query = z.object({ ...search, ...searchFilters })

export const searchRoutes: ApiRoute[] = [
  route({
    method: 'GET',
    path: '/api/v1/entries/search',
    operationId: 'searchEntries',
    tag: 'Entries',
    summary: 'Search articles',
    description:
      'The best hits, best first, without pages. By meaning where the site has a model for it, else by words: see ' +
      '`meta.mode`. Independent of language. A phrase in quotation marks must be there, `-word` must not, and `since:`, ' +
      '`before:`, `source:`, `tag:` and `kind:` filter in the text too (docs/search.md). At most 30 calls in 10 minutes from one address.',
    auth: 'optional',
    query,
    answers: [{ status: 200, description: 'The best hits.', schema: searchListOf(Entry) }],
    errors: ['rate_limited'],
    handle: async ({ ctx, request, reply, query: { q, limit, ...filters } }) => {
      await enforce(ctx.limiter, reply, limits.search, addressKey(request.ip))
      const { mode, hits, didYouMean } = await searchArticles(searchParts(ctx), {
        q,
        limit,
        ...(await narrow(ctx.db, filters)),
      })
      const data = hits.map(({ article }) => presentArticle(article, ctx.origin))
      const meta = {
        ...presentMeta(ctx.clock.now()),
        filters: { q, limit, ...filters },
        mode,
        did_you_mean: didYouMean,
      }
      return sendFresh(request, reply, jsonType, JSON.stringify({ data, meta }))
    },
  }),
]

type Filters = Omit<z.infer<typeof query>, 'q' | 'limit'>

/** A tag that is unknown has no articles. */
async function narrow(db: Ctx['db'], { since, until, feed_id, tag, kind }: Filters) {
  return {
    ...(since ? { since } : {}),
    ...(until ? { until } : {}),
    ...(feed_id === undefined ? {} : { feedId: feed_id }),
    ...(tag === undefined ? {} : { tagId: (await findTag(db, { slug: tag }))?.id ?? 0 }),
    ...(kind === undefined ? {} : { kind }),
  }
}

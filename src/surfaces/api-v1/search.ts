/** Search: a ranked top list, limited by address. */
import { z } from 'zod'
import { ARTICLE_KINDS } from '../../domain/articles/kinds.ts'
import { foldSpace } from '../../domain/text/text.ts'
import { addressKey } from '../../http/client.ts'
import { enforce, limits } from '../../http/rate-limit.ts'
import { sendFresh } from '../../http/send-fresh.ts'
import { searchArticles, searchParts } from '../../read/search/search.ts'
import { Entry } from '../../resources/article-resource.ts'
import { readFilter } from '../../resources/filters.ts'
import { integer, MAX_INTEGER, oneOf, published, upTo } from '../../resources/parameters.ts'
import { presentMeta, searchListOf } from './envelopes.ts'
import { route } from './route.ts'
import { jsonType } from './send.ts'

/** The contract's (interface.md 8). */
const LONGEST_QUERY = 500
const MAX_HITS = 50

const searchText = z
  .string({ error: 'is required' })
  .min(1, 'is required')
  .max(LONGEST_QUERY, `must have at most ${LONGEST_QUERY} characters`)

const query = z.object({
  q: z.preprocess(
    (text) => (typeof text === 'string' ? foldSpace(text) : text),
    searchText.describe('What to look for.'),
  ),
  limit: upTo(MAX_HITS, 20, 'Hits'),
  ...published,
  feed_id: z.preprocess(integer, z.int().min(1).max(MAX_INTEGER).optional().describe('Only articles of this source.')),
  tag: z.string().max(200).optional().describe('Only articles of the tag with this slug.'),
  kind: oneOf(ARTICLE_KINDS, 'Only articles of this kind.'),
})

export const searchRoute = route({
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
  answers: [{ status: 200, description: 'The best hits.', schema: searchListOf(Entry.schema) }],
  errors: ['rate_limited'],
  handle: async ({ ctx, request, reply, query: { q, limit, ...filters } }) => {
    await enforce(ctx.limiter, reply, limits.search, addressKey(request.ip))
    const asked = { q, limit, ...(await readFilter(ctx, filters)) }
    const { mode, hits, didYouMean } = await searchArticles(searchParts(ctx), asked)
    const data = hits.map(({ article }) => Entry.present(article, ctx.origin))
    const meta = {
      ...presentMeta(ctx.clock.now()),
      filters: { q, limit, ...filters },
      mode,
      did_you_mean: didYouMean,
    }
    return sendFresh(request, reply, jsonType, JSON.stringify({ data, meta }))
  },
})

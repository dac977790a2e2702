/** Searches: ranked top lists, limited by address. */
import { z } from 'zod'
import { Entry } from '../../news/articles/resource.ts'
import { EventHit } from '../../news/events/resource.ts'
import { anyId, kind, oneOf, published, searchText, tagSlug, upTo } from '../../news/resources/parameters.ts'
import type { AnyResource } from '../../news/resources/resource.ts'
import type { Shape } from '../../news/resources/shape.ts'
import { eventsOf, SEARCH_TYPES, storiesOf } from '../../news/search/queries/belonging.ts'
import { SEARCH_SORTS, searchArticles, searchDeps } from '../../news/search/queries/search.ts'
import type { SearchResult } from '../../news/search/queries/views.ts'
import { readFilter } from '../../news/search/read-filter.ts'
import { Story } from '../../news/stories/resource.ts'
import { addressKey } from '../../platform/http/client.ts'
import { enforce, limits } from '../../platform/http/rate-limit.ts'
import { sendFresh } from '../../platform/http/send-fresh.ts'
import { presentMeta, SearchMeta, searchListOf } from './envelopes.ts'
import { exampleSearch } from './examples.ts'
import { type Call, route } from './route.ts'
import { jsonType } from './send.ts'

/** The contract's (interface.md 8). */
const MAX_HITS = 50

const query = z.object({
  q: searchText.describe('Search words.'),
  limit: upTo(MAX_HITS, 20, 'Hits'),
  sort: oneOf(SEARCH_SORTS, 'Order: best first unless said otherwise, or newest first of those that fit well.'),
  ...published,
  feed_id: anyId('Only articles of this source.'),
  tag: tagSlug('Only articles of the tag with this slug.'),
  kind: kind('Only articles of this kind.'),
})

/** Every search asks the same model, and counts as a call of the same limit. */
export const countSearch = ({ ctx, request, reply }: Pick<Call, 'ctx' | 'request' | 'reply'>): Promise<void> =>
  enforce(ctx.limiter, reply, limits.search, addressKey(request.ip))

const how =
  'By meaning where the site has a model for it, else by words: see ' +
  '`meta.mode`. Independent of language. A phrase in quotation marks must be there, `-word` must not, and `since:`, ' +
  '`before:`, `source:`, `tag:` and `kind:` filter in the text too (docs/search.md). At most 30 calls in 10 minutes from one address.'

export const searchRoute = route({
  method: 'GET',
  path: '/api/v1/entries/search',
  operationId: 'searchEntries',
  tag: 'Entries',
  summary: 'Search articles',
  description: `The best hits, without pages, best first: of two that fit as well, the newer. ${how}`,
  auth: 'optional',
  query,
  answers: [{ status: 200, description: 'The best hits.', schema: searchListOf(Entry.schema) }],
  errors: ['rate_limited'],
  handle: async (call) => {
    const { ctx, query } = call
    const { limit } = query
    const { result, meta } = await search(call, query, limit)
    const data = result.hits.map(({ article }) => Entry.present(article, ctx.origin))
    return sendHits(call, data.slice(0, limit), meta)
  },
})

/** Articles that are looked through for the events and stories that they belong to. */
const MAX_SEARCHED = 50

/** Resources of features that are found beside the articles. */
const foundOf = (resources: readonly AnyResource[]) =>
  resources.flatMap((of) =>
    of(({ name, plural, item, search }) =>
      search
        ? [
            {
              name,
              plural,
              schema: item.schema,
              find: async ({ ctx }: Pick<Call, 'ctx'>, result: SearchResult, limit: number) =>
                (await search(ctx, result, limit)).map((one) => item.present(one, ctx.origin)),
            },
          ]
        : [],
    ),
  )

/** Plural names of what a search gives beside articles. */
export const foundBeside = (resources: readonly AnyResource[]): string[] => [
  'events',
  'stories',
  ...foundOf(resources).map(({ plural }) => plural),
]

export function searchAllRoute(resources: readonly AnyResource[]) {
  const others = foundOf(resources)
  const types: [string, ...string[]] = [...SEARCH_TYPES, ...others.map(({ name }) => name)]
  const [, ...aroundEvents] = foundBeside(resources)
  const byPlural = <T>(of: (one: (typeof others)[number]) => T) =>
    Object.fromEntries(others.map((one) => [one.plural, of(one)]))
  return route({
    method: 'GET',
    path: '/api/v1/search',
    operationId: 'search',
    tag: 'Search',
    summary: 'Search everything',
    description:
      `The best articles, the events that they report, and the ${aroundEvents.join(' and ')} about the same, each best first: of two articles that fit as well, the newer. ${how} ` +
      'Filters narrow articles and events.',
    auth: 'none',
    query: query.extend({
      limit: upTo(MAX_HITS, 5, 'Hits of each type'),
      type: oneOf(types, 'Only this type; the other lists are empty.'),
    }),
    answers: [
      {
        status: 200,
        description: 'The best hits of each type.',
        schema: z.object({
          data: z.object({
            entries: z.array(Entry.schema),
            events: z.array(EventHit.schema),
            stories: z.array(Story.schema),
            ...byPlural(({ schema }) => z.array(schema)),
          }),
          meta: SearchMeta,
        }),
        example: exampleSearch(byPlural(() => [])),
      },
    ],
    errors: ['rate_limited'],
    handle: async (call) => {
      const { ctx, query } = call
      const { type, limit } = query
      const { result, meta } = await search(call, query, MAX_SEARCHED)
      const list = async (of: string, load: () => Promise<object[]>) =>
        type === undefined || type === of ? (await load()).slice(0, limit) : []
      const shown = <View>({ present }: Shape<View>, views: View[]) => views.map((one) => present(one, ctx.origin))
      const data: Record<string, object[]> = {
        entries: await list('entry', async () =>
          shown(
            Entry,
            result.hits.map(({ article }) => article),
          ),
        ),
        events: await list('event', async () => shown(EventHit, await eventsOf(ctx, result, limit))),
        stories: await list('story', async () => shown(Story, await storiesOf(ctx, result, limit))),
      }
      for (const { name, plural, find } of others) data[plural] = await list(name, () => find(call, result, limit))
      return sendHits(call, data, meta)
    },
  })
}

async function search(call: Call, given: z.infer<typeof query>, maxHits: number) {
  const { ctx } = call
  const { q, limit: _, sort, ...filters } = given
  await countSearch(call)
  const deps = { ...searchDeps(ctx), signal: goneSignal(call.reply) }
  const result = await searchArticles(deps, { q, limit: maxHits, sort, ...(await readFilter(ctx, filters)) })
  const { mode, didYouMean } = result
  return { result, meta: { ...presentMeta(ctx.clock.now()), filters: given, mode, did_you_mean: didYouMean } }
}

/** Aborts when the connection closes before the answer is sent: these answers are for one caller alone. */
function goneSignal({ raw }: Call['reply']): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => !raw.writableFinished && gone.abort())
  return gone.signal
}

const sendHits = ({ request, reply }: Call, data: unknown, meta: object) =>
  sendFresh(request, reply, jsonType, JSON.stringify({ data, meta }))

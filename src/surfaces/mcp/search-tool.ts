/** The tool that searches: articles, the events and stories that they belong to, or resources of features. */
import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { article, EntryHit } from '../../news/articles/resource.ts'
import { EventBrief, event } from '../../news/events/resource.ts'
import { kind, oneOf, published } from '../../news/resources/parameters.ts'
import { eventsOf, SEARCH_TYPES, storiesOf } from '../../news/search/queries/belonging.ts'
import { SEARCH_SORTS, searchArticles, searchDeps } from '../../news/search/queries/search.ts'
import type { SearchResult } from '../../news/search/queries/views.ts'
import { StoryHit, story } from '../../news/stories/resource.ts'
import type { Translate } from '../../platform/site/messages.ts'
import { evident, feedId, findFilter, limit, tag } from './arguments.ts'
import { named } from './outline.ts'
import { cursor, fitted, nextCursor, ofAll } from './paging.ts'
import type { McpDeps } from './parts.ts'
import { itemOf, like } from './resource-tools.ts'
import { registerTool } from './tool.ts'

const filterHelp = '"A phrase" must be there, -word must not; source:NAME and tag:SLUG narrow it.'
/** Articles that are looked through for the events or stories that they belong to. */
const maxArticles = 50

const inputOf = (types: readonly [string, ...string[]]) =>
  z.object({
    query: z.string().trim().min(1).max(500).describe(`Search words, in any language. ${filterHelp}`),
    limit: limit.default(10),
    since: evident(published.since),
    until: evident(published.until),
    tag,
    feed_id: feedId,
    kind: evident(kind('')),
    sort: evident(oneOf(SEARCH_SORTS, '')),
    type: z.enum(types).default('entry').describe('Filters narrow articles and events.'),
    cursor,
  })

const outputOf = (others: readonly Searched[]) =>
  z.object({
    entries: z
      .array(named(EntryHit.schema, like(article)))
      .describe('Empty unless type is entry; so are the other lists.'),
    events: z.array(named(EventBrief.schema, like(event))),
    stories: z.array(named(StoryHit.schema, like(story))),
    ...Object.fromEntries(others.map(({ many, schema }) => [many, schema])),
    mode: z.enum(['semantic', 'keyword']),
    did_you_mean: z.string().nullable().describe('The query with its misspelt words corrected, if any.'),
    period: z.string().nullable().describe('Words of time in the query that were taken as a filter.'),
    next_cursor: nextCursor,
  })

/** Resources of features that have a search of their own. */
const searchedOf = ({ ctx, md, resources }: McpDeps) =>
  resources.flatMap((of) =>
    of((one) => {
      const { name, mcp, search } = one
      if (!search) return []
      return [
        {
          name,
          many: mcp.many,
          schema: z.array(named(mcp.item.schema, like(one))),
          find: async (result: SearchResult) =>
            (await search(ctx, result, maxArticles)).map((item) => itemOf(one, item, md)),
        },
      ]
    }),
  )

type Searched = ReturnType<typeof searchedOf>[number]

type Found = Awaited<ReturnType<typeof fitted<unknown, object>>>

export function registerSearchTool(server: McpServer, parts: McpDeps, t: Translate): void {
  const { ctx, md } = parts
  const others = searchedOf(parts)
  const input = inputOf([...SEARCH_TYPES, ...others.map(({ name }) => name)])
  registerTool(server, parts, t, {
    name: 'search_news',
    input,
    output: outputOf(others),
    run: async (requested) => {
      const { query: q, kind, since, until, tag: slug, feed_id, sort } = requested
      const filter = await findFilter(ctx, { since, until, tag: slug, feed_id, kind })
      if ('unknown' in filter) return filter
      const result = await searchArticles(searchDeps(ctx), { q, limit: maxArticles, sort, ...filter.filter })
      const { unknown, mode, didYouMean, reading } = result
      if (unknown) return { unknown: `${unknown.filter}: "${unknown.value}" names nothing here. ${filterHelp}` }
      const [many, { data, text, links, next_cursor }] = await found(requested, result)
      const none = { entries: [], events: [], stories: [], ...Object.fromEntries(others.map(({ many }) => [many, []])) }
      const how = { mode, did_you_mean: didYouMean, period: reading.period, next_cursor }
      return { data: { ...none, [many]: data, ...how }, text, links }
    },
  })

  /** The articles, or the events or stories in the order of their best articles, or what a feature found. */
  async function found(
    { type, limit: max, cursor: from }: z.output<typeof input>,
    result: SearchResult,
  ): Promise<[list: string, Found]> {
    const part = <T>(all: T[], present: (one: T) => ReturnType<typeof itemOf>) => fitted(max, ofAll(from, all), present)
    if (type === 'event') {
      const events = await eventsOf(ctx, result, maxArticles)
      return ['events', await part(events, (one) => itemOf(event, one, md))]
    }
    if (type === 'story')
      return ['stories', await part(await storiesOf(ctx, result, maxArticles), (one) => itemOf(story, one, md))]
    const other = others.find(({ name }) => name === type)
    if (other) return [other.many, await part(await other.find(result), (one) => one)]
    const articles = result.hits.map((hit) => hit.article)
    return ['entries', await part(articles, (one) => itemOf(article, one, md))]
  }
}

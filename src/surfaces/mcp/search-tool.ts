/** The tool that searches: articles, or the events, stories and guides that they belong to. */
import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { ARTICLE_KINDS } from '../../domain/articles/kinds.ts'
import { PERIODS } from '../../domain/search/search-content.ts'
import type { Translate } from '../../domain/site/messages.ts'
import { guideLine } from '../../markdown/guide.ts'
import { storyLine } from '../../markdown/story.ts'
import type { ArticleView } from '../../read/articles/views.ts'
import type { GuideRef } from '../../read/content/views.ts'
import { hydrateEvents } from '../../read/events/events.ts'
import type { EventView } from '../../read/events/views.ts'
import { searchGuides } from '../../read/search/guides.ts'
import { searchArticles, searchParts } from '../../read/search/search.ts'
import { searchStories } from '../../read/search/stories.ts'
import type { StoryView } from '../../read/stories/views.ts'
import { articleLines } from './article-tools.ts'
import { eventLines } from './event-tools.ts'
import { feedId, findFilters, limit, since, tag, until } from './filters.ts'
import { cursor, fitted, nextCursor, ofAll } from './paging.ts'
import type { McpParts } from './parts.ts'
import { presentEventHit } from './present-event.ts'
import { presentArticle, presentGuide, presentStory } from './present-mcp.ts'
import { articleSchema, eventHitSchema, guideSchema, storySchema } from './schemas.ts'
import { registerTool } from './tool.ts'

const filterHelp =
  '"A phrase" must be there, -word must not; source:NAME, tag:SLUG, since:DAY, before:DAY, ' +
  'kind:news|rumor|review|deal|opinion|how-to.'
/** Articles that are looked through for the events or stories that they belong to. */
const mostArticles = 50

export function registerSearchTool(server: McpServer, parts: McpParts, say: Translate): void {
  const { ctx, md } = parts
  const { db, site } = ctx
  const none = { entries: [], events: [], stories: [], guides: [] }
  const articleOf = (one: ArticleView) => ({ data: presentArticle(one, md), text: articleLines([one], md) })
  const eventOf = (one: EventView) => ({ data: presentEventHit(one, md), text: eventLines([one], md) })
  const storyOf = (one: StoryView) => ({
    data: presentStory(one, md),
    text: `${storyLine(one, md)} (id ${one.id})`,
  })
  const guideOf = (one: GuideRef) => ({
    data: presentGuide(one, md),
    text: `${guideLine(one, md)} (slug ${one.slug})`,
  })

  registerTool(server, parts, say, {
    name: 'search_news',
    input: z.object({
      query: z.string().trim().min(1).max(500).describe(`What to look for, in any language. ${filterHelp}`),
      limit: limit.default(10),
      since: since.optional(),
      until: until.optional(),
      tag: tag.optional(),
      feed_id: feedId.optional(),
      article_kind: z.enum(ARTICLE_KINDS).optional().describe('Only articles of this kind.'),
      kind: z
        .enum(['article', 'event', 'guide', 'story'])
        .default('article')
        .describe('Articles, or what they belong to; filters narrow the articles.'),
      cursor,
    }),
    output: z.object({
      entries: z.array(articleSchema).describe('Empty unless kind is article; so are the other lists.'),
      events: z.array(eventHitSchema),
      stories: z.array(storySchema),
      guides: z.array(guideSchema),
      mode: z.enum(['semantic', 'keyword']),
      did_you_mean: z.string().nullable().describe('The query with its misspelt words corrected, if any.'),
      period: z.enum(PERIODS).nullable().describe('Words of time in the query that were taken as a filter.'),
      next_cursor: nextCursor,
    }),
    run: async (input) => {
      const found = await findFilters(ctx, input)
      if ('unknown' in found) return found
      const { feedIds, ...filter } = found.filter
      const result = await searchArticles(searchParts(ctx), {
        q: input.query,
        limit: mostArticles,
        ...filter,
        ...(input.article_kind === undefined ? {} : { kind: input.article_kind }),
        ...(feedIds?.[0] === undefined ? {} : { feedId: feedIds[0] }),
      })
      const { hits, unknown } = result
      const how = { mode: result.mode, did_you_mean: result.didYouMean, period: result.reading.period }
      if (unknown) return { unknown: `${unknown.filter}: "${unknown.value}" names nothing here. ${filterHelp}` }
      const articles = hits.map((hit) => hit.article)
      const options = { siteLanguage: site.language, limit: mostArticles }
      const part = <T, D extends object>(all: T[], present: (one: T) => { data: D; text: string }) =>
        fitted(input.limit, ofAll(input.cursor, all), present)
      if (input.kind === 'event') {
        const { data, text, next_cursor } = await part(await eventsOf(articles), eventOf)
        return { data: { ...none, events: data, ...how, next_cursor }, text }
      }
      if (input.kind === 'story') {
        const articleIds = how.mode === 'semantic' ? articles.map(({ id }) => id) : []
        const stories = await searchStories(db, result.reading.text, { ...options, content: ctx.search, articleIds })
        const { data, text, next_cursor } = await part(
          stories.map(({ story }) => story),
          storyOf,
        )
        return { data: { ...none, stories: data, ...how, next_cursor }, text }
      }
      if (input.kind === 'guide') {
        const guides = await searchGuides(db, result.reading.text, { ...options, vector: result.vector })
        const { data, text, next_cursor } = await part(
          guides.map(({ guide }) => guide),
          guideOf,
        )
        return { data: { ...none, guides: data, ...how, next_cursor }, text }
      }
      const { data, text, next_cursor } = await part(articles, articleOf)
      return { data: { ...none, entries: data, ...how, next_cursor }, text }
    },
  })

  /** The events of the articles, in the order of their best articles. */
  async function eventsOf(articles: ArticleView[]) {
    const ids = [...new Set(articles.flatMap(({ event }) => event?.id ?? []))]
    return hydrateEvents(db, ids, site.language)
  }
}

/** The tool that searches: articles, or the events, stories and guides that they belong to. */
import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { ARTICLE_KINDS } from '../../domain/articles/kinds.ts'
import { guideLine } from '../../markdown/guide.ts'
import { storyLine } from '../../markdown/story.ts'
import type { ArticleView } from '../../read/articles/views.ts'
import { hydrateEvents } from '../../read/events/events.ts'
import { searchGuides } from '../../read/search/guides.ts'
import { searchArticles, searchParts } from '../../read/search/search.ts'
import { searchStories } from '../../read/search/stories.ts'
import { articleLines } from './article-tools.ts'
import { eventLines } from './event-tools.ts'
import { feedId, findFilters, limit, since, tag, until } from './filters.ts'
import type { McpParts } from './parts.ts'
import { presentEvent } from './present-event.ts'
import { presentArticle, presentGuide, presentStory } from './present-mcp.ts'
import { articleSchema, eventSchema, guideSchema, storySchema } from './schemas.ts'
import { registerTool } from './tool.ts'

const filterHelp =
  '"A phrase" must be there, -word must not; filters: since:2026-11-01, before:2026-11-08, source:NAME (see list_feeds), ' +
  'tag:SLUG (see list_tags), kind:news|rumor|review|deal|opinion|how-to.'
/** Articles that are looked through for the events or stories that they belong to. */
const mostArticles = 50

export function registerSearchTool(server: McpServer, parts: McpParts): void {
  const { ctx, md } = parts
  const { db, site } = ctx
  const none = { entries: [], events: [], stories: [], guides: [] }

  registerTool(server, parts, {
    name: 'search_news',
    input: z.object({
      query: z.string().trim().min(1).max(500).describe(`What to look for, in any language. ${filterHelp}`),
      limit,
      since: since.optional(),
      until: until.optional(),
      tag: tag.optional(),
      feed_id: feedId.optional(),
      article_kind: z.enum(ARTICLE_KINDS).optional().describe('Only articles of this kind.'),
      kind: z
        .enum(['article', 'event', 'guide', 'story'])
        .default('article')
        .describe('What to find: articles, or what they belong to. Filters narrow the articles; guides have none.'),
    }),
    output: z.object({
      entries: z.array(articleSchema).describe('Empty unless kind is article; so are the other lists.'),
      events: z.array(eventSchema),
      stories: z.array(storySchema),
      guides: z.array(guideSchema),
      mode: z.enum(['semantic', 'keyword']),
    }),
    run: async (input) => {
      const found = await findFilters(db, input)
      if ('unknown' in found) return found
      const { feedIds, ...filter } = found.filter
      const result = await searchArticles(searchParts(ctx), {
        q: input.query,
        limit: input.kind === 'article' ? input.limit : mostArticles,
        ...filter,
        ...(input.article_kind === undefined ? {} : { kind: input.article_kind }),
        ...(feedIds?.[0] === undefined ? {} : { feedId: feedIds[0] }),
      })
      const { mode, hits, unknown } = result
      if (unknown) return { unknown: `${unknown.filter}: "${unknown.value}" names nothing here. ${filterHelp}` }
      const articles = hits.map((hit) => hit.article)
      if (input.kind === 'event') {
        const events = await eventsOf(articles, input.limit)
        return {
          data: { ...none, events: events.map((event) => presentEvent(event, md.baseUrl)), mode },
          text: eventLines(events, md),
        }
      }
      if (input.kind === 'story') {
        const options = { siteLanguage: site.language, content: ctx.search, limit: input.limit }
        const found = await searchStories(db, result.reading.text, {
          ...options,
          articleIds: mode === 'semantic' ? articles.map(({ id }) => id) : [],
        })
        const stories = found.map(({ story }) => story)
        return {
          data: { ...none, stories: stories.map((story) => presentStory(story, md.baseUrl)), mode },
          text: stories.map((story) => `${storyLine(story, md)} (id ${story.id})`).join('\n'),
        }
      }
      if (input.kind === 'guide') {
        const options = { siteLanguage: site.language, limit: input.limit, vector: result.vector }
        const guides = (await searchGuides(db, result.reading.text, options)).map(({ guide }) => guide)
        return {
          data: { ...none, guides: guides.map((guide) => presentGuide(guide, md.baseUrl)), mode },
          text: guides.map((guide) => `${guideLine(guide, md)} (slug ${guide.slug})`).join('\n'),
        }
      }
      return {
        data: { ...none, entries: articles.map((article) => presentArticle(article, md.baseUrl)), mode },
        text: articleLines(articles, md),
      }
    },
  })

  /** The events of the articles, in the order of their best articles. */
  async function eventsOf(articles: ArticleView[], most: number) {
    const ids = [...new Set(articles.flatMap(({ event }) => event?.id ?? []))]
    return hydrateEvents(db, ids.slice(0, most), site.language)
  }
}

/** Tools for articles, sources and tags. */
import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { articleBody, articleLine } from '../../markdown/article.ts'
import { inline, paragraphs } from '../../markdown/escape.ts'
import { type ArticleFilter, findArticle, hydrateArticles, listArticleIds } from '../../read/articles/articles.ts'
import { findFeed, listFeeds } from '../../read/articles/feeds.ts'
import { findTag, listTags } from '../../read/articles/tags.ts'
import type { ArticleView } from '../../read/articles/views.ts'
import { searchArticles, searchParts } from '../../read/search/search.ts'
import type { McpParts } from './parts.ts'
import { presentArticle, presentFeed, presentTag } from './present-mcp.ts'
import { articleSchema, feedSchema, tagSchema } from './schemas.ts'
import { registerTool } from './tool.ts'

export const limit = z.int().min(1).max(50).default(20).describe('How many at most.')
const since = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()])
  .describe('ISO 8601 date or time; only what was published since.')
const filterHelp =
  '"A phrase" must be there, -word must not; filters: since:2026-11-01, before:2026-11-08, source:NAME (see list_feeds), ' +
  'tag:SLUG (see list_tags), kind:news|rumor|review|deal|opinion|how-to.'
const articles = z.object({ entries: z.array(articleSchema) })

export function registerArticleTools(server: McpServer, parts: McpParts): void {
  const { ctx, md } = parts
  const { db, site } = ctx

  registerTool(server, parts, {
    name: 'latest_news',
    input: z.object({
      limit,
      tag: z.string().max(100).optional().describe('Slug of a tag, from list_tags.'),
      feed_id: z.int().optional().describe('Id of a source, from list_feeds.'),
      since: since.optional(),
    }),
    output: articles,
    run: async (input) => {
      const tag = input.tag === undefined ? undefined : await findTag(db, { slug: input.tag })
      if (tag === null) return { unknown: `There is no tag "${input.tag}". Call list_tags for the slugs that exist.` }
      const feed = input.feed_id === undefined ? undefined : await findFeed(db, input.feed_id)
      if (feed === null) return { unknown: `There is no source ${input.feed_id}. Call list_feeds for the ids.` }
      const filter: ArticleFilter = {
        relevant: true,
        ...(tag ? { tagId: tag.id } : {}),
        ...(feed ? { feedIds: [feed.id] } : {}),
        ...(input.since ? { since: new Date(input.since) } : {}),
      }
      return list(await load(filter, 'newest', input.limit))
    },
  })

  registerTool(server, parts, {
    name: 'popular_news',
    input: z.object({ limit }),
    output: articles,
    run: async (input) => list(await load({ relevant: true }, 'popular', input.limit)),
  })

  registerTool(server, parts, {
    name: 'search_news',
    input: z.object({
      query: z.string().trim().min(1).max(500).describe(`What to look for, in any language. ${filterHelp}`),
      limit,
    }),
    output: articles.extend({ mode: z.enum(['semantic', 'keyword']) }),
    run: async (input) => {
      const { mode, hits, unknown } = await searchArticles(searchParts(ctx), { q: input.query, limit: input.limit })
      if (unknown) return { unknown: `${unknown.filter}: "${unknown.value}" names nothing here. ${filterHelp}` }
      const found = list(hits.map((hit) => hit.article))
      return { ...found, data: { ...found.data, mode } }
    },
  })

  registerTool(server, parts, {
    name: 'get_entry',
    input: z.object({ id: z.int().min(1).describe('Id of an article, from any list.') }),
    output: z.object({ entry: articleSchema }),
    run: async ({ id }) => {
      const article = await findArticle(ctx.db, id, ctx.site.language)
      if (!article)
        return { unknown: `There is no article ${id}. Call latest_news or search_news for articles that exist.` }
      const facts = `${inline(article.feed.title)}, ${article.publishedAt?.toISOString() ?? '–'}`
      return {
        data: { entry: presentArticle(article, md.baseUrl) },
        text: `${articleBody(article, md, 1)}\n\n${facts}`,
      }
    },
  })

  registerTool(server, parts, {
    name: 'list_feeds',
    input: z.object({}),
    output: z.object({ feeds: z.array(feedSchema) }),
    run: async () => {
      const feeds = await listFeeds(db)
      return {
        data: { feeds: feeds.map(presentFeed) },
        text: feeds.map((feed) => `- ${feed.id}: ${inline(feed.title)} (${feed.entriesCount})`).join('\n'),
      }
    },
  })

  registerTool(server, parts, {
    name: 'list_tags',
    input: z.object({}),
    output: z.object({ tags: z.array(tagSchema) }),
    run: async () => {
      const tags = await listTags(db, { relevant: true })
      return {
        data: { tags: tags.map(presentTag) },
        text: tags.map((tag) => `- ${tag.slug}: ${inline(tag.name)} (${tag.entriesCount})`).join('\n'),
      }
    },
  })

  async function load(filter: ArticleFilter, sort: 'newest' | 'popular', most: number): Promise<ArticleView[]> {
    return hydrateArticles(db, await listArticleIds(db, { filter, sort, limit: most }), site.language)
  }

  const list = (found: ArticleView[]) => ({
    data: { entries: found.map((article) => presentArticle(article, md.baseUrl)) },
    text: found
      .map((article) => `${articleLine(article, md)} (id ${article.id})\n\n  ${indent(paragraphs(article.summary))}`)
      .join('\n'),
  })
}

/** Paragraphs of a list item stand below its text (CommonMark, 5.2). */
const indent = (text: string): string => text.replaceAll('\n\n', '\n\n  ')

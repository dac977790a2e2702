/** Tools for articles, sources and tags. */
import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { articleBody, articleLine } from '../../markdown/article.ts'
import { inline, paragraphs } from '../../markdown/escape.ts'
import { type ArticleFilter, findArticle, hydrateArticles, listArticleIds } from '../../read/articles/articles.ts'
import { listFeeds } from '../../read/articles/feeds.ts'
import { listTags } from '../../read/articles/tags.ts'
import type { ArticleView } from '../../read/articles/views.ts'
import { feedId, findFilters, limit, since, tag } from './filters.ts'
import type { McpParts } from './parts.ts'
import { presentArticle, presentFeed, presentTag } from './present-mcp.ts'
import { articleSchema, feedSchema, tagSchema } from './schemas.ts'
import { registerTool } from './tool.ts'

const articles = z.object({ entries: z.array(articleSchema) })

export function registerArticleTools(server: McpServer, parts: McpParts): void {
  const { ctx, md } = parts
  const { db, site } = ctx

  registerTool(server, parts, {
    name: 'latest_news',
    input: z.object({ limit, tag: tag.optional(), feed_id: feedId.optional(), since: since.optional() }),
    output: articles,
    run: async (input) => {
      const found = await findFilters(db, input)
      if ('unknown' in found) return found
      const filter: ArticleFilter = { ...found.filter, relevant: true }
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
    text: articleLines(found, md),
  })
}

/** A line an article, with its summary below it. */
export const articleLines = (articles: ArticleView[], md: McpParts['md']): string =>
  articles
    .map((article) => `${articleLine(article, md)} (id ${article.id})\n\n  ${indent(paragraphs(article.summary))}`)
    .join('\n')

/** Paragraphs of a list item stand below its text (CommonMark, 5.2). */
const indent = (text: string): string => text.replaceAll('\n\n', '\n\n  ')

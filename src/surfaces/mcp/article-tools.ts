/** Tools for articles, sources and tags. */
import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Translate } from '../../domain/site/messages.ts'
import { articleBody, articleLine } from '../../markdown/article.ts'
import { inline, paragraphs } from '../../markdown/escape.ts'
import { findArticle, hydrateArticles, listArticleIds } from '../../read/articles/articles.ts'
import { listFeeds, withArticles } from '../../read/articles/feeds.ts'
import { listArticlesFrom } from '../../read/articles/pages.ts'
import { listTags } from '../../read/articles/tags.ts'
import type { ArticleView } from '../../read/articles/views.ts'
import { feedId, findFilters, limit, MOST_ID, since, tag } from './filters.ts'
import { byRank, cursor, fitted, formatNext, nextCursor, ofAll, type Part, placeIn } from './paging.ts'
import type { McpParts } from './parts.ts'
import { presentArticle, presentFeed, presentTag } from './present-mcp.ts'
import { articleSchema, feedSchema, tagSchema } from './schemas.ts'
import { registerTool } from './tool.ts'

const articles = z.object({ entries: z.array(articleSchema), next_cursor: nextCursor })

export function registerArticleTools(server: McpServer, parts: McpParts, say: Translate): void {
  const { ctx, md } = parts
  const { db, site } = ctx

  registerTool(server, parts, say, {
    name: 'latest_news',
    input: z.object({ limit, tag: tag.optional(), feed_id: feedId.optional(), since: since.optional(), cursor }),
    output: articles,
    run: async (input) => {
      const found = await findFilters(ctx, input)
      if ('unknown' in found) return found
      const after = placeIn(input.cursor)
      const options = { filter: { ...found.filter, relevant: true }, siteLanguage: site.language }
      return list(input.limit, async (perPage) => {
        const { items, next } = await listArticlesFrom(db, { ...options, after, perPage })
        return { items, next: formatNext(next) }
      })
    },
  })

  registerTool(server, parts, say, {
    name: 'popular_news',
    input: z.object({ limit, cursor }),
    output: articles,
    run: async (input) =>
      list(
        input.limit,
        byRank(input.cursor, async (most) => {
          const ids = await listArticleIds(db, { filter: { relevant: true }, sort: 'popular', limit: most })
          return hydrateArticles(db, ids, site.language)
        }),
      ),
  })

  registerTool(server, parts, say, {
    name: 'get_entry',
    input: z.object({ id: z.int().min(1).max(MOST_ID).describe('Id of an article, from any list.') }),
    output: z.object({ entry: articleSchema }),
    run: async ({ id }) => {
      const article = await findArticle(ctx.db, id, ctx.site.language)
      if (!article)
        return { unknown: `There is no article ${id}. Call latest_news or search_news for articles that exist.` }
      const facts = `${inline(article.feed.title)}, ${article.publishedAt?.toISOString() ?? '–'}`
      return {
        data: { entry: presentArticle(article, md) },
        text: `${articleBody(article, md, 1)}\n\n${facts}`,
      }
    },
  })

  registerTool(server, parts, say, {
    name: 'list_feeds',
    input: z.object({ cursor }),
    output: z.object({ feeds: z.array(feedSchema), next_cursor: nextCursor }),
    run: async (input) => {
      const part = ofAll(input.cursor, await listFeeds(db, site.language))
      const load = async (limit: number) => {
        const { items, next } = await part(limit)
        return { items: await withArticles(db, items), next }
      }
      const { data, text, next_cursor } = await fitted(MOST_NAMES, load, (feed) => ({
        data: presentFeed(feed),
        text: `- ${feed.id}: ${inline(feed.title)} (${feed.entriesCount})`,
      }))
      return { data: { feeds: data, next_cursor }, text }
    },
  })

  registerTool(server, parts, say, {
    name: 'list_tags',
    input: z.object({ cursor }),
    output: z.object({ tags: z.array(tagSchema), next_cursor: nextCursor }),
    run: async (input) => {
      const tags = await listTags(db, { language: site.language, relevant: true })
      const { data, text, next_cursor } = await fitted(MOST_NAMES, ofAll(input.cursor, tags), (one) => ({
        data: presentTag(one),
        text: `- ${one.slug}: ${inline(one.name)} (${one.entriesCount})`,
      }))
      return { data: { tags: data, next_cursor }, text }
    },
  })

  async function list(most: number, load: (limit: number) => Promise<Part<ArticleView>>) {
    const { data, text, next_cursor } = await fitted(most, load, (article) => ({
      data: presentArticle(article, md),
      text: articleLines([article], md),
    }))
    return { data: { entries: data, next_cursor }, text }
  }
}

/** Of names alone; what does not fit is on the next page. */
const MOST_NAMES = 200

/** A line an article, with its summary below it. */
export const articleLines = (articles: ArticleView[], md: McpParts['md']): string =>
  articles
    .map((article) => `${articleLine(article, md)} (id ${article.id})\n\n  ${indent(paragraphs(article.summary))}`)
    .join('\n')

/** Paragraphs of a list item stand below its text (CommonMark, 5.2). */
const indent = (text: string): string => text.replaceAll('\n\n', '\n\n  ')

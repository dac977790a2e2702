/** The prompt `daily_briefing`: the last day's news, and how to make a briefing of them. */
import { completable, type McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Translate } from '../../domain/site/messages.ts'
import { articleBody } from '../../markdown/article.ts'
import { hydrateArticles, listArticleIds } from '../../read/articles/articles.ts'
import { findTag, listTags } from '../../read/articles/tags.ts'
import type { McpParts } from './parts.ts'
import { untrusted } from './tool.ts'

const most = 30
const dayMs = 86_400_000

export function registerBriefing(server: McpServer, parts: McpParts, say: Translate): void {
  const { ctx, md } = parts
  const tags = async (begun: string) =>
    (await listTags(ctx.db, { relevant: true })).map((tag) => tag.slug).filter((slug) => slug.startsWith(begun))

  server.registerPrompt(
    'daily_briefing',
    {
      title: say('agents.briefing.title'),
      description: say('agents.briefing.about'),
      argsSchema: z.object({
        tag: completable(z.string().max(100).describe('Slug of a tag, from list_tags.'), tags).optional(),
      }),
    },
    async ({ tag }) => {
      const news = await lastDay(tag)
      const text = [say('agents.briefing.task'), say('agents.notice'), untrusted(news || say('agents.briefing.none'))]
      return { messages: [{ role: 'user', content: { type: 'text', text: text.join('\n\n') } }] }
    },
  )

  async function lastDay(slug: string | undefined): Promise<string> {
    const tag = slug ? await findTag(ctx.db, { slug }) : undefined
    if (tag === null) return ''
    const since = new Date(ctx.clock.now().getTime() - dayMs)
    const filter = { relevant: true, since, ...(tag ? { tagId: tag.id } : {}) }
    const ids = await listArticleIds(ctx.db, { filter, sort: 'newest', limit: most })
    const articles = await hydrateArticles(ctx.db, ids, ctx.site.language)
    return articles.map((article) => articleBody(article, md, 2)).join('\n\n')
  }
}

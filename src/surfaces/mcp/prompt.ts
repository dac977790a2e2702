/** The prompt `daily_briefing`: the events of the last day with their publishers, and instructions for a briefing. */
import { completable, type McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { eventBody } from '../../news/events/markdown.ts'
import { listEvents } from '../../news/events/queries/list.ts'
import { findTag, listTags } from '../../news/tags/queries/tags.ts'
import { untrusted } from '../../platform/markdown/untrusted.ts'
import type { Translate } from '../../platform/site/messages.ts'
import type { McpDeps } from './parts.ts'

const max = 20
const dayMs = 86_400_000

export function registerBriefing(server: McpServer, parts: McpDeps, t: Translate): void {
  const { ctx, md } = parts
  const tags = async (begun: string) =>
    (await listTags(ctx.db, { language: ctx.site.language, relevant: true }))
      .map((tag) => tag.slug)
      .filter((slug) => slug.startsWith(begun))

  server.registerPrompt(
    'daily_briefing',
    {
      title: t('agents.briefing.title'),
      description: t('agents.briefing.about'),
      argsSchema: z.object({
        tag: completable(z.string().max(100).describe('Slug of a tag, from list_tags.'), tags).optional(),
      }),
    },
    async ({ tag }) => {
      const news = await lastDay(tag)
      const text = [t('agents.briefing.task'), t('agents.notice'), untrusted(news || t('agents.briefing.none'))]
      return { messages: [{ role: 'user', content: { type: 'text', text: text.join('\n\n') } }] }
    },
  )

  async function lastDay(slug: string | undefined): Promise<string> {
    const tag = slug ? await findTag(ctx.db, { slug }) : undefined
    if (tag === null) return ''
    const since = new Date(ctx.clock.now().getTime() - dayMs)
    const filter = { relevant: true, since, ...(tag ? { tagId: tag.id } : {}) }
    const events = await listEvents(ctx.db, { filter, sort: 'updated', limit: max, siteLanguage: ctx.site.language })
    return events.map((event) => eventBody(event, md, 2)).join('\n\n')
  }
}

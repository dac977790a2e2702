/** One MCP server instance: the same tools, resources and prompt over HTTP and over standard input. */
import { McpServer } from '@modelcontextprotocol/server'
import type { Caller } from '../../news/accounts/rules/account.ts'
import { article } from '../../news/articles/resource.ts'
import { dispute, event } from '../../news/events/resource.ts'
import type { Resource } from '../../news/resources/resource.ts'
import { feed } from '../../news/sources/resource.ts'
import { story } from '../../news/stories/resource.ts'
import { tag } from '../../news/tags/resource.ts'
import type { Translate } from '../../platform/site/messages.ts'
import { registerAccountTools } from './account-tools.ts'
import { serverInfo } from './card.ts'
import type { McpDeps } from './parts.ts'
import { registerBriefing } from './prompt.ts'
import { registerResource } from './resource-tools.ts'
import { registerResources } from './resources.ts'
import { registerSearchTool } from './search-tool.ts'

const hour = { ttlMs: 3_600_000, cacheScope: 'public' as const }
const minute = { ttlMs: 60_000, cacheScope: 'public' as const }

/**
 * Cheap to build: one serves one request, or one connection over standard input. Described in `language`; with the tools of
 * an account for who sent its token.
 */
export async function buildMcpServer(
  parts: McpDeps,
  language = 'en',
  account: Caller | null = null,
): Promise<McpServer> {
  const t = parts.messagesIn(language)
  const server = new McpServer(serverInfo(parts), {
    instructions: t('agents.instructions', { site: parts.md.site.name }),
    cacheHints: {
      'tools/list': account ? { ...hour, cacheScope: 'private' } : hour,
      'prompts/list': hour,
      'resources/templates/list': hour,
      'server/discover': hour,
      'resources/list': minute,
      'resources/read': minute,
    },
  })
  registerResource(server, parts, t, article)
  registerResource(server, parts, t, feed)
  registerResource(server, parts, t, tag)
  registerResource(server, parts, t, event)
  registerResource(server, parts, t, dispute)
  registerSearchTool(server, parts, t)
  registerResource(server, parts, t, story)
  for (const of of parts.resources) await of((one) => offer(server, parts, t, one))
  if (account) registerAccountTools(server, parts, t, account)
  registerResources(server, parts)
  registerBriefing(server, parts, t)
  return server
}

/** A site that has none of its kind does not offer its tools. */
async function offer<Item, Detail>(
  server: McpServer,
  parts: McpDeps,
  t: Translate,
  of: Resource<Item, Detail>,
): Promise<void> {
  if (of.mcp.isOffered?.(parts.ctx.config.CONTENT_DIR) || (await isFilled(parts, of)))
    registerResource(server, parts, t, of)
}

/** True where the list of a resource has anything in it; read again after each change of content. */
async function isFilled<Item, Detail>({ ctx }: McpDeps, of: Resource<Item, Detail>): Promise<boolean> {
  const { answer } = await ctx.cache.get(
    {
      key: `mcp filled ${of.path}`,
      dependsOn: ['content'],
      load: () => of.list(ctx, { filter: {}, page: 1, perPage: 1, counted: false }),
      render: ({ items }) => ({ type: 'application/json', body: String(items.length > 0) }),
    },
    ctx.clock.now(),
  )
  return String(answer?.bodies.identity) === 'true'
}

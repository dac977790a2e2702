/** One MCP server instance: the same tools, resources and prompt over HTTP and over standard input. */
import { McpServer } from '@modelcontextprotocol/server'
import type { Account } from '../../domain/account.ts'
import { article } from '../../resources/article-resource.ts'
import { episode } from '../../resources/episode-resource.ts'
import { event } from '../../resources/event-resource.ts'
import { feed } from '../../resources/feed-resource.ts'
import { guide } from '../../resources/guide-resource.ts'
import { story } from '../../resources/story-resource.ts'
import { tag } from '../../resources/tag-resource.ts'
import { registerAccountTools } from './account-tools.ts'
import { serverInfo } from './card.ts'
import type { McpParts } from './parts.ts'
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
export function buildMcpServer(parts: McpParts, language = 'en', account: Account | null = null): McpServer {
  const say = parts.words(language)
  const server = new McpServer(serverInfo(parts), {
    instructions: say('agents.instructions', { site: parts.md.site.name }),
    cacheHints: {
      'tools/list': account ? { ...hour, cacheScope: 'private' } : hour,
      'prompts/list': hour,
      'resources/templates/list': hour,
      'server/discover': hour,
      'resources/list': minute,
      'resources/read': minute,
    },
  })
  registerResource(server, parts, say, article)
  registerResource(server, parts, say, feed)
  registerResource(server, parts, say, tag)
  registerResource(server, parts, say, event)
  registerSearchTool(server, parts, say)
  registerResource(server, parts, say, story)
  registerResource(server, parts, say, episode)
  registerResource(server, parts, say, guide)
  if (account) registerAccountTools(server, parts, say, account)
  registerResources(server, parts)
  registerBriefing(server, parts, say)
  return server
}

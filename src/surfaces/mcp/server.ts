/** One MCP server instance: the same tools, resources and prompt over HTTP and over standard input. */
import { McpServer } from '@modelcontextprotocol/server'
import type { Account } from '../../domain/account.ts'
import { registerAccountTools } from './account-tools.ts'
import { registerArticleTools } from './article-tools.ts'
import { serverInfo } from './card.ts'
import { registerEventTools } from './event-tools.ts'
import { registerGuideTools } from './guide-tools.ts'
import type { McpParts } from './parts.ts'
import { registerPodcastTools } from './podcast-tools.ts'
import { registerBriefing } from './prompt.ts'
import { registerResources } from './resources.ts'
import { registerSearchTool } from './search-tool.ts'
import { registerStoryTools } from './story-tools.ts'

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
  registerArticleTools(server, parts, say)
  registerEventTools(server, parts, say)
  registerSearchTool(server, parts, say)
  registerStoryTools(server, parts, say)
  registerPodcastTools(server, parts, say)
  registerGuideTools(server, parts, say)
  if (account) registerAccountTools(server, parts, say, account)
  registerResources(server, parts)
  registerBriefing(server, parts, say)
  return server
}

/** What the MCP server needs of the service. Types only. */
import type { Ctx } from '../../ctx.ts'
import type { MarkdownContext } from '../../markdown/context.ts'

export interface McpParts {
  ctx: Pick<Ctx, 'config' | 'site' | 'search' | 'log' | 'clock' | 'db' | 'embedder' | 'cache'>
  /** Paths, site and texts for everything that is written as markdown. */
  md: MarkdownContext
  version: string
}

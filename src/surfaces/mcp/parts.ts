/** Dependencies of the MCP server. Types only. */
import type { Ctx } from '../../ctx.ts'
import type { Translate } from '../../domain/site/messages.ts'
import type { MarkdownContext } from '../../markdown/context.ts'

export interface McpDeps {
  ctx: Pick<
    Ctx,
    | 'config'
    | 'site'
    | 'search'
    | 'log'
    | 'clock'
    | 'db'
    | 'embedder'
    | 'searches'
    | 'cache'
    | 'commands'
    | 'edition'
    | 'limiter'
  >
  /** Paths, site and texts for everything that is written as markdown. */
  md: MarkdownContext
  version: string
  /** Messages for a client in its language, where there is one; see `language`. */
  messagesIn(language: string): Translate
  /** In which tools can be described, English among them. */
  languages: string[]
  /** Rooms of the site, though there may be nothing in them yet. */
  /** The client knows links to resources in answers (2025-06-18 and later). */
  linked?: boolean
  provides: { podcast: boolean; guides: boolean }
}

/** Dependencies of the MCP server. Types only. */
import type { McpServer } from '@modelcontextprotocol/server'
import type { Ctx } from '../../ctx.ts'
import type { Caller } from '../../news/accounts/rules/account.ts'
import type { AnyResource } from '../../news/resources/resource.ts'
import type { MarkdownContext } from '../../platform/markdown/context.ts'
import type { Translate } from '../../platform/site/messages.ts'

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
    | 'mail'
    | 'strangers'
    | 'database'
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
  /** The client knows links to resources in answers (2025-06-18 and later). */
  linked?: boolean
  /** Of features. */
  resources: readonly AnyResource[]
  tools: readonly AccountTool[]
}

/** A tool of a feature, which changes what is kept for an account. */
export interface AccountTool {
  name: string
  register(server: McpServer, parts: McpDeps, t: Translate, account: Caller): void
}

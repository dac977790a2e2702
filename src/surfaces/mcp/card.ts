/**
 * Identity of the MCP server, before and after a connection: server info, the server card and the catalogue (SEP-2127).
 */
import type { McpDeps } from './parts.ts'

const schema = 'https://static.modelcontextprotocol.io/schemas/v2/server-card.schema.json'
const program = 'karnhuset'
/** The revision without sessions, which the SDK lists apart from those that begin with a handshake. */
const newest = '2026-07-28'

export const cardType = 'application/mcp-server-card+json'

export function serverInfo({ md, version }: Pick<McpDeps, 'md' | 'version'>) {
  return {
    name: serverName(md.baseUrl),
    title: md.site.name,
    version,
    description: cut(md.site.description),
    websiteUrl: md.baseUrl,
    icons: [{ src: `${md.baseUrl}/icon-192.png`, mimeType: 'image/png', sizes: ['192x192'] }],
  }
}

export async function serverCard(parts: Pick<McpDeps, 'md' | 'version'>) {
  const { SUPPORTED_PROTOCOL_VERSIONS } = await import('@modelcontextprotocol/server')
  return {
    $schema: schema,
    ...serverInfo(parts),
    remotes: [
      {
        type: 'streamable-http',
        url: `${parts.md.baseUrl}/mcp`,
        supportedProtocolVersions: [...new Set([newest, ...SUPPORTED_PROTOCOL_VERSIONS])],
      },
    ],
  }
}

export const catalog = ({ md }: Pick<McpDeps, 'md'>) => ({
  specVersion: 'draft',
  entries: [
    {
      identifier: `urn:air:${new URL(md.baseUrl).hostname}:${program}`,
      displayName: md.site.name,
      type: cardType,
      url: `${md.baseUrl}/mcp/server-card`,
    },
  ],
})

/** Reverse host name, as registries want it: `se.example/karnhuset`. */
const serverName = (baseUrl: string): string =>
  `${new URL(baseUrl).hostname
    .replace(/[[\]:]/g, '')
    .split('.')
    .reverse()
    .join('.')}/${program}`

/** A card's description has room for 100 characters. */
const cut = (text: string): string => (text.length <= 100 ? text : `${text.slice(0, 99).replace(/\s+\S*$/, '')}…`)

/** The agent card (A2A 1.0, 4.4.1): the abilities of `/a2a`, and nothing beyond them. */
import type { MarkdownContext } from '../../markdown/context.ts'

export interface Agent {
  md: MarkdownContext
  version: string
  /** PUBLISHER_NAME, where it is set. */
  publisher: string | undefined
}

export const PROTOCOL_VERSION = '1.0'

export function agentCard({ md, version, publisher }: Agent): object {
  const { baseUrl, site, t } = md
  return {
    name: site.name,
    description: site.description,
    supportedInterfaces: [{ url: `${baseUrl}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: PROTOCOL_VERSION }],
    provider: { organization: publisher ?? site.name, url: baseUrl },
    version,
    documentationUrl: `${baseUrl}/llms.txt`,
    iconUrl: `${baseUrl}/icon-192.png`,
    capabilities: { streaming: false, pushNotifications: false, extendedAgentCard: false },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/markdown'],
    skills: [
      {
        id: 'search_news',
        name: t('agents.tools.search_news.title'),
        description: t('agents.tools.search_news.about'),
        tags: ['news', 'search', site.language],
      },
    ],
  }
}

/** The protocol as the SDK speaks it over HTTP: loaded with the first message, since the SDK takes memory. */
import type { ServerResponse } from 'node:http'
import { type NodeIncomingMessageLike, toNodeHandler } from '@modelcontextprotocol/node'
import {
  createMcpHandler,
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/errors.ts'
import { accountIn } from './authenticate.ts'
import { clientLanguage } from './language.ts'
import type { McpDeps } from './parts.ts'
import { buildMcpServer } from './server.ts'

/** The revision that brought links to resources. A client that names none is older. */
const LINKED_SINCE = '2025-06-18'

export interface Protocol {
  /** A page of another site must not reach a server on this machine or network through its visitor's browser. */
  checkHostAndOrigin(request: FastifyRequest): void
  answer(request: NodeIncomingMessageLike, response: ServerResponse, body: unknown): Promise<void>
  resourcesChanged(): void
  close(): Promise<void>
}

export function openProtocol({ config, log }: Pick<Ctx, 'config' | 'log'>, parts: McpDeps, maxBytes: number): Protocol {
  const languageOf = (request: Request | undefined) =>
    clientLanguage(request?.headers.get('accept-language') ?? null, parts.languages)
  const handler = createMcpHandler(
    ({ requestInfo, authInfo }) => {
      const linked = (requestInfo?.headers.get('mcp-protocol-version') ?? '') >= LINKED_SINCE
      return buildMcpServer({ ...parts, linked }, languageOf(requestInfo), accountIn(authInfo))
    },
    {
      maxRequestBodySize: maxBytes,
      onerror: (error) => log.debug({ err: error }, 'mcp request refused'),
    },
  )
  const hosts = [...localhostAllowedHostnames(), hostName(config.BASE_URL)]
  const origins = [...hosts, ...config.MCP_ORIGINS.map(hostName)]
  return {
    checkHostAndOrigin: (request) => checkHostAndOrigin(request, hosts, origins),
    answer: toNodeHandler(handler, { maxRequestBodySize: maxBytes }),
    resourcesChanged: () => handler.notify.resourcesChanged(),
    close: () => handler.close(),
  }
}

function checkHostAndOrigin(request: FastifyRequest, hosts: string[], origins: string[]): void {
  const host = validateHostHeader(request.headers.host, hosts)
  if (!host.ok)
    throw new AppError('forbidden', `${host.message}. BASE_URL says under which name this server is reached.`)
  const origin = validateOriginHeader(request.headers.origin, origins)
  if (!origin.ok) throw new AppError('forbidden', origin.message)
}

const hostName = (baseUrl: string): string => new URL(baseUrl).hostname

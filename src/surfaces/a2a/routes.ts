/** `/a2a`: the Agent2Agent protocol over JSON-RPC. A message is a search, its answer the events that are found: no tasks, no state. */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { addressKey } from '../../http/client.ts'
import { statusOf } from '../../http/errors.ts'
import { enforce, limits } from '../../http/rate-limit.ts'
import { sendCached } from '../../http/send-cached.ts'
import type { ErrorRenderer } from '../../http/server.ts'
import { untrusted } from '../../markdown/untrusted.ts'
import { eventsOf } from '../../read/search/belonging.ts'
import { searchArticles, searchDeps } from '../../read/search/search.ts'
import { event } from '../../resources/event-resource.ts'
import { searchText } from '../../resources/parameters.ts'
import { type Agent, agentCard, PROTOCOL_VERSION } from './agent-card.ts'

const MAX_EVENTS = 10
const MAX_ARTICLES = 50

/** A2A 1.0, 5.4, and JSON-RPC 2.0, 5.1. */
const ERRORS = {
  request: [-32_600, 'The request is no JSON-RPC 2.0 call.'],
  method: [-32_601, 'There is no such method: SendMessage is the one that this agent has.'],
  params: [-32_602, 'Send a message with parts of text, of 1 to 500 characters in all.'],
  task: [-32_001, 'There is no such task: every message is answered at once.'],
  push: [-32_003, 'This agent sends no push notifications.'],
  operation: [-32_004, 'This agent answers each message at once: call SendMessage.'],
  version: [-32_009, `This agent speaks version ${PROTOCOL_VERSION}: send it as A2A-Version.`],
} as const
type Refusal = keyof typeof ERRORS

const REFUSED = new Map<string, Refusal>(
  Object.entries({
    ...{ SendStreamingMessage: 'operation', SubscribeToTask: 'operation', GetExtendedAgentCard: 'operation' },
    ...{ GetTask: 'task', CancelTask: 'task', ListTasks: 'operation' },
    ...{ CreateTaskPushNotificationConfig: 'push', GetTaskPushNotificationConfig: 'push' },
    ...{ ListTaskPushNotificationConfigs: 'push', DeleteTaskPushNotificationConfig: 'push' },
  } as const),
)

const Call = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string().max(200), z.number(), z.null()]).default(null),
  method: z.string(),
  params: z.unknown(),
})
const Sent = z.object({
  message: z.object({
    contextId: z.string().max(200).optional(),
    parts: z.array(z.object({ text: z.string() })).min(1),
  }),
})

export function a2aRoutes(app: FastifyInstance, ctx: Ctx, agent: Agent): void {
  app.get('/.well-known/agent-card.json', (request, reply) =>
    sendCached(ctx.cache, ctx.clock, request, reply, {
      key: '/.well-known/agent-card.json',
      dependsOn: [],
      load: async () => true,
      render: () => ({
        type: 'application/json; charset=utf-8',
        body: JSON.stringify(agentCard(agent)),
        headers: { 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=3600' },
      }),
    }),
  )

  app.post('/a2a', async (request, reply) => {
    await enforce(ctx.limiter, reply, limits.search, addressKey(request.ip))
    reply.header('cache-control', 'no-store')
    const call = Call.safeParse(request.body)
    if (!call.success) return send(reply, null, refuse('request'))
    const { id, method, params } = call.data
    if (!isOurVersion(request)) return send(reply, id, refuse('version'))
    if (method !== 'SendMessage') return send(reply, id, refuse(REFUSED.get(method) ?? 'method'))
    const sent = Sent.safeParse(params)
    const query = searchText.safeParse(sent.data?.message.parts.map(({ text }) => text).join(' '))
    if (!sent.success || !query.success) return send(reply, id, refuse('params'))
    const message = { messageId: randomUUID(), contextId: sent.data.message.contextId ?? randomUUID() }
    const parts = [{ text: await search(query.data), mediaType: 'text/markdown' }]
    return send(reply, id, { result: { message: { ...message, role: 'ROLE_AGENT', parts } } })
  })

  async function search(q: string): Promise<string> {
    const { t } = agent.md
    const found = await searchArticles(searchDeps(ctx), { q, limit: MAX_ARTICLES })
    const events = await eventsOf(ctx, found, MAX_EVENTS)
    const lines = events.map((one) => event.mcp.line(one, agent.md))
    return lines.length === 0 ? t('agents.nothing') : `${t('agents.notice')}\n\n${untrusted(lines.join('\n'))}`
  }
}

/** Refusals before a call is understood: a body that is no JSON, too many calls. */
export const a2aErrors: ErrorRenderer = {
  prefix: '/a2a',
  render: ({ code, message }, _request, reply) =>
    send(reply.code(statusOf[code]), null, { error: { code: code === 'bad_request' ? -32_700 : -32_603, message } }),
}

/** A client that names no version speaks 0.3 (A2A 1.0, 3.6.2). */
function isOurVersion({ headers, query }: FastifyRequest): boolean {
  const version = headers['a2a-version'] ?? (query as Record<string, unknown>)['A2A-Version']
  return version === PROTOCOL_VERSION
}

const refuse = (why: Refusal) => {
  const [code, message] = ERRORS[why]
  return { error: { code, message } }
}

const send = (reply: FastifyReply, id: string | number | null, outcome: object) =>
  reply.type('application/json; charset=utf-8').send(JSON.stringify({ jsonrpc: '2.0', id, ...outcome }))

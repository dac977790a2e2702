/** `/mcp`: stateless Streamable HTTP, open to everyone, with more for an account, so many calls a minute; and how clients find it. */
import type { ServerResponse } from 'node:http'
import type { NodeIncomingMessageLike } from '@modelcontextprotocol/node'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { bearerToken, requireFull } from '../../news/accounts/bearer.ts'
import { AppError } from '../../platform/errors.ts'
import { preferencesIn } from '../../platform/http/accept.ts'
import { addChallenge } from '../../platform/http/challenge.ts'
import { addressKey } from '../../platform/http/client.ts'
import { isForOperator, statusOf, toAppError } from '../../platform/http/errors.ts'
import { enforce, limits } from '../../platform/http/rate-limit.ts'
import { sendCached } from '../../platform/http/send-cached.ts'
import type { ErrorRenderer } from '../../platform/http/server.ts'
import { onDemand } from '../../platform/on-demand.ts'
import { changesSomething } from './account-tools.ts'
import { accountIn, authenticate } from './authenticate.ts'
import { cardType, catalog, serverCard } from './card.ts'
import { errorMessage, isCall, isSubscription, messagesIn, parseBody } from './message.ts'
import type { McpDeps } from './parts.ts'
import { requireAccount, signedInPath } from './sign-in.ts'
import { admitInTurn } from './work.ts'

const bodyLimit = 64 * 1024

export function mcpRoutes(
  app: FastifyInstance,
  ctx: Pick<Ctx, 'config' | 'limiter' | 'log' | 'streams' | 'onContent' | 'cache' | 'clock' | 'accounts' | 'signInAt'>,
  parts: McpDeps,
): void {
  discoveryRoutes(app, parts, ctx)
  const protocol = onDemand(async () => (await import('./protocol.ts')).openProtocol(ctx, parts, bodyLimit))
  const limit = { ...limits.mcp, calls: ctx.config.MCP_RATE_PER_MINUTE }

  // Subscribers are notified by the log's own signal.
  ctx.onContent(() => void protocol.ifMade((made) => made.resourcesChanged()))
  // Running calls are answered while the server closes; listeners are let go, and the handler last.
  const listening = new Set<ServerResponse>()
  app.addHook('preClose', (done) => {
    for (const response of listening) response.end()
    done()
  })
  app.addHook('onClose', () => protocol.ifMade((made) => made.close()))

  /** Counts the calls of an account by itself, and those of everyone else by address. A wrong token counts as a call, too. */
  async function admit(request: FastifyRequest, reply: FastifyReply, calls: number) {
    if (calls === 0 && bearerToken(request) === null) return null
    const count = (key: string, number: number) => enforce(ctx.limiter, reply, limit, key, number)
    const address = addressKey(request.ip)
    return admitInTurn(async () => {
      const auth = await authenticate(ctx, request).catch(async (error) => {
        await count(address, calls || 1)
        throw error
      })
      if (calls > 0) await count(auth ? `account ${auth.clientId}` : address, calls)
      return auth
    })
  }

  function listen(response: ServerResponse, address: string): void {
    ctx.streams.open(address, response)
    listening.add(response)
    response.once('close', () => listening.delete(response))
  }

  app.register(async (scope) => {
    // The SDK judges the messages; they are read here, so that each can be counted.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, async (_request: FastifyRequest, text: string) =>
      parseBody(text),
    )
    scope.setErrorHandler((thrown, request, reply) => {
      const path = request.url.startsWith(signedInPath) ? signedInPath : '/mcp'
      addChallenge(request, reply, toAppError(thrown).code, ctx.signInAt(path))
      return renderError(thrown, request, reply)
    })
    scope.addHook('onRequest', async (request, reply) => {
      ;(await protocol()).checkHostAndOrigin(request)
      reply.header('cache-control', 'no-store')
      allowBrowser(request, reply)
      if (isCoded(request)) return sendError(reply.code(415).header('accept-encoding', 'identity'), uncoded, request)
    })
    const changes = changesSomething(parts)
    const answer = (path: string) => async (request: FastifyRequest, reply: FastifyReply) => {
      const address = addressKey(request.ip)
      const body = request.body === undefined ? parseBody('') : request.body
      const messages = messagesIn(body, request.headers)
      const auth = await admit(request, reply, messages.filter(isCall).length)
      request.raw.headers.accept = acceptedForms(request)
      const caller = accountIn(auth ?? undefined)
      if (caller && messages.some(changes)) requireFull(caller, reply)
      if (!caller) requireAccount(path, messages, reply, changes, ctx.signInAt(path) !== null)
      if (messages.some(isSubscription)) listen(reply.raw, address)
      reply.hijack()
      for (const [name, value] of Object.entries(reply.getHeaders())) if (value) reply.raw.setHeader(name, value)
      const { answer } = await protocol()
      await answer(Object.assign(request.raw, auth && { auth }) as NodeIncomingMessageLike, reply.raw, body)
    }
    for (const path of ['/mcp', signedInPath]) {
      scope.post(path, answer(path))
      scope.options(path, async (_request, reply) => reply.code(204).send())
      for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'] as const)
        scope.route({ method, url: path, exposeHeadRoute: false, handler: refuseMethod })
    }
  })
}

async function refuseMethod(_request: FastifyRequest, reply: FastifyReply): Promise<never> {
  reply.header('allow', 'POST, OPTIONS')
  throw new AppError('method_not_allowed', 'This server keeps no sessions: send each message with POST.')
}

/** Clients that run in a browser, at an origin that was found good. */
function allowBrowser(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('vary', 'origin, authorization')
  if (!request.headers.origin) return
  reply.headers({
    'access-control-allow-origin': request.headers.origin,
    'access-control-allow-methods': 'POST, OPTIONS',
    'access-control-allow-headers': request.headers['access-control-request-headers'] ?? 'content-type',
    'access-control-expose-headers': 'mcp-protocol-version, retry-after, ratelimit, ratelimit-policy, www-authenticate',
    'access-control-max-age': '86400',
  })
}

/** The SDK, which answers in both of these, compares letter by letter. */
function acceptedForms({ headers }: FastifyRequest): string {
  const accepted = preferencesIn(headers.accept ?? '').flatMap(({ name, weight }) => (weight > 0 ? name : []))
  return ['application/json', 'text/event-stream'].filter((form) => accepted.includes(form)).join(', ')
}

const isCoded = ({ headers }: FastifyRequest): boolean =>
  preferencesIn(headers['content-encoding'] ?? '').some(({ name }) => name !== 'identity')

const uncoded = new AppError('bad_request', 'The body is in a content coding. Send it as it is (identity).')

const sendError = (reply: FastifyReply, error: AppError, { body }: FastifyRequest): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(errorMessage(error, body))

function renderError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = toAppError(thrown)
  if (isForOperator(error)) request.log.error({ err: thrown }, error.message)
  if (error.retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(error.retryAfter)))
  return sendError(reply.code(statusOf[error.code]), error, request)
}

/** For unknown addresses below `/mcp`. */
export const mcpErrors: ErrorRenderer = { prefix: '/mcp', render: renderError }

/** The card at the place that SEP-2127 reserves, the catalogue that leads to it, and both where older clients look. */
function discoveryRoutes(app: FastifyInstance, parts: McpDeps, ctx: Pick<Ctx, 'cache' | 'clock'>): void {
  const card = () => serverCard(parts)
  const listed = async () => catalog(parts)
  const documents: [string, () => Promise<object>, string][] = [
    ['/mcp/server-card', card, cardType],
    ['/.well-known/mcp/server-card.json', card, 'application/json'],
    ['/.well-known/mcp.json', card, 'application/json'],
    ['/.well-known/mcp/catalog.json', listed, 'application/json'],
    ['/.well-known/ai-catalog.json', listed, 'application/json'],
  ]
  for (const [path, load, type] of documents)
    app.get(path, (request, reply) =>
      sendCached(ctx.cache, ctx.clock, request, reply, {
        key: path,
        dependsOn: [],
        load,
        render: (document) => ({
          type: `${type}; charset=utf-8`,
          body: JSON.stringify(document),
          headers: { 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=3600' },
        }),
      }),
    )
}

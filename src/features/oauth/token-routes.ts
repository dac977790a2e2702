/** `/oauth/…`, for programs that act for readers by OAuth 2.1: they register, redeem codes, refresh and revoke tokens. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../../app/services.ts'
import type { Ctx } from '../../ctx.ts'
import { scopesOf } from '../../news/accounts/rules/account.ts'
import type { ErrorCode } from '../../platform/errors.ts'
import { addressKey } from '../../platform/http/client.ts'
import { isForOperator, statusOf, toAppError } from '../../platform/http/errors.ts'
import { enforce, limits, type RateLimit } from '../../platform/http/rate-limit.ts'
import { parseClientMetadata } from './client-metadata.ts'
import { findClient, saveClient } from './clients.ts'
import { type IssuedTokens, type OAuthClient, oauthRules } from './grant.ts'
import { redeemCode, refreshTokens, revokeGrant } from './grants.ts'
import { metadataRoutes } from './metadata.ts'
import { areResources } from './protected-resources.ts'

const registrationLimit = 8 * 1024

export function tokenRoutes(app: FastifyInstance, ctx: Ctx, { database }: Services): void {
  const { limiter, origin, clock } = ctx
  metadataRoutes(app, ctx)

  /** Before a body is read. */
  const within = (limit: RateLimit) => ({
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      reply.header('cache-control', 'no-store')
      await enforce(limiter, reply, limit, addressKey(request.ip))
    },
  })

  async function answerToken(body: unknown, reply: FastifyReply): Promise<FastifyReply> {
    const { grant_type: type, client_id: clientId, ...fields } = textsIn(body)
    if (type === undefined || clientId === undefined)
      return refuse(reply, 'invalid_request', 'Send grant_type and client_id, each once.')
    if (!(await findClient(database, clientId)))
      return refuse(reply, 'invalid_client', 'There is no such client. Register it at /oauth/register.', 401)
    if (!areResources(origin.baseUrl, (body as { resource?: unknown }).resource))
      return refuse(reply, 'invalid_target', 'The resource is none of this site.')
    const tokens = await issued(type, clientId, fields)
    if (tokens === undefined) return refuse(reply, 'unsupported_grant_type', 'Use authorization_code or refresh_token.')
    return tokens
      ? reply.send(presentTokens(tokens))
      : refuse(reply, 'invalid_grant', 'The code or token is not valid: it is wrong, was used, or is too old.')
  }

  /** Undefined for a grant type that there is not. */
  async function issued(
    type: string,
    clientId: string,
    { code = '', code_verifier: verifier = '', redirect_uri: uri, refresh_token: token = '' }: Texts,
  ): Promise<IssuedTokens | null | undefined> {
    if (type === 'authorization_code')
      return redeemCode(database, { code, clientId, redirectUri: uri ?? null, verifier }, clock.now())
    if (type === 'refresh_token') return refreshTokens(database, { token, clientId }, clock.now())
  }

  app.register(async (scope) => {
    scope.setErrorHandler(renderError)
    scope.post('/oauth/token', within(limits.oauth), (request, reply) => answerToken(request.body, reply))
    // Alike for a token that is not valid (RFC 7009, 2.2).
    scope.post('/oauth/revoke', within(limits.oauth), async (request, reply) => {
      const { token } = textsIn(request.body)
      if (token === undefined) return refuse(reply, 'invalid_request', 'Send the token, once.')
      await revokeGrant(database, token)
      return reply.send({})
    })
    scope.register(async (json) => {
      json.removeAllContentTypeParsers()
      json.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: registrationLimit }, parseJson)
      json.post('/oauth/register', within(limits.registrations), async (request, reply) => {
        const parsed = parseClientMetadata(request.body)
        if ('error' in parsed) return refuse(reply, parsed.error, parsed.description)
        return reply
          .code(201)
          .send(presentClient(await saveClient(database, parsed.client, clock.now()), ctx.clock.now()))
      })
    })
  })
}

type Texts = Partial<Record<string, string>>

/** Parameters that come once (RFC 6749, 3.2): others are as if they were not there. */
const textsIn = (body: unknown): Texts =>
  Object.fromEntries(Object.entries(body ?? {}).filter(([, value]) => typeof value === 'string' && value !== ''))

/** Undefined, which is no metadata, for a body that is no JSON. */
function parseJson(_request: FastifyRequest, text: unknown, done: (error: null, body: unknown) => void): void {
  try {
    done(null, JSON.parse(String(text)))
  } catch {
    done(null, undefined)
  }
}

const presentTokens = ({ accessToken, refreshToken, access }: IssuedTokens) => ({
  access_token: accessToken,
  token_type: 'Bearer',
  expires_in: oauthRules.accessSeconds,
  refresh_token: refreshToken,
  scope: scopesOf(access).join(' '),
})

const presentClient = ({ id, name, redirectUris }: OAuthClient, now: Date) => ({
  client_id: id,
  client_id_issued_at: Math.floor(now.getTime() / 1000),
  client_name: name,
  redirect_uris: redirectUris,
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
})

const refuse = (reply: FastifyReply, error: string, description: string, status = 400): FastifyReply =>
  reply.code(status).send({ error, error_description: description })

const NAMES: Partial<Record<ErrorCode, string>> = {
  internal: 'server_error',
  unavailable: 'temporarily_unavailable',
  rate_limited: 'temporarily_unavailable',
}

function renderError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = toAppError(thrown)
  if (isForOperator(error)) request.log.error({ err: thrown }, error.message)
  if (error.retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(error.retryAfter)))
  return refuse(reply, NAMES[error.code] ?? 'invalid_request', error.message, statusOf[error.code])
}

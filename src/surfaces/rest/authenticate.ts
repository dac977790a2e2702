/** Authentication of API requests, and headers that keep personal answers out of shared caches. */
import type { FastifyReply, FastifyRequest, onRequestHookHandler, onSendHookHandler } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { bearerToken, requireFull } from '../../news/accounts/bearer.ts'
import type { Caller } from '../../news/accounts/rules/account.ts'
import { AppError } from '../../platform/errors.ts'
import type { ApiRoute } from './route.ts'

const callers = new WeakMap<FastifyRequest, Caller>()

export const accountOf = (request: FastifyRequest): Caller | null => callers.get(request) ?? null

/**
 * Runs before anything of the request is read. Throws `unauthorized`: a token that was sent has to be valid everywhere; and
 * `forbidden` where it may not change anything.
 */
export function authenticate(
  { accounts }: Pick<Ctx, 'accounts'>,
  { auth, method }: Pick<ApiRoute, 'auth' | 'method'>,
): onRequestHookHandler {
  const identify = async (request: FastifyRequest, reply: FastifyReply, token: string): Promise<void> => {
    const caller = token === '' ? null : await accounts.callerOf(token)
    if (!caller) throw new AppError('unauthorized', 'The token is not valid: it is malformed, unknown or has expired.')
    if (method !== 'GET') requireFull(caller, reply)
    callers.set(request, caller)
  }
  return (request, reply, done) => {
    const token = bearerToken(request)
    if (token !== null) void identify(request, reply, token).then(() => done(), done)
    else if (auth === 'optional') done()
    else done(missing())
  }
}

const missing = () =>
  new AppError('unauthorized', 'Send a token: `Authorization: Bearer …`. POST /api/v1/auth/login gives one.')

/** Tells caches that the answer may depend on who asks. */
export const setPrivateCaching: onSendHookHandler = (request, reply, payload, done) => {
  const vary = reply.getHeader('vary')
  reply.header('vary', vary ? `${String(vary)}, authorization` : 'authorization')
  const control = String(reply.getHeader('cache-control') ?? '')
  if (callers.has(request) && control.startsWith('public'))
    reply.header('cache-control', control.replace('public', 'private'))
  done(null, payload)
}

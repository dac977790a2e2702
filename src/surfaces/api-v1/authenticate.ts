/** Authentication of API requests, and headers that keep personal answers out of shared caches. */
import type { FastifyRequest, onRequestHookHandler, onSendHookHandler } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import type { Account } from '../../domain/account.ts'
import { AppError } from '../../domain/errors.ts'
import { bearerToken } from '../../http/bearer.ts'
import type { Auth } from './route.ts'

const accounts = new WeakMap<FastifyRequest, Account>()

export const accountOf = (request: FastifyRequest): Account | null => accounts.get(request) ?? null

/** Runs before anything of the request is read. Throws `unauthorized`: a token that was sent has to be valid everywhere. */
export function authenticate({ commands }: Pick<Ctx, 'commands'>, auth: Exclude<Auth, 'none'>): onRequestHookHandler {
  const identify = async (request: FastifyRequest, token: string): Promise<void> => {
    const account = token === '' ? null : await commands.userOfToken(token)
    if (!account) throw new AppError('unauthorized', 'The token is not valid: it is malformed, unknown or has expired.')
    accounts.set(request, account)
  }
  return (request, _reply, done) => {
    const token = bearerToken(request)
    if (token !== null) void identify(request, token).then(() => done(), done)
    else if (auth === 'optional') done()
    else done(missing())
  }
}

const missing = () =>
  new AppError('unauthorized', 'Send a token: `Authorization: Bearer …`. POST /api/v1/auth/login gives one.')

/** Tells caches that the answer may depend on who asks. */
export const keepPrivate: onSendHookHandler = (request, reply, payload, done) => {
  const vary = reply.getHeader('vary')
  reply.header('vary', vary ? `${String(vary)}, authorization` : 'authorization')
  const control = String(reply.getHeader('cache-control') ?? '')
  if (accounts.has(request) && control.startsWith('public'))
    reply.header('cache-control', control.replace('public', 'private'))
  done(null, payload)
}

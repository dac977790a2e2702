/** Who is asking, and that strangers' caches keep nothing that is one person's. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import type { Account } from '../../domain/account.ts'
import { AppError } from '../../domain/errors.ts'
import { bearerToken } from '../../http/bearer.ts'
import type { Auth } from './route.ts'

const accounts = new WeakMap<FastifyRequest, Account>()

export const accountOf = (request: FastifyRequest): Account | null => accounts.get(request) ?? null

/** Runs before anything of the request is read. Throws `unauthorized`: a token that was sent has to be valid everywhere. */
export const authenticate = (ctx: Pick<Ctx, 'commands'>, auth: Auth) => async (request: FastifyRequest) => {
  if (auth === 'none') return
  const token = bearerToken(request)
  if (token === null) {
    if (auth === 'optional') return
    throw new AppError('unauthorized', 'Send a token: `Authorization: Bearer …`. POST /api/v1/auth/login gives one.')
  }
  const account = token === '' ? null : await ctx.commands.userOfToken(token)
  if (!account) throw new AppError('unauthorized', 'The token is not valid: it is malformed, unknown or has expired.')
  accounts.set(request, account)
}

/** Tells caches that the answer may depend on who asks. */
export const keepPrivate = (auth: Auth) => async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
  if (auth === 'none') return payload
  const vary = reply.getHeader('vary')
  reply.header('vary', vary ? `${String(vary)}, authorization` : 'authorization')
  const kept = String(reply.getHeader('cache-control') ?? '')
  if (accounts.has(request) && kept.startsWith('public'))
    reply.header('cache-control', kept.replace('public', 'private'))
  return payload
}

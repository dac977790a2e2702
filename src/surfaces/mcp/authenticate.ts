/** The sender of a request, by the same tokens and keys as the API's; null without one. */
import type { AuthInfo } from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { bearerToken } from '../../news/accounts/bearer.ts'
import type { Caller } from '../../news/accounts/rules/account.ts'
import { AppError } from '../../platform/errors.ts'

/** As the SDK hands it on to each server. Throws `unauthorized` for whatever was sent that is no valid token. */
export async function authenticate(
  { accounts }: Pick<Ctx, 'accounts'>,
  request: FastifyRequest,
): Promise<AuthInfo | null> {
  const token = bearerToken(request)
  if (token === null) return null
  const account = token === '' ? null : await accounts.callerOf(token)
  if (!account) throw new AppError('unauthorized', 'The token is not valid: it is malformed, unknown or has expired.')
  return { token, clientId: String(account.id), scopes: [account.access], extra: { account } }
}

export const accountIn = (auth: AuthInfo | undefined): Caller | null => (auth?.extra?.account as Caller) ?? null

/** Account of a request, by the same tokens as the API's. Without one it is anonymous. */
import type { AuthInfo } from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import type { Account } from '../../domain/account.ts'
import { AppError } from '../../domain/errors.ts'
import { bearerToken } from '../../http/bearer.ts'

/** As the SDK hands it on to each server. Throws `unauthorized` for whatever was sent that is no valid token. */
export async function authenticate(commands: Ctx['commands'], request: FastifyRequest): Promise<AuthInfo | null> {
  const token = bearerToken(request)
  if (token === null) return null
  const account = token === '' ? null : await commands.userOfToken(token)
  if (!account) throw new AppError('unauthorized', 'The token is not valid: it is malformed, unknown or has expired.')
  return { token, clientId: String(account.id), scopes: [], extra: { account } }
}

export const accountIn = (auth: AuthInfo | undefined): Account | null => (auth?.extra?.account as Account) ?? null

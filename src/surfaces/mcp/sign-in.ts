/** Requests over MCP that take an account: calls of its tools, and all of `/mcp/me`. A client without one is challenged to sign its reader in. */
import type { FastifyReply } from 'fastify'
import { scopesOf } from '../../news/accounts/rules/account.ts'
import { AppError } from '../../platform/errors.ts'
import type { Message } from './message.ts'

/** For clients that sign their reader in at once, and not when a tool wants it. */
export const signedInPath = '/mcp/me'

/** Of a tool that changes nothing; those that do are in account-tools.ts. */
const readsAccount = ({ method, params }: Message): boolean =>
  method === 'tools/call' && (params as { name?: unknown } | null)?.name === 'my_edition'

const SIGN_IN = 'Sign in for this: the address in WWW-Authenticate says where (RFC 9728).'

/** Throws `unauthorized`, with the scope that the request takes (RFC 6750, 3). */
export function requireAccount(
  path: string,
  messages: Message[],
  reply: FastifyReply,
  changes: (message: Message) => boolean,
  hasSignIn: boolean,
): void {
  const access = messages.some(changes) ? 'full' : messages.some((one) => one && readsAccount(one)) ? 'read' : null
  if (access === null && path !== signedInPath) return
  if (access !== null) reply.header('www-authenticate', `Bearer scope="${scopesOf(access).join(' ')}"`)
  throw new AppError('unauthorized', hasSignIn ? SIGN_IN : 'For this, send a key of an account as a bearer token.')
}

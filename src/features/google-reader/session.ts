/** Identity of the caller, by an app password or a full key, and the token that writes carry. */

import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Account, appUserName, isApiKey } from '../../news/accounts/rules/account.ts'
import { userOfAppPassword } from '../../news/accounts/writes/app-passwords.ts'
import { AppError } from '../../platform/errors.ts'
import { addressKey } from '../../platform/http/client.ts'
import { enforce, limits } from '../../platform/http/rate-limit.ts'
import { sameSecret } from '../../platform/http/same-secret.ts'
import { all, first } from './parameters.ts'
import type { ReaderCtx } from './reading-lists.ts'

interface Caller {
  account: Account
  /** Credential that the client sends with each request. */
  auth: string
}

const callers = new WeakMap<FastifyRequest, Caller>()

/** Never null behind `authenticate`. */
export const callerOf = (request: FastifyRequest): number => callers.get(request)?.account.id ?? 0
export const accountOf = (request: FastifyRequest): Account => callers.get(request)?.account ?? { id: 0, email: null }

/** The account that a password or key opens. A key that only reads opens nothing: apps write, too. */
async function accountOpenedBy({ accounts, database, clock }: ReaderCtx, secret: string): Promise<Account | null> {
  if (!isApiKey(secret)) return userOfAppPassword(database, secret, clock.now())
  const caller = await accounts.callerOf(secret)
  return caller?.access === 'full' ? caller : null
}

/**
 * The answer to ClientLogin: the app password itself is what the app sends from then on, so that revoking it ends the app's
 * access at once. Throws `unauthorized` in the same words whether it is the name or the password that is wrong.
 */
export async function logIn(ctx: ReaderCtx, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  await enforce(ctx.limiter, reply, limits.login, addressKey(request.ip))
  const [name, password] = [first(request, 'Email').trim().toLowerCase(), first(request, 'Passwd')]
  const account = await accountOpenedBy(ctx, password)
  if (!account || appUserName(account) !== name) throw new AppError('unauthorized', 'BadAuthentication')
  return isApiKey(password) ? password : password.toLowerCase().replace(/[^a-z0-9]/g, '')
}

const SECRET = /^[\w-]{1,100}$/

/** Throws `unauthorized`, and `rate_limited` for an app that asks without end. */
export async function authenticate(ctx: ReaderCtx, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const [, auth = ''] = /^GoogleLogin\s+auth=(.*)$/i.exec(request.headers.authorization ?? '') ?? []
  await identify(ctx, request, reply, auth)
}

/** Bytes of a body that is read before the caller is known. */
const MAX_UNKNOWN_BYTES = 64 * 1024

/** Throws `unauthorized` where neither the header nor, in a short body, `T` can name the caller. */
export function requireCredential({ headers }: FastifyRequest): void {
  const isShort = Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) <= MAX_UNKNOWN_BYTES
  if (headers.authorization === undefined && !isShort) throw new AppError('unauthorized', 'Unauthorized')
}

/** By `T`, where there is no header: Liferea reads items so. Throws as `authenticate`. */
export async function authenticateRead(ctx: ReaderCtx, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (request.headers.authorization !== undefined) await authenticate(ctx, request, reply)
  else await identify(ctx, request, reply, bodyOf(request).T)
}

const bodyOf = ({ body }: FastifyRequest) => (body ?? {}) as { T?: unknown }

async function identify(ctx: ReaderCtx, request: FastifyRequest, reply: FastifyReply, auth: unknown): Promise<void> {
  if (typeof auth !== 'string' || !SECRET.test(auth)) throw new AppError('unauthorized', 'Unauthorized')
  const account = await accountOpenedBy(ctx, auth)
  if (!account) throw new AppError('unauthorized', 'Unauthorized')
  callers.set(request, { account, auth })
  await enforce(ctx.limiter, reply, limits.reader, String(account.id))
}

/** 57 letters, digits and dashes, as the API has it; the same for as long as the app password lives. */
export const writeToken = (request: FastifyRequest): string =>
  createHash('sha512')
    .update(`T\n${callers.get(request)?.auth}`)
    .digest('base64url')
    .slice(0, 57)

/**
 * Throws `unauthorized` for a wrong token, upon which clients fetch a new one. A client that sends none is not refused:
 * no page of another site can send the header that identifies the caller.
 */
export function checkToken(request: FastifyRequest, reply: FastifyReply): void {
  const sent = all(request, 'T').filter((token) => token !== '')
  if (sent.length === 0 || sameSecret(sent[0] ?? '', writeToken(request))) return
  reply.header('x-reader-google-bad-token', 'true')
  throw new AppError('unauthorized', 'Unauthorized')
}

/** Session of a reader, by a cookie that only the account's pages see, and the CSRF token of its forms. */

import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../../ctx.ts'
import { type Account, loginRules } from '../../../news/accounts/rules/account.ts'
import { userOfToken } from '../../../news/accounts/writes/tokens.ts'
import { AppError } from '../../../platform/errors.ts'
import { fromThisSite } from '../../../platform/http/same-origin.ts'
import type { Origin } from '../../../platform/site/paths.ts'

const sessionCookie = 'konto'
const formCookie = 'konto_form'

export const cookieOptions = ({ baseUrl, paths }: Origin): CookieSerializeOptions => ({
  path: paths.account,
  httpOnly: true,
  sameSite: 'lax',
  secure: baseUrl.startsWith('https:'),
})

export interface SignedIn {
  token: string
  account: Account
}

export async function findSession(
  request: FastifyRequest,
  ctx: Pick<Ctx, 'database' | 'clock'>,
): Promise<SignedIn | null> {
  const token = request.cookies[sessionCookie]
  const account = token ? await userOfToken(ctx.database, token, ctx.clock.now()) : null
  return token && account ? { token, account } : null
}

/** Throws `unauthorized`, which leads to signing in. */
export async function requireSession(request: FastifyRequest, ctx: Pick<Ctx, 'database' | 'clock'>): Promise<SignedIn> {
  const session = await findSession(request, ctx)
  if (!session) throw new AppError('unauthorized', 'Sign in first.')
  return session
}

/** Our own script asks: it wants no page, and no redirect that looks like a yes. No other route is negotiated so. */
export const wantsJson = ({ routeOptions, headers }: FastifyRequest): boolean =>
  routeOptions.config?.forScript === true && headers.accept === 'application/json'

/** Options of a route that the site's own scripts send their forms to. */
export const forScript = { config: { forScript: true } }

declare module 'fastify' {
  interface FastifyContextConfig {
    forScript?: boolean
  }
}

/** Value of a form's field; '' where it has none. */
export function formField(request: FastifyRequest, name: string): string {
  const value = (request.body as Record<string, unknown> | undefined)?.[name]
  return typeof value === 'string' ? value.trim() : ''
}

/** Of a field that may come several times. */
export function formFields(request: FastifyRequest, name: string): string[] {
  const value = (request.body as Record<string, unknown> | undefined)?.[name]
  return [value].flat().filter((one) => typeof one === 'string')
}

export function startSession(reply: FastifyReply, origin: Origin, token: string): void {
  reply.setCookie(sessionCookie, token, { ...cookieOptions(origin), maxAge: loginRules.tokenDays * 86_400 })
}

export function endSession(reply: FastifyReply, origin: Origin): void {
  reply.clearCookie(sessionCookie, cookieOptions(origin))
  reply.clearCookie(formCookie, cookieOptions(origin))
}

/** The token that this browser's forms carry; given to it at its first visit. */
export function formTokenFor(request: FastifyRequest, reply: FastifyReply, origin: Origin): string {
  const existing = request.cookies[formCookie]
  if (existing && /^[\w-]{32}$/.test(existing)) return existing
  const made = randomBytes(24).toString('base64url')
  reply.setCookie(formCookie, made, cookieOptions(origin))
  return made
}

/** Throws `forbidden` unless the form came from a page that we gave to this very browser. */
export function checkForm(request: FastifyRequest, { baseUrl }: Origin): void {
  const cookie = request.cookies[formCookie] ?? ''
  const field = (request.body as { form?: unknown } | undefined)?.form
  if (!fromThisSite(request, baseUrl) || typeof field !== 'string' || cookie === '' || !equal(cookie, field))
    throw new AppError(
      'forbidden',
      'The form was not made by this site for this browser. Reload the page and try again.',
    )
}

function equal(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

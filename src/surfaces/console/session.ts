/** Sessions of the console: a cookie that only /admin sees, and the token against cross-site request forgery in its forms. */
import { createHmac, randomBytes } from 'node:crypto'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { closeOperatorSession, isOperatorSession, openOperatorSession } from '../../news/operator/writes/sessions.ts'
import type { ActorDatabase } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { CONSOLE_COOKIE } from '../../platform/http/console-cookie.ts'
import { fromThisSite } from '../../platform/http/same-origin.ts'
import { sameSecret } from '../../platform/http/same-secret.ts'

const sessionCookie = 'admin'
/** Before there is a session: the forgery token of the sign-in form is bound to this cookie. */
const signInCookie = 'admin_door'

const cookieOptions = (baseUrl: string): CookieSerializeOptions => ({
  path: '/admin',
  httpOnly: true,
  sameSite: 'strict',
  secure: baseUrl.startsWith('https:'),
})

export interface Gate {
  /** The session of this request, or null. */
  sessionOf(request: FastifyRequest): Promise<string | null>
  open(request: FastifyRequest, reply: FastifyReply): Promise<void>
  close(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** The forgery token that the forms of a page carry; given to the browser at its first visit. */
  formToken(request: FastifyRequest, reply: FastifyReply): string
  /** Throws `forbidden` unless the form came from a page that we gave to this very browser. */
  checkForm(request: FastifyRequest): void
}

type Acting = (request: FastifyRequest) => { database: ActorDatabase; now: Date }

export function buildGate(base: string, act: Acting, token: string): Gate {
  const boundTo = (cookie: string) => createHmac('sha256', token).update(`form ${cookie}`).digest('base64url')
  const cookieOf = (request: FastifyRequest) => request.cookies[sessionCookie] ?? request.cookies[signInCookie] ?? ''
  return {
    sessionOf: async (request) => {
      const session = request.cookies[sessionCookie]
      const { database, now } = act(request)
      return session && (await isOperatorSession(database, token, session, now)) ? session : null
    },
    open: async (request, reply) => {
      reply.clearCookie(signInCookie, cookieOptions(base))
      const { database, now } = act(request)
      reply.setCookie(sessionCookie, await openOperatorSession(database, token, now), cookieOptions(base))
      reply.setCookie(CONSOLE_COOKIE, '1', { ...cookieOptions(base), path: '/' })
    },
    close: async (request, reply) => {
      const session = request.cookies[sessionCookie]
      if (session) await closeOperatorSession(act(request).database, token, session)
      reply.clearCookie(sessionCookie, cookieOptions(base))
      reply.clearCookie(CONSOLE_COOKIE, { ...cookieOptions(base), path: '/' })
    },
    formToken: (request, reply) => {
      const existing = cookieOf(request)
      if (existing) return boundTo(existing)
      const made = randomBytes(24).toString('base64url')
      reply.setCookie(signInCookie, made, cookieOptions(base))
      return boundTo(made)
    },
    checkForm: (request) => {
      const cookie = cookieOf(request)
      const field = (request.body as { form?: unknown } | undefined)?.form
      const right = cookie !== '' && typeof field === 'string' && sameSecret(field, boundTo(cookie))
      if (!fromThisSite(request, base) || !right)
        throw new AppError('forbidden', 'The form was not made by this console for this browser.')
    },
  }
}

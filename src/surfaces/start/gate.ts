/** The first-run page is open to this machine, and to the operator who has the key that the program printed. */
import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { isLocal } from '../../platform/http/loopback.ts'
import { fromThisSite } from '../../platform/http/same-origin.ts'
import { sameSecret } from '../../platform/http/same-secret.ts'

const COOKIE = 'start'
const secret = () => randomBytes(24).toString('base64url')

export interface Gate {
  /** Goes into the address, `/start?key=…`. */
  key: string
  /** Of every form, against cross-site request forgery. */
  formToken: string
  admits(request: FastifyRequest): boolean
  /** True where the address has the key; the browser then gets a cookie in its place. */
  exchangeKey(request: FastifyRequest, reply: FastifyReply): boolean
  /** Throws `forbidden` unless a page of ours made the form. */
  checkForm(request: FastifyRequest): void
}

/** All secrets are of this process, and end with it. */
export function buildGate(): Gate {
  const [key, session, formToken] = [secret(), secret(), secret()]
  return {
    key,
    formToken,
    admits: (request) => isLocal(request) || sameSecret(cookieOf(request), session),
    exchangeKey: (request, reply) => {
      const { key: given } = request.query as Record<string, unknown>
      if (typeof given !== 'string' || !sameSecret(given, key)) return false
      const secure = request.protocol === 'https' ? '; Secure' : ''
      reply.header('set-cookie', `${COOKIE}=${session}; Path=/; HttpOnly; SameSite=Lax${secure}`)
      return true
    },
    checkForm: (request) => {
      const { form } = (request.body ?? {}) as Record<string, unknown>
      const origin = `${request.protocol}://${request.host}`
      const isOurs = URL.canParse(origin) && fromThisSite(request, origin)
      if (!isOurs || typeof form !== 'string' || !sameSecret(form, formToken))
        throw new AppError('forbidden', 'The form is not of this page, or of an earlier start: open the page again.')
    },
  }
}

const cookieOf = ({ headers }: FastifyRequest): string =>
  new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]+)`).exec(headers.cookie ?? '')?.[1] ?? ''

/** The Fastify instance that every surface is mounted on: security headers, errors, 404 and 405, logging. */
import { parse as parseForm } from 'node:querystring'
import formbody from '@fastify/formbody'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { AppError } from '../errors.ts'
import type { PageAddresses } from '../site/addresses.ts'
import { limitAnswers } from './answer-limit.ts'
import { forwardedFor, trustProxy } from './client.ts'
import { allowCrossOrigin, exposeTo } from './cors.ts'
import { drainOnClose } from './drain.ts'
import { isForOperator, statusOf, toAppError } from './errors.ts'
import { negotiatedUrl } from './negotiate.ts'
import { countRequests, type RouteStats } from './request-stats.ts'
import { addSecurityHeaders } from './security-headers.ts'
import { answerUnreadable } from './unreadable.ts'

/** Lifetime of an idle connection: longer than a proxy's, so that it is never the proxy that writes to a closed one. */
const KEEP_ALIVE_MS = 72_000
const MAX_PARAM_LENGTH = 500

export interface ServerOptions {
  logger: FastifyBaseLogger
  trustProxy?: string | undefined
  /** True when readers reach the site over https: then browsers are ordered to stay there. */
  https: boolean
  /** True where that goes for all names below the site's, too. */
  hstsSubDomains?: boolean
  /** Words of the site's paths: as routes know them, and as they were before. */
  addresses: Omit<PageAddresses, 'wordsBefore'>
  /** Addresses of features' pages that have a markdown form, too. */
  negotiated?: readonly RegExp[]
  /** Milliseconds for an answer; by default those of `limitAnswers`. */
  limitMs?: number
}

/** Renders an error for the paths below `prefix`. */
export interface ErrorRenderer {
  prefix: string
  /** True for the prefix alone: what is below it is unknown. */
  isExact?: boolean
  render: (error: AppError, request: FastifyRequest, reply: FastifyReply) => FastifyReply
}

export interface Server {
  app: FastifyInstance
  /** The longest matching prefix renders; what none matches gets plain text. */
  renderErrors(renderer: ErrorRenderer): void
  /** Counters of answers since the start. */
  requests(): RouteStats[]
}

export function buildServer(options: ServerOptions): Server {
  const { addresses } = options
  const renderers: ErrorRenderer[] = []
  const answerError = errorAnswer(renderers)
  const app = Fastify({
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (thrown, request, reply) => answerUnrouted(thrown, request, reply),
    loggerInstance: options.logger,
    // One logger for all requests: what is logged of one names its address.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxy(options.trustProxy),
    rewriteUrl: ({ method, url = '/', headers }) =>
      negotiatedUrl({ method, url: addresses.inward(withoutEmptySegments(url)), headers }, options.negotiated ?? []),
    bodyLimit: 64 * 1024,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH, ignoreTrailingSlash: false, caseSensitive: true },
    requestTimeout: 30_000,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  })
  drainOnClose(app)
  const security = addSecurityHeaders(app, options.https, options.hstsSubDomains)
  const requests = countRequests(app)
  // Proxies write addresses in several ways, each of which would be another reader.
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    const forwarded = headers['x-forwarded-for']
    if (forwarded !== undefined) headers['x-forwarded-for'] = forwardedFor(String(forwarded))
    done()
  })
  allowCrossOrigin(app)
  limitAnswers(app, options.limitMs)
  app.addHook('onRequest', (request, reply, done) => {
    // Programs that unsubscribe a reader follow no redirect (RFC 8058), so that only reading is redirected.
    const moved = ['GET', 'HEAD'].includes(request.method) ? addresses.movedTo(request.originalUrl) : null
    if (moved === null) done()
    else reply.redirect(moved, 308)
  })
  // Before a body is read: an unread body need not be readable.
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404 && !request.originalUrl.includes('/?') && !request.originalUrl.endsWith('/')) return done()
    const elsewhere = withoutSlash(request, addresses)
    if (elsewhere) reply.redirect(elsewhere, 308)
    else if (request.is404) done(unknownAddress(request, reply))
    else done()
  })
  app.register(formbody, { parser: (body) => parseForm(addresses.fieldsOf(body), '&', '=', { maxKeys: 0 }) })
  app.setNotFoundHandler((request, reply) => {
    throw unknownAddress(request, reply)
  })
  app.setErrorHandler(answerError)

  /** Errors before routing (an address that cannot be decoded or is too long), for which Fastify runs no hooks. */
  function answerUnrouted(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
    reply.headers(Object.fromEntries(security.ofDocuments))
    exposeTo(reply)
    reply.raw.once('finish', () => requests.note(request, reply))
    answerError(thrown, request, reply)
  }

  return { app, renderErrors: (renderer) => renderers.push(renderer), requests: requests.all }
}

/** Renders any error in the form of the surface where it was thrown. */
function errorAnswer(renderers: ErrorRenderer[]) {
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const error = toAppError(thrown)
    if (isForOperator(error)) request.log.error({ err: thrown, url: request.originalUrl }, error.message)
    if (error.retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(error.retryAfter)))
    reply.header('cache-control', 'no-store')
    const path = request.url.split('?', 1)[0] ?? '/'
    const renderer = renderers
      .filter(({ prefix, isExact }) => prefix === '/' || path === prefix || (!isExact && path.startsWith(`${prefix}/`)))
      .sort((a, b) => b.prefix.length - a.prefix.length)[0]
    return (renderer ?? plainErrors('/')).render(error, request, reply)
  }
}

/** For programs: a status and a line of text. */
export const plainErrors = (prefix: string): ErrorRenderer => ({
  prefix,
  render: (error, _request, reply) =>
    reply.code(statusOf[error.code]).type('text/plain; charset=utf-8').send(`${error.message}\n`),
})

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/**
 * Methods of the path's routes: they tell a wrong method from an unknown path. Fastify finds a route without parameters
 * for a path that has one too long.
 */
const methodsOf = (app: FastifyInstance, url: string) =>
  METHODS.filter((method) => {
    const route = app.findRoute({ method, url })
    return route !== null && (url.length <= MAX_PARAM_LENGTH || Object.keys(route.params).length > 0)
  })

/** `//api//v1` is `/api/v1`, as proxies read it too. An address within the path keeps its own slashes. */
const withoutEmptySegments = (url: string): string => {
  const [path = '', ...query] = url.split('?')
  return [path.replace(/(?<!:)\/{2,}/g, '/'), ...query].join('?')
}

/** The address without slashes at its end, where that one is known; a folder of files has none. */
function withoutSlash(
  { originalUrl: url, server }: FastifyRequest,
  addresses: Pick<PageAddresses, 'inward'>,
): string | null {
  const [path = '', ...query] = withoutEmptySegments(url).split('?')
  const bare = path.replace(/\/+$/, '')
  if (bare === path || bare === '' || bare === '/api' || bare.startsWith('/media/')) return null
  if (methodsOf(server, addresses.inward(bare)).length === 0) return null
  return [bare, ...query].join('?')
}

function unknownAddress(request: FastifyRequest, reply: FastifyReply): AppError {
  const path = request.url.split('?')[0] ?? '/'
  const allowed = methodsOf(request.server, path)
  if (allowed.length === 0) return new AppError('not_found', 'There is nothing at this address.')
  reply.header('allow', allowed.join(', '))
  return new AppError('method_not_allowed', `Only ${allowed.join(', ')} can be used at this address.`)
}

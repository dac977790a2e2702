/** Cross-origin reading: every anonymous answer may be read from any origin, errors and unknown addresses too. */
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Surfaces with a cookie or rules of their own. */
const ROUTE_RULES = /^\/(?:account|admin|mcp|metrics|start)(?:[/?]|$)/

const EXPOSED =
  'ai-disclosure, etag, link, location, ratelimit, ratelimit-policy, retry-after, www-authenticate, x-robots-tag, x-stale'
/** The asterisk is any other, but for Authorization, which has to be named. */
const ASKABLE =
  'accept, accept-language, authorization, cache-control, content-type, if-modified-since, if-none-match, last-event-id, mcp-protocol-version, mcp-session-id, pragma, range, x-requested-with, *'

const isOpen = (url: string) => !ROUTE_RULES.test(url)

/** Answers preflights, also of unknown addresses: the request itself then reports what is wrong. */
export function allowCrossOrigin(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!isOpen(request.url)) return done()
    exposeTo(reply)
    if (request.method !== 'OPTIONS' || !request.headers['access-control-request-method']) return done()
    reply
      .code(204)
      .header('access-control-allow-methods', 'GET, HEAD, POST, DELETE')
      .header('access-control-allow-headers', ASKABLE)
      .header('access-control-max-age', '86400')
      .header('cache-control', 'public, max-age=86400')
      .send()
  })
}

/** For answers that are given before any hook runs. */
export function exposeTo(reply: FastifyReply): void {
  reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', EXPOSED)
}

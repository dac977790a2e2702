/** The security headers of every answer: helmet's, computed once. Its own plugin would compute them at each request. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import helmet from 'helmet'

const self = ["'self'"]

/** What says something of documents and of what they embed alone. */
const ofDocuments = ['cross-origin-opener-policy', 'cross-origin-resource-policy', 'referrer-policy']

/** `https`: readers reach the site over https, and browsers are told to stay there. */
export function securityHeaders(https: boolean): Record<string, string> {
  const headers: Record<string, string> = {}
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value
    },
    removeHeader: () => {},
  }
  const apply = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: self,
        styleSrc: self,
        imgSrc: ["'self'", 'data:'],
        mediaSrc: self,
        connectSrc: self,
        fontSrc: self,
        manifestSrc: self,
        formAction: self,
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
    // Feeds, JSON and media are for everyone.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    // For browsers that nobody has used for ten years; the policies above say the same to all others.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    xFrameOptions: false,
    strictTransportSecurity: https ? { maxAge: 31_536_000 } : false,
  })
  apply({} as IncomingMessage, response as unknown as ServerResponse, () => {})
  return headers
}

/** JSON and markdown are no documents and load nothing: of them less has to be said, at each of very many requests. */
export function sayLessOfData(reply: FastifyReply): void {
  if (!/^(?:application\/(?:[a-z]+\+)?json|text\/markdown)/.test(String(reply.getHeader('content-type')))) return
  for (const name of ofDocuments) reply.removeHeader(name)
  reply.header('content-security-policy', "default-src 'none';frame-ancestors 'none'")
}

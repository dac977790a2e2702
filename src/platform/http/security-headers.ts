/** The security headers of every answer: helmet's, computed once. Its own plugin would compute them at each request. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

const self = ["'self'"]

/** Headers that concern documents and their embedded content alone. */
const documentsAlone =
  /^(?:content-security-policy|cross-origin-opener-policy|cross-origin-resource-policy|referrer-policy)$/

/** JSON and markdown are no documents and load nothing: they get fewer headers, at each of very many requests. */
const data = /^(?:application\/(?:[a-z]+\+)?json|text\/markdown)/
const isData = (type: unknown): boolean => typeof type === 'string' && data.test(type)

/** `https`: readers reach the site over https, and browsers are ordered to stay there. */
export function addSecurityHeaders(app: FastifyInstance, https: boolean, hstsSubDomains = false): SecurityHeaders {
  const headers = securityHeaders(https, hstsSubDomains)
  // Headers that a route has set itself stay.
  app.addHook('onSend', (_request, reply, payload, done) => {
    const all = isData(reply.getHeader('content-type')) ? headers.ofData : headers.ofDocuments
    for (const [name, value] of all) if (!reply.hasHeader(name)) reply.header(name, value)
    done(null, payload)
  })
  return headers
}

type Headers = [name: string, value: string][]

interface SecurityHeaders {
  ofData: Headers
  ofDocuments: Headers
}

function securityHeaders(https: boolean, hstsSubDomains: boolean): SecurityHeaders {
  const ofDocuments = Object.entries(helmetHeaders(https, hstsSubDomains))
  const ofBoth = ofDocuments.filter(([name]) => !documentsAlone.test(name))
  return { ofDocuments, ofData: [...ofBoth, ['content-security-policy', "default-src 'none';frame-ancestors 'none'"]] }
}

/** The policy of a page whose form leads on to `source`: browsers hold `form-action` against redirects, too. */
export const policyLeadingTo = (source: string): string =>
  String(helmetHeaders(true)['content-security-policy']).replace("form-action 'self'", `form-action 'self' ${source}`)

function helmetHeaders(https: boolean, includeSubDomains = false): Record<string, string> {
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
    // For browsers ten years out of use; the policies above say the same to all others.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    xFrameOptions: false,
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains } : false,
  })
  apply({} as IncomingMessage, response as unknown as ServerResponse, () => {})
  return headers
}

/** The document of the API, for machines and for people. */
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { sendCached } from '../../platform/http/send-cached.ts'
import type { OpenApi } from './openapi.ts'
import { type Frame, guidePage, guides } from './reference-guides.ts'
import { referencePage, referenceScript, referenceStyle } from './reference-page.ts'

const html = 'text/html; charset=utf-8'

/** `describe` is called at the first request for the document: a start does not wait for it. */
export function documentRoutes(app: FastifyInstance, ctx: Ctx, describe: () => OpenApi, frame: Frame): void {
  let described: OpenApi | undefined
  const document = () => {
    described ??= describe()
    return described
  }
  const openapi = () => ({
    type: 'application/json; charset=utf-8',
    body: JSON.stringify(document()),
    headers: { 'access-control-allow-origin': '*' },
  })
  const files = {
    '/api/v1/openapi.json': openapi,
    // Tools look for it here.
    '/openapi.json': openapi,
    '/.well-known/api-catalog': () => apiCatalog(ctx.config.BASE_URL),
    '/api/docs': () => ({ type: html, body: referencePage(document(), frame) }),
    '/api/docs/reference.css': () => ({ type: 'text/css; charset=utf-8', body: referenceStyle }),
    '/api/docs/try.js': () => ({ type: 'text/javascript; charset=utf-8', body: referenceScript }),
    ...Object.fromEntries(
      guides.map((guide) => [guide.path, () => ({ type: html, body: guidePage(guide, ctx.config.BASE_URL, frame) })]),
    ),
  }
  for (const [path, render] of Object.entries(files))
    app.get(path, (request, reply) =>
      sendCached(ctx.cache, ctx.clock, request, reply, { key: path, dependsOn: [], load: async () => true, render }),
    )
}

/** Every interface of the site with its descriptions, as a set of links (RFC 9727, RFC 9264). */
function apiCatalog(baseUrl: string) {
  const links = (...all: [path: string, type: string][]) => all.map(([path, type]) => ({ href: baseUrl + path, type }))
  const linkset = [
    {
      anchor: `${baseUrl}/.well-known/api-catalog`,
      item: links(['/api/v1', 'application/json'], ['/mcp', 'application/json']),
    },
    {
      anchor: `${baseUrl}/api/v1`,
      'service-desc': links(['/api/v1/openapi.json', 'application/vnd.oai.openapi+json;version=3.1']),
      'service-doc': links(['/api/docs', 'text/html']),
      status: links(['/readyz', 'application/json']),
    },
    {
      anchor: `${baseUrl}/mcp`,
      'service-desc': links(['/mcp/server-card', 'application/mcp-server-card+json']),
      'service-doc': links(['/llms.txt', 'text/plain']),
    },
  ]
  return {
    type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    body: JSON.stringify({ linkset }),
    headers: { 'access-control-allow-origin': '*', link: `<${baseUrl}/.well-known/api-catalog>; rel="api-catalog"` },
  }
}

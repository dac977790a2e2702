/** Metadata of the protected resources (RFC 9728) and of their authorization server (RFC 8414). */

import type { FastifyInstance } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { scopesOf } from '../../news/accounts/rules/account.ts'
import { sendCached } from '../../platform/http/send-cached.ts'
import { addressOf } from '../../platform/site/addresses.ts'
import type { Origin } from '../../platform/site/paths.ts'
import { RESOURCES, resourceMetadataUrl } from './protected-resources.ts'

const authorizationServer = ({ baseUrl, paths }: Origin) => ({
  issuer: baseUrl,
  authorization_endpoint: baseUrl + addressOf(paths, '/account/connect'),
  token_endpoint: `${baseUrl}/oauth/token`,
  registration_endpoint: `${baseUrl}/oauth/register`,
  revocation_endpoint: `${baseUrl}/oauth/revoke`,
  scopes_supported: scopesOf('full'),
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  service_documentation: `${baseUrl}/api/docs`,
})

const protectedResource = (path: string, { origin, site }: Pick<Ctx, 'origin' | 'site'>) => ({
  resource: origin.baseUrl + path,
  authorization_servers: [origin.baseUrl],
  scopes_supported: scopesOf('full'),
  bearer_methods_supported: ['header'],
  resource_name: site.name,
  resource_documentation: `${origin.baseUrl}/api/docs`,
})

/** Older clients look for the server's metadata below the resource's own path. */
export function metadataRoutes(app: FastifyInstance, ctx: Pick<Ctx, 'origin' | 'site' | 'cache' | 'clock'>): void {
  const documents = RESOURCES.flatMap((path): [string, object][] => [
    [resourceMetadataUrl('', path), protectedResource(path, ctx)],
    [`/.well-known/oauth-authorization-server${path}`, authorizationServer(ctx.origin)],
  ])
  for (const [path, document] of documents)
    app.get(path, (request, reply) =>
      sendCached(ctx.cache, ctx.clock, request, reply, {
        key: path,
        dependsOn: [],
        load: async () => true,
        render: () => ({
          type: 'application/json; charset=utf-8',
          body: JSON.stringify(document),
          headers: { 'cache-control': 'public, max-age=3600' },
        }),
      }),
    )
}

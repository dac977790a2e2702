/** OAuth 2.1 for programs that act for readers: they register, a reader lets them in, and tokens speak for them. */
import type { Feature } from '../../feature.ts'
import { listAgents } from '../../news/accounts/writes/agents.ts'
import { purgeExpiredGrants } from './clients.ts'
import { agentSection } from './connect-pages.ts'
import { isAccessToken } from './grant.ts'
import { callerOfAccessToken, revokeGrant } from './grants.ts'
import { resourceMetadataUrl } from './protected-resources.ts'

export const oauth: Feature = {
  async web({ app, ctx, services }) {
    const { tokenRoutes } = await import('./token-routes.ts')
    tokenRoutes(app, ctx, services)
    return null
  },
  account: ({ ctx, services }) => ({
    routes: (app, pages) =>
      void app.register(async (scope) => {
        const { connectRoutes } = await import('./connect-routes.ts')
        connectRoutes(scope, ctx, services, pages)
      }),
    section: {
      id: 'agents',
      title: 'connect.agents',
      load: async (userId) => {
        const agents = await listAgents(services.database, userId, services.clock.now())
        return (page, form) => agentSection(page, form, agents)
      },
    },
  }),
  tokens: ({ database, clock }) => ({
    isToken: isAccessToken,
    callerOf: (token) => callerOfAccessToken(database, token, clock.now()),
    revoke: (token) => revokeGrant(database, token),
  }),
  signInAt: resourceMetadataUrl,
  purges: [purgeExpiredGrants],
}

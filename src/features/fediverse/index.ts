/** The site, its tags and stories as actors of the fediverse, which can be followed. */
import type { Config } from '../../config.ts'
import type { Feature } from '../../feature.ts'
import { type Report, warning } from '../../news/health/health-check.ts'
import { shareImagePath } from '../../surfaces/site/event/share-image.ts'
import { purgeFediverse } from './cache.ts'
import { FEDIFY_MISSING, hasFedify } from './fedify.ts'
import { fediverseRoutes } from './routes.ts'

/** Servers of the fediverse, of which many may not answer. */
const SERVERS_AT_ONCE = 32

export const fediverse: Feature = {
  async web({ app, ctx, services, page }) {
    // A site that reaches strangers without https, as on a loopback, needs none itself.
    if (ctx.config.FEDIVERSE === 'off' || (services.strangers.secure && !isPublic(ctx.config))) return null
    if (!hasFedify()) {
      ctx.log.error(FEDIFY_MISSING)
      return null
    }
    // Fedify costs nothing where the site is not in the fediverse.
    const { buildFediverse } = await import('./build-fediverse.ts')
    const { routes, channel } = await buildFediverse(
      services,
      ctx,
      (event) => ctx.config.BASE_URL + shareImagePath(page(), event),
    )
    fediverseRoutes(app, { ...ctx, db: services.database.db }, routes)
    return { deliver: (open) => ({ pools: [open(channel, { atOnce: SERVERS_AT_ONCE, ofOne: 4 })] }) }
  },
  purges: [purgeFediverse],
  checks: (config) => [{ name: 'fediverse', run: () => checkFediverse(config) }],
}

const isPublic = ({ reachable, BASE_URL }: Config) => reachable && BASE_URL.startsWith('https:')

function checkFediverse(config: Config): Report {
  if (config.FEDIVERSE === 'off') return 'off (FEDIVERSE)'
  if (isPublic(config)) return hasFedify() ? `on, at ${new URL(config.BASE_URL).host}` : [warning(FEDIFY_MISSING)]
  const missing = config.reachable ? 'https in BASE_URL' : 'a public BASE_URL by https'
  return [warning(`FEDIVERSE is on and the site is not in the fediverse: it needs ${missing}.`)]
}

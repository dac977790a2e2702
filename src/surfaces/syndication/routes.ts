/** Feeds, and what belongs to reading and subscribing to them. */
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import type { Translate } from '../../platform/site/messages.ts'
import { channelRoutes } from './channel-routes.ts'
import { dayFeedRoutes } from './day-routes.ts'
import { opmlRoutes } from './opml-routes.ts'
import { searchFeeds } from './search-routes.ts'

export function syndicationRoutes(app: FastifyInstance, ctx: Ctx, t: Translate): void {
  channelRoutes(app, ctx, t)
  dayFeedRoutes(app, ctx, t)
  searchFeeds(app, ctx, t)
  opmlRoutes(app, ctx)
}

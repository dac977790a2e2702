/** The web's part: the hub for this site's feeds, and the address at which hubs of its sources push. */
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import type { WebFrame, WebPart } from '../../feature.ts'
import { linksOf } from '../../news/feeds/rules/header-links.ts'
import { plainErrors } from '../../platform/http/server.ts'
import { type Content, createHub } from './hub.ts'
import { hubRoutes } from './hub-routes.ts'
import { createHubNotifier } from './notify-hub.ts'
import { createSubscriber } from './subscriber.ts'
import { subscriberRoutes } from './subscriber-routes.ts'

export function websubOfWeb({ app, ctx, services, renderErrors }: WebFrame): WebPart {
  const { config, database, clock, log, strangers } = services
  const content = (topic: string) => contentOf(app, config.BASE_URL, topic)
  const hub =
    ctx.hub !== null && !config.WEBSUB_HUB
      ? createHub({ database, clock, log, poster: strangers, url: ctx.hub, content })
      : null
  hubRoutes(app, ctx, hub)
  subscriberRoutes(app, createSubscriber(services))
  renderErrors(plainErrors('/websub'))
  return {
    deliver: (open) => {
      const notifier = notifierOf(config, log)
      return {
        pools: hub ? [open(hub.channel)] : [],
        changed: () => {
          notifier?.changed()
          hub?.changed()
        },
        close: () => notifier?.close(),
      }
    },
  }
}

/** Tells a hub elsewhere, which then fetches the feeds. */
const notifierOf = ({ WEBSUB_HUB, BASE_URL }: Config, log: Parameters<typeof createHubNotifier>[2]) =>
  WEBSUB_HUB
    ? createHubNotifier(
        WEBSUB_HUB,
        ['/entries.rss', '/entries.atom', '/feed.json'].map((path) => BASE_URL + path),
        log,
      )
    : null

/** The ends of feeds' addresses, as a router reads them. Answers at others may be large, or never end. */
const FEED = /\.(?:rss|atom|json)$/

/** Content that this site publishes at an address, however spelt, if it is a feed: one that names a hub and itself. */
async function contentOf(app: FastifyInstance, baseUrl: string, address: string): Promise<Content | null> {
  const url = URL.parse(address)
  if (url?.origin !== new URL(baseUrl).origin || !FEED.test(decoded(url.pathname))) return null
  const { statusCode, headers, body } = await app.inject(url.pathname + url.search)
  const { hub, self: topic } = linksOf(String(headers.link ?? ''), baseUrl)
  if (statusCode !== 200 || !hub || !topic) return null
  return { topic, body, type: String(headers['content-type']), hash: String(headers.etag) }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

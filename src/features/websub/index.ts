/** WebSub both ways: a hub for this site's feeds, and subscriptions at the hubs of its sources. */
import type { Feature } from '../../feature.ts'
import { listDueSubscriptions } from './feed-subscriptions.ts'
import { subscribe } from './subscriber.ts'

export const websub: Feature = {
  hub: ({ WEBSUB_HUB, reachable, BASE_URL }) => WEBSUB_HUB ?? (reachable ? `${BASE_URL}/websub` : null),
  // A worker has no routes.
  web: async (frame) => (await import('./web.ts')).websubOfWeb(frame),
  stages: ({ config, database, clock, log, poster, fetcher }) => [
    {
      stage: 'subscribe',
      handle: (key) => subscribe({ database, clock, log, poster, fetcher, baseUrl: config.BASE_URL }, Number(key)),
      due: async () => (config.reachable ? (await listDueSubscriptions(database, clock.now())).map(String) : []),
    },
  ],
}

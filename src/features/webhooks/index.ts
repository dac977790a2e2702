/** The operator's webhooks: addresses that receive changes, signed, each from where it stopped. */
import type { Feature } from '../../feature.ts'
import { consoleRoutes } from './console-pages.ts'
import { changesChannel } from './send-changes.ts'

export const webhooks: Feature = {
  web: ({ ctx, services }) => ({ deliver: (open) => ({ pools: [open(changesChannel(services, ctx))] }) }),
  console: [{ group: 'operations', name: 'webhooks', path: '/admin/webhooks', routes: consoleRoutes }],
}

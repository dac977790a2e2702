/** Channels of features in this process. */

import type { OpenPool, WebPart } from '../feature.ts'
import { type Dispatcher, startDispatcher } from '../platform/outbox/dispatcher.ts'
import { deliverBy } from '../platform/outbox/outbox-channel.ts'
import { createDeliveryPool } from '../platform/outbox/pool.ts'
import type { Services } from './services.ts'

export function startDeliveries(services: Services, parts: readonly WebPart[]): Dispatcher {
  const { clock, log } = services
  const open: OpenPool = (channel, { atOnce, ofOne } = { atOnce: 16, ofOne: 4 }) =>
    createDeliveryPool(deliverBy(services, channel), { atOnce, ofOne, clock, log })
  const ofFeatures = parts.flatMap((part) => part.deliver?.(open) ?? [])
  const dispatcher = startDispatcher(
    ofFeatures.flatMap((one) => one.pools),
    log,
  )
  return {
    flush: dispatcher.flush,
    changed: () => {
      for (const one of ofFeatures) one.changed?.()
      dispatcher.changed()
    },
    close: async () => {
      for (const one of ofFeatures) one.close?.()
      await dispatcher.close()
    },
  }
}

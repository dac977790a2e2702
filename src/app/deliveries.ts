/** Whom this process tells of changes: webhooks of the operator and subscribers of the hub, apart from each other. */
import type { Ctx } from '../ctx.ts'
import { formatCursor, parseCursor } from '../domain/changes.ts'
import { AppError } from '../domain/errors.ts'
import { type Dispatcher, startDispatcher } from '../pipeline/deliveries/dispatcher.ts'
import { createDeliveryPool } from '../pipeline/deliveries/pool.ts'
import { webhookDeliverer } from '../pipeline/webhooks/deliver.ts'
import type { Hub } from '../pipeline/websub/hub.ts'
import { findEvent } from '../read/events/events.ts'
import { loadChanges } from '../resources/change-resource.ts'
import { Event } from '../resources/event-resource.ts'
import type { Services } from './services.ts'

const BATCH = 50

export function startDeliveries(services: Services, ctx: Ctx, hub: Hub | null): Dispatcher {
  const { database, clock, log, poster } = services
  const changes = async (after: string | null) => {
    try {
      const { data, next, hasMore } = await loadChanges(ctx, {
        after: after === null ? undefined : parseCursor(after),
        limit: BATCH,
      })
      return { data, next: formatCursor(next), hasMore }
    } catch (error) {
      if (error instanceof AppError && error.code === 'gone') return 'gone' as const
      throw error
    }
  }
  const eventOf = async (id: number) => {
    const event = await findEvent(ctx.db, id, ctx.site.language)
    return event && Event.present(event, ctx.origin)
  }
  const limits = { atOnce: 16, ofOne: 4, clock, log }
  const webhooks = createDeliveryPool(webhookDeliverer({ database, clock, log, poster, changes, eventOf }), limits)
  const pools = hub ? [webhooks, createDeliveryPool(hub.deliverer, limits)] : [webhooks]
  return startDispatcher(pools, log)
}

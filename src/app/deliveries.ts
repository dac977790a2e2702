/** Channels of this process for changes: webhooks of the operator, those of readers, and those of features. */
import type { Ctx } from '../ctx.ts'
import { webhookChannel } from '../delivery/channels/webhook-stream.ts'
import { type Dispatcher, startDispatcher } from '../delivery/dispatcher.ts'
import { deliverBy } from '../delivery/outbox-channel.ts'
import { createDeliveryPool } from '../delivery/pool.ts'
import { formatCursor, parseCursor } from '../domain/change-types.ts'
import { muting } from '../domain/edition/edition.ts'
import { AppError } from '../domain/errors.ts'
import type { OpenPool, WebPart } from '../feature.ts'
import type { Poster } from '../feeds/fetch/post.ts'
import { listAlertEvents } from '../read/edition/edition-events.ts'
import { findEvent } from '../read/events/events.ts'
import { loadChanges } from '../resources/change-resource.ts'
import { Event } from '../resources/event-resource.ts'
import { mutesOf } from '../store/accounts/follows.ts'
import type { WebhookOwner } from '../store/webhooks/webhooks.ts'
import type { Services } from './services.ts'

const BATCH = 50

export function startDeliveries(services: Services, ctx: Ctx, parts: readonly WebPart[]): Dispatcher {
  const { database, clock, log, poster, strangers, content } = services
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
    return event?.relevant ? Event.present(event, ctx.origin) : null
  }
  const isMuted = async (userId: number, eventId: number) => {
    const mutes = (await mutesOf(database.db, [userId])).get(userId) ?? []
    if (mutes.length === 0) return false
    const hides = muting({ mutes }, content.inflection)
    return (await listAlertEvents(ctx.db, [eventId])).some((event) => hides(event))
  }
  const open: OpenPool = (channel, { atOnce, ofOne } = { atOnce: 16, ofOne: 4 }) =>
    createDeliveryPool(deliverBy(services, channel), { atOnce, ofOne, clock, log })
  const webhooks = (owner: WebhookOwner, by: Poster) =>
    open(webhookChannel({ database, clock, log, owner, poster: by, changes, eventOf, isMuted }))
  const ofFeatures = parts.flatMap((part) => part.deliver?.(open) ?? [])
  const pools = [
    webhooks('operator', poster),
    webhooks('readers', strangers),
    ...ofFeatures.flatMap((one) => one.pools),
  ]
  const dispatcher = startDispatcher(pools, log)
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

/** Channels of this process for changes: webhooks that are alerted, and those of features. */
import type { Ctx } from '../ctx.ts'
import { webhookAlertChannel } from '../delivery/channels/webhook-alerts.ts'
import { type Dispatcher, startDispatcher } from '../delivery/dispatcher.ts'
import { deliverBy } from '../delivery/outbox-channel.ts'
import { createDeliveryPool } from '../delivery/pool.ts'
import { muting } from '../domain/edition/edition.ts'
import type { OpenPool, WebPart } from '../feature.ts'
import type { Poster } from '../feeds/fetch/post.ts'
import { listAlertEvents } from '../read/edition/edition-events.ts'
import { findEvent } from '../read/events/events.ts'
import { Event } from '../resources/event-resource.ts'
import { mutesOf } from '../store/accounts/follows.ts'
import type { WebhookOwner } from '../store/webhooks/webhook-alerts.ts'
import type { Services } from './services.ts'

export function startDeliveries(services: Services, ctx: Ctx, parts: readonly WebPart[]): Dispatcher {
  const { database, clock, log, poster, strangers, content } = services
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
    open(webhookAlertChannel({ database, clock, log, owner, poster: by, eventOf, isMuted }))
  const ofFeatures = parts.flatMap((part) => part.deliver?.(open) ?? [])
  const pools = [
    ...(services.config.features.has('webhooks') ? [webhooks('operator', poster)] : []),
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

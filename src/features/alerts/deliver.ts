/** Alerts to webhooks: those of readers, and the operator's where that feature is on. */
import type { Services } from '../../app/services.ts'
import type { Ctx } from '../../ctx.ts'
import type { Deliveries, OpenPool } from '../../feature.ts'
import { mutesOf } from '../../news/accounts/writes/follows.ts'
import { muting } from '../../news/editions/rules/edition.ts'
import { findEvent } from '../../news/events/queries/events.ts'
import { Event } from '../../news/events/resource.ts'
import type { Poster } from '../../platform/fetch/post.ts'
import { listAlertEvents } from './store/alert-events.ts'
import type { WebhookOwner } from './store/webhook-alerts.ts'
import { webhookAlertChannel } from './webhook-channel.ts'

export function deliverToWebhooks(services: Services, ctx: Ctx, open: OpenPool): Deliveries {
  const { config, database, clock, log, poster, strangers, content } = services
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
  const webhooks = (owner: WebhookOwner, by: Poster) =>
    open(webhookAlertChannel({ database, clock, log, owner, poster: by, eventOf, isMuted }))
  const ofOperator = config.features.has('webhooks') ? [webhooks('operator', poster)] : []
  return { pools: [...ofOperator, webhooks('readers', strangers)] }
}

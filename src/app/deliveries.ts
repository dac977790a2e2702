/** Channels of this process for changes: webhooks of the operator, those of readers, subscribers of the hub, the fediverse, and Bluesky. */
import type { Config } from '../config.ts'
import type { Ctx } from '../ctx.ts'
import { blueskyChannel, type Post } from '../delivery/channels/bluesky.ts'
import type { FediverseChannel } from '../delivery/channels/fediverse.ts'
import { webhookChannel } from '../delivery/channels/webhook-stream.ts'
import type { Hub } from '../delivery/channels/websub.ts'
import { type Dispatcher, startDispatcher } from '../delivery/dispatcher.ts'
import { type Channel, type Delivery, deliverBy } from '../delivery/outbox-channel.ts'
import { createDeliveryPool } from '../delivery/pool.ts'
import { formatCursor, parseCursor } from '../domain/change-types.ts'
import { newsSince } from '../domain/delivery/posted-events.ts'
import { muting } from '../domain/edition/edition.ts'
import { AppError } from '../domain/errors.ts'
import { eventPath } from '../domain/site/paths.ts'
import type { Poster } from '../feeds/fetch/post.ts'
import { listAlertEvents } from '../read/edition/edition-events.ts'
import { findEvent } from '../read/events/events.ts'
import { trustOf } from '../read/events/matrix.ts'
import { loadChanges } from '../resources/change-resource.ts'
import { Event } from '../resources/event-resource.ts'
import { mutesOf } from '../store/accounts/follows.ts'
import type { WebhookOwner } from '../store/webhooks/webhooks.ts'
import type { Services } from './services.ts'

const BATCH = 50
/** Servers of the fediverse, of which many may not answer. */
const SERVERS_AT_ONCE = 32

interface Others {
  hub: Hub | null
  fediverse: FediverseChannel | null
}

export function startDeliveries(services: Services, ctx: Ctx, { hub, fediverse }: Others): Dispatcher {
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
  const pool = <Item extends Delivery>(channel: Channel<Item>, atOnce = 16, ofOne = 4) =>
    createDeliveryPool(deliverBy(services, channel), { atOnce, ofOne, clock, log })
  const webhooks = (owner: WebhookOwner, by: Poster) =>
    pool(webhookChannel({ database, clock, log, owner, poster: by, changes, eventOf, isMuted }))
  const account = accountOf(ctx.config)
  const posting = { database, clock, log, poster, minSources: ctx.config.BLUESKY_MIN_SOURCES }
  const posts = account && blueskyChannel({ ...posting, account, postOf: (id) => postOf(services, ctx, id) })
  const others = [
    ...(hub ? [pool(hub.channel)] : []),
    ...(fediverse ? [pool(fediverse, SERVERS_AT_ONCE)] : []),
    ...(posts ? [pool(posts, 1, 1)] : []),
  ]
  return startDispatcher([webhooks('operator', poster), webhooks('readers', strangers), ...others], log)
}

const accountOf = ({ BLUESKY_HANDLE: handle, BLUESKY_APP_PASSWORD: password, BLUESKY_SERVICE: service }: Config) =>
  handle && password ? { service: new URL(service).origin, handle, password } : null

async function postOf({ content, clock }: Services, { db, site, origin }: Ctx, id: number): Promise<Post | null> {
  const event = await findEvent(db, id, site.language)
  // A post that waited while the account was off is no news any more.
  if (!event?.relevant || event.firstPublishedAt <= newsSince(clock.now())) return null
  const { t } = content.messages
  const { sources, agreed, disputed } = trustOf(event)
  const parts = [
    t('sources.count', { n: sources }),
    ...(agreed > 0 ? [t('trust.agreed', { n: agreed })] : []),
    ...(disputed > 0 ? [`≠ ${t('trust.disputed', { n: disputed })}`] : []),
  ]
  const { title, summary, language } = event
  return { title, summary, language, line: parts.join(' · '), url: origin.baseUrl + eventPath(origin.paths, event) }
}

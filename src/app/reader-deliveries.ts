/** Creates the delivery of editions, alerts and pushes to readers: each channel with its texts, its server and its pool. */
import type { Content } from '../content.ts'
import { alertMailChannel, pushChannel } from '../delivery/channels/alert.ts'
import { editionChannel } from '../delivery/channels/edition.ts'
import { createMailer } from '../delivery/mailer.ts'
import { type Channel, type Delivery, deliverBy } from '../delivery/outbox-channel.ts'
import { createDeliveryPool } from '../delivery/pool.ts'
import { configuredKeys, newVapidKeys, sendPush } from '../delivery/web-push.ts'
import { alertMessage } from '../domain/alerts/message.ts'
import { AppError } from '../domain/errors.ts'
import type { Poster } from '../feeds/fetch/post.ts'
import type { DeliveryStages } from '../pipeline/context.ts'
import { listAlertEvents } from '../read/edition/edition-events.ts'
import { hydrateEvents } from '../read/events/events.ts'
import { type VapidKeys, vapidKeys } from '../store/alerts/devices.ts'
import { areRowsWaiting } from '../store/outbox/rows.ts'
import { alertMail } from '../surfaces/mail/alert-mail.ts'
import type { Base } from './base.ts'
import { composer } from './compose-editions.ts'

type Deps = Pick<Base, 'config' | 'log' | 'clock' | 'database'> & { content: Content; strangers: Poster }

/** The operator's, or the installation's own. */
export async function keysForPush({ config, database, clock }: Pick<Deps, 'config' | 'database' | 'clock'>) {
  return configuredKeys(config) ?? (await vapidKeys(database, config.DATA_DIR, newVapidKeys, clock.now()))
}

export function createDeliveries(deps: Deps): DeliveryStages {
  const { config, log, clock, content, database, strangers } = deps
  const { site, inflection, messages } = content
  const mailer = createMailer(config, site.name, log, true)
  const mailing = { database, clock, log, send: mailer.send }
  const context = { site, t: messages.t, baseUrl: config.BASE_URL, paths: site.paths }
  const eventsOf = (ids: number[]) => hydrateEvents(database.db, ids, site.language)
  let keys: VapidKeys | null = null
  let compose = composer(deps)
  const alerts = {
    ...mailing,
    inflection,
    readEvents: (ids: number[]) => listAlertEvents(database.db, ids),
    push: async (to, eventIds) => {
      const message = present(alertMessage(messages.t, site.paths, await eventsOf(eventIds)))
      keys ??= await keysForPush(deps)
      return sendPush(config, strangers, keys, { to, message })
    },
    compose: async (to, eventIds) => present(alertMail(context, { ...to, events: await eventsOf(eventIds) })),
  } satisfies Parameters<typeof pushChannel>[0]
  /** One server takes all mail: it waits in the one queue by which the pool knows that it has enough. */
  const pool = <Item extends Delivery>(channel: Channel<Item>, atOnce: number, ofOne = Number.POSITIVE_INFINITY) =>
    createDeliveryPool(deliverBy(deps, channel), { atOnce, ofOne, clock, log })
  const pools = {
    edition: pool(editionChannel({ ...mailing, compose: (emails) => compose(emails) }), 1),
    alert: pool(alertMailChannel(alerts), 4),
    push: pool(pushChannel(alerts), 48, 16),
  }
  return {
    areWaiting: (channel) => areRowsWaiting(database, channel, clock.now()),
    send: async (...channels) => {
      // Events may have changed since the last run.
      if (channels.includes('edition')) compose = composer(deps)
      await Promise.all(channels.map((channel) => pools[channel].flush()))
    },
    close: () => {
      for (const each of Object.values(pools)) void each.close()
      mailer.close()
    },
  }
}

/** Throws `gone` where the events went between one read and the next. */
function present<T>(message: T | null): T {
  if (!message) throw new AppError('gone', 'The events are not there any more.')
  return message
}

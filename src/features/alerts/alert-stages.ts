/** Stages of alerts: events that have changed are looked at, and what waits is mailed and pushed. */

import type { WorkerFrame } from '../../feature.ts'
import { findBySearch, stemsOfSearch } from '../../news/editions/queries/saved-searches.ts'
import { hydrateEvents } from '../../news/events/queries/events.ts'
import type { FeatureStage } from '../../news/stages/context.ts'
import { AppError } from '../../platform/errors.ts'
import { createMailer } from '../../platform/outbox/mailer.ts'
import { type Channel, type Delivery, deliverBy } from '../../platform/outbox/outbox-channel.ts'
import { createDeliveryPool } from '../../platform/outbox/pool.ts'
import { areRowsWaiting } from '../../platform/outbox/rows.ts'
import { alertMailChannel, pushChannel } from './channels.ts'
import { alertMail } from './mail.ts'
import { areAlertsDue, matchAlerts } from './match.ts'
import { alertMessage } from './message.ts'
import { listAlertEvents } from './store/alert-events.ts'
import type { VapidKeys } from './store/devices.ts'
import { keysForPush, sendPush } from './web-push.ts'

export function alertStages(frame: WorkerFrame): FeatureStage[] {
  const { config, clock, content, database } = frame
  const { site, search, inflection } = content
  const searching = { db: database.db, siteLanguage: site.language, content: search }
  const { pools, close } = openPools(frame)
  const isWaiting = (channel: 'push' | 'alert') => areRowsWaiting(database, channel, clock.now())
  return [
    {
      stage: 'alerts',
      handle: () =>
        matchAlerts({
          database,
          clock,
          inflection,
          timezone: site.timezone,
          withWebhooks: config.features.has('webhooks'),
          readEvents: (ids) => listAlertEvents(database.db, ids),
          stemsOf: (query) => stemsOfSearch(searching, query, clock.now()),
          findBySearch: (query, scope) => findBySearch(searching, query, scope),
        }),
      due: async () => ((await areAlertsDue(database)) ? [''] : []),
    },
    {
      stage: 'sendings',
      handle: (channel) => pools[channel === 'push' ? 'push' : 'mail'].flush(),
      due: async () => [
        ...((await isWaiting('push')) ? ['push'] : []),
        ...((await isWaiting('alert')) ? ['mail'] : []),
      ],
      close,
    },
  ]
}

function openPools(frame: WorkerFrame) {
  const { config, log, clock, content, database, strangers } = frame
  const { site, inflection, messages } = content
  const mailer = createMailer(config, site.name, log, true)
  const context = { site, t: messages.t, baseUrl: config.BASE_URL, paths: site.paths }
  const eventsOf = (ids: number[]) => hydrateEvents(database.db, ids, site.language)
  let keys: VapidKeys | null = null
  const alerts = {
    database,
    clock,
    log,
    inflection,
    send: mailer.send,
    readEvents: (ids: number[]) => listAlertEvents(database.db, ids),
    push: async (to, eventIds) => {
      const message = present(alertMessage(messages.t, site.paths, await eventsOf(eventIds)))
      keys ??= await keysForPush(frame)
      return sendPush(config, strangers, keys, { to, message })
    },
    compose: async (to, eventIds) => present(alertMail(context, { ...to, events: await eventsOf(eventIds) })),
  } satisfies Parameters<typeof pushChannel>[0]
  const pool = <Item extends Delivery>(channel: Channel<Item>, atOnce: number, ofOne: number) =>
    createDeliveryPool(deliverBy(frame, channel), { atOnce, ofOne, clock, log })
  const pools = {
    // One server takes all mail: it waits in the one queue by which the pool knows that it has enough.
    mail: pool(alertMailChannel(alerts), 4, Number.POSITIVE_INFINITY),
    push: pool(pushChannel(alerts), 48, 16),
  }
  const close = () => {
    for (const each of Object.values(pools)) void each.close()
    mailer.close()
  }
  return { pools, close }
}

/** Throws `gone` where the events went between one read and the next. */
function present<T>(message: T | null): T {
  if (!message) throw new AppError('gone', 'The events are not there any more.')
  return message
}

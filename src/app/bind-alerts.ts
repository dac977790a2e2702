/** Ties the stages of alerts to what is read of events, to mail and to push services. */
import type { Logger } from 'pino'
import { createMailer, judgeFailure } from '../accounts/mailer.ts'
import { configuredKeys, newVapidKeys, sendPush } from '../accounts/push.ts'
import type { Config } from '../config.ts'
import type { Content } from '../content.ts'
import { alertMessage } from '../domain/alerts/message.ts'
import { AppError } from '../domain/errors.ts'
import type { Clock } from '../domain/time/clock.ts'
import type { Poster } from '../feeds/fetch/post.ts'
import { matchAlerts } from '../pipeline/alerts/match.ts'
import { type AlertSending, mailDeliverer, pushDeliverer } from '../pipeline/alerts/send.ts'
import type { AlertStages } from '../pipeline/context.ts'
import { createDeliveryPool } from '../pipeline/deliveries/pool.ts'
import { listAlertEvents } from '../read/edition/events.ts'
import { findBySearch, stemsOfSearch } from '../read/edition/saved-searches.ts'
import { hydrateEvents } from '../read/events/events.ts'
import { forgetDevice, type VapidKeys, vapidKeys } from '../store/alerts/devices.ts'
import { listChangedEvents } from '../store/alerts/progress.ts'
import { areSendingsWaiting } from '../store/alerts/sendings.ts'
import type { Database } from '../store/database/database.ts'
import { alertMail } from '../surfaces/mail/alert-mail.ts'

interface Parts {
  config: Config
  log: Logger
  clock: Clock
  content: Content
  database: Database
  strangers: Poster
}

/** Older articles of an event that has changed are not what a search is asked for. */
const SEARCHED_MS = 14 * 86_400_000

/** The operator's, or the installation's own. */
export async function keysForPush({ config, database, clock }: Pick<Parts, 'config' | 'database' | 'clock'>) {
  return configuredKeys(config) ?? (await vapidKeys(database, config.DATA_DIR, newVapidKeys, clock.now()))
}

export function bindAlerts(parts: Parts): AlertStages {
  const { config, log, clock, content, database, strangers } = parts
  const { site, search, inflection, messages } = content
  const searching = { db: database.db, siteLanguage: site.language, content: search }
  const mailer = createMailer(config, site.name, log, true)
  const eventsOf = (ids: number[]) => hydrateEvents(database.db, ids, site.language)
  const since = (now: Date) => new Date(now.getTime() - SEARCHED_MS)
  let keys: VapidKeys | null = null
  const readEvents = (ids: number[]) => listAlertEvents(database.db, ids)
  const sending: AlertSending = {
    ...{ database, clock, log, inflection, readEvents, judge: judgeFailure },
    push: async (to, eventIds) => {
      const message = alertMessage(messages.t, site.paths, await eventsOf(eventIds))
      if (!message) throw gone()
      keys ??= await keysForPush(parts)
      return sendPush(config, strangers, keys, { to, message })
    },
    mail: async ({ email, key }, eventIds) => {
      const words = { site, t: messages.t, baseUrl: config.BASE_URL, paths: site.paths }
      const mail = alertMail(words, { email, key, events: await eventsOf(eventIds) })
      if (!mail) throw gone()
      await mailer.send(mail)
    },
    forgetDevice: (id) => forgetDevice(database, id),
  }
  const pools = {
    push: createDeliveryPool(pushDeliverer(sending), { atOnce: 48, ofOne: 16, clock, log }),
    mail: createDeliveryPool(mailDeliverer(sending), { atOnce: 4, ofOne: 4, clock, log }),
  }
  return {
    areDue: async () => (await listChangedEvents(database)).until !== null,
    match: () =>
      matchAlerts({
        ...{ database, clock, inflection, readEvents, timezone: site.timezone },
        stemsOf: (query) => stemsOfSearch(searching, query, clock.now()),
        findBySearch: (query, eventIds) => {
          const now = clock.now()
          return findBySearch(searching, query, { since: since(now), now, eventIds })
        },
      }),
    areWaiting: () => areSendingsWaiting(database, clock.now()),
    send: async (way) => {
      const some = way === undefined ? Object.values(pools) : [pools[way]]
      await Promise.all(some.map((pool) => pool.flush()))
    },
    close: () => {
      for (const pool of Object.values(pools)) void pool.close()
      mailer.close()
    },
  }
}

/** Between one read and the next. */
const gone = () => new AppError('gone', 'The events are not there any more.')

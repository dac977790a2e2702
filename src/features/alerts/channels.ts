/** Alerts by mail, at most once, and to devices: what waits for one of them goes as one. */

import { mutesOf } from '../../news/accounts/writes/follows.ts'
import { handOver, type Mailing } from '../../news/editions/list-mail.ts'
import { type EditionEvent, muting } from '../../news/editions/rules/edition.ts'
import { isConfirmed } from '../../news/events/rules/confirmed.ts'
import { AppError, messageOf } from '../../platform/errors.ts'
import type { Inflection } from '../../platform/languages/inflection.ts'
import { messageBackoff } from '../../platform/outbox/backoff.ts'
import type { Mail } from '../../platform/outbox/mailer.ts'
import type { Channel, Delivery, Outcome } from '../../platform/outbox/outbox-channel.ts'
import { leaseRows, type OutboxRow } from '../../platform/outbox/rows.ts'
import { registrableDomain } from '../../platform/text/url.ts'
import type { PushAddress } from './device.ts'
import { deleteDevice } from './store/devices.ts'
import { listWaitingAlerts, type WaitingAlert } from './store/matching.ts'

interface Alerts extends Mailing {
  inflection: Inflection
  /** Those of these events that readers see, as they are now. */
  readEvents(ids: number[]): Promise<EditionEvent[]>
  /** To a device. Throws where its push service cannot be reached or is busy. */
  push(to: PushAddress, eventIds: number[]): Promise<'sent' | 'refused' | 'gone'>
  compose(to: { email: string; key: string }, eventIds: number[]): Promise<Mail>
}

interface AlertBatch extends Delivery {
  alert: WaitingAlert
}

/** At least once: messages have a topic, so that a repeated one replaces the first. */
export const pushChannel = (parts: Alerts): Channel<AlertBatch> => ({
  ...channelOf(parts, 'push'),
  receiverOf: ({ alert: { device } }) => registrableDomain(device?.endpoint ?? ''),
  send: (batch) => sendPush(parts, batch),
})

export const alertMailChannel = (parts: Alerts): Channel<AlertBatch> => ({
  ...channelOf(parts, 'alert'),
  receiverOf: () => '',
  send: ({ rows, alert: { userId, mail } }) =>
    handOver(parts, { list: 'alerts', userId }, () => parts.compose(mail ?? { email: '', key: '' }, eventsOf(rows))),
})

const eventsOf = (rows: OutboxRow[]) => rows.flatMap(({ eventId }) => eventId ?? [])

const channelOf = (parts: Alerts, name: 'push' | 'alert') => ({
  lease: (limit: number) => leaseRows(parts.database, name, parts.clock.now(), limit),
  prepare: async (leased: OutboxRow[]) => {
    const alerts = await filterCurrent(parts, await listWaitingAlerts(parts.database, leased))
    const batches = Map.groupBy(alerts, ({ row }) => row.receiver).values()
    return [...batches].flatMap((batch) => {
      const [alert] = batch
      return alert ? { rows: batch.map(({ row }) => row), alert } : []
    })
  },
  backoff: messageBackoff,
})

/** Without an address, their event, enough sources, or muted by now: these are left out. */
async function filterCurrent(parts: Alerts, alerts: WaitingAlert[]): Promise<WaitingAlert[]> {
  const events = new Map(
    (await parts.readEvents([...new Set(alerts.map(({ eventId }) => eventId))])).map((event) => [event.id, event]),
  )
  const users = [...new Set(alerts.map(({ userId }) => userId))]
  const mutes = await mutesOf(parts.database.db, users)
  return alerts.filter(({ device, mail, userId, eventId, minSources, byItself }) => {
    const event = events.get(eventId)
    if (!(device ?? mail) || !event || !isConfirmed(event.sourceCount, minSources)) return false
    return byItself || !mutes.has(userId) || !muting({ mutes: mutes.get(userId) ?? [] }, parts.inflection)(event)
  })
}

async function sendPush(parts: Alerts, { rows, alert: { userId, device } }: AlertBatch): Promise<Outcome> {
  if (!device) return 'ended'
  try {
    const outcome = await parts.push(device, eventsOf(rows))
    if (outcome === 'sent') return 'sent'
    if (outcome === 'refused') return { error: 'the push service refuses it', final: true }
    await deleteDevice(parts.database, rows[0]?.receiver ?? 0)
    return 'ended'
  } catch (error) {
    parts.log.warn({ err: error, user: userId }, 'an alert could not be pushed')
    const refusal = error instanceof AppError ? error : undefined
    const requestedMs = 1000 * (refusal?.retryAfter ?? 0)
    return { error: messageOf(error), unanswered: refusal?.code === 'unavailable', requestedMs }
  }
}

/** Sends the alerts that wait: what waits for one device or mailbox goes as one. */
import type { Logger } from 'pino'
import { isConfirmed } from '../../domain/alerts/rule.ts'
import { type EditionEvent, muting } from '../../domain/edition/edition.ts'
import { AppError, messageOf } from '../../domain/errors.ts'
import type { Inflection } from '../../domain/languages/inflection.ts'
import { registrableDomain } from '../../domain/text/url.ts'
import type { Clock } from '../../domain/time/clock.ts'
import { mutesOf } from '../../store/accounts/follows.ts'
import { stopAlertMail } from '../../store/alerts/mails.ts'
import {
  type Begun,
  beginMail,
  beginPush,
  endSendings,
  failSendings,
  type MailWay,
  type Parcel,
  type ParcelRow,
  type PushWay,
  postponeSendings,
  takeParcels,
} from '../../store/alerts/sendings.ts'
import type { Database } from '../../store/database/database.ts'
import type { Deliverer } from '../deliveries/pool.ts'
import { tryAgainAt } from '../editions/send.ts'

export interface AlertSending {
  database: Database
  clock: Clock
  log: Logger
  inflection: Inflection
  /** Those of these events that readers see, as they are now. */
  readEvents(ids: number[]): Promise<EditionEvent[]>
  /** To a device. Throws where its push service cannot be reached or is busy. */
  push(to: PushWay, eventIds: number[]): Promise<'sent' | 'refused' | 'gone'>
  mail(to: MailWay, eventIds: number[]): Promise<void>
  /** Whether the mail was certainly not taken, and the words of a server that has no such mailbox. */
  judge(error: unknown): { certain: boolean; refusal: string | null }
  forgetDevice(id: number): Promise<void>
}

export const pushDeliverer = (parts: AlertSending): Deliverer<Parcel> => ({
  ...delivererOf(parts, 'push'),
  receiverOf: ({ way }) => ('push' in way ? registrableDomain(way.push.endpoint) : ''),
  deliver: (parcel) => sendPush(parts, parcel),
})

/** One mail server takes them all, and says itself what it does not take. */
export const mailDeliverer = (parts: AlertSending): Deliverer<Parcel> => ({
  ...delivererOf(parts, 'mail'),
  receiverOf: () => '',
  deliver: async (parcel) => {
    await sendMail(parts, parcel)
    return true
  },
})

const delivererOf = (parts: AlertSending, way: 'push' | 'mail') => ({
  take: async (most: number) => {
    for (;;) {
      const parcels = await takeParcels(parts.database, parts.clock.now(), most, way)
      const holding = await keepWhatHolds(parts, parcels)
      if (holding.length > 0 || parcels.length === 0) return holding
    }
  },
  postpone: ({ rows }: Parcel, until: Date) => postponeSendings(parts.database, idsOf(rows), until),
})

/** Without what is gone, told by fewer than were asked for, or muted by now. */
async function keepWhatHolds(parts: AlertSending, parcels: Parcel[]): Promise<Parcel[]> {
  if (parcels.length === 0) return []
  const { database, clock, inflection } = parts
  const ids = new Set(parcels.flatMap(({ rows }) => rows.map(({ eventId }) => eventId)))
  const events = new Map((await parts.readEvents([...ids])).map((event) => [event.id, event]))
  const mutes = await mutesOf(
    database.db,
    parcels.map(({ userId }) => userId),
  )
  const holds = (userId: number, { eventId, minSources, byItself }: ParcelRow) => {
    const event = events.get(eventId)
    if (!event || !isConfirmed(event.sourceCount, minSources)) return false
    return byItself || !mutes.has(userId) || !muting({ mutes: mutes.get(userId) ?? [] }, inflection)(event)
  }
  const dropped = parcels.flatMap(({ userId, rows }) => rows.filter((row) => !holds(userId, row)))
  await endSendings(database, idsOf(dropped), 'dropped', clock.now())
  return parcels
    .map((parcel) => ({ ...parcel, rows: parcel.rows.filter((row) => holds(parcel.userId, row)) }))
    .filter(({ rows }) => rows.length > 0)
}

const idsOf = (rows: ParcelRow[]) => rows.map(({ id }) => id)
const eventsOf = (rows: ParcelRow[]) => rows.map(({ eventId }) => eventId)
const mostTries = (rows: ParcelRow[]) => Math.max(...rows.map(({ tries }) => tries)) + 1

/** Those rows that may be sent; the others end here. */
async function keepBegun({ database, clock }: AlertSending, rows: ParcelRow[], begun: Begun<unknown>) {
  const dropped = rows.filter(({ id }) => !begun.ids.has(id))
  await endSendings(database, idsOf(dropped), 'dropped', clock.now())
  return rows.filter(({ id }) => begun.ids.has(id))
}

/** False where its push service could not be reached or is busy, null where nothing of it is sent. */
async function sendPush(parts: AlertSending, { rows, userId }: Parcel): Promise<boolean | null> {
  const { database, clock, log } = parts
  const begun = await beginPush(database, idsOf(rows))
  const mine = await keepBegun(parts, rows, begun)
  if (!begun.to) return null
  const ids = idsOf(mine)
  try {
    const outcome = await parts.push(begun.to, eventsOf(mine))
    const now = clock.now()
    if (outcome === 'sent') await endSendings(database, ids, 'sent', now)
    else if (outcome === 'gone') await parts.forgetDevice(begun.to.id)
    else await failSendings(database, ids, { error: 'the push service refuses it', tryAt: null, now })
    return true
  } catch (error) {
    const now = clock.now()
    const requested = error instanceof AppError ? 1000 * (error.retryAfter ?? 0) : 0
    await failSendings(database, ids, {
      error: messageOf(error),
      tryAt: tryAgainAt(mostTries(mine), now, requested),
      now,
    })
    log.warn({ err: error, user: userId }, 'an alert could not be pushed')
    return !(error instanceof AppError && error.code === 'unavailable')
  }
}

async function sendMail(parts: AlertSending, { rows, userId }: Parcel): Promise<void> {
  const { database, clock, log } = parts
  const begun = await beginMail(database, idsOf(rows), clock.now())
  const mine = await keepBegun(parts, rows, begun)
  if (!begun.to) return
  try {
    await parts.mail(begun.to, eventsOf(mine))
  } catch (error) {
    const now = clock.now()
    const { certain, refusal } = parts.judge(error)
    const tryAt = certain && refusal === null ? tryAgainAt(mostTries(mine), now) : null
    await failSendings(database, idsOf(mine), { error: refusal ?? messageOf(error), tryAt, now })
    if (refusal !== null) await stopAlertMail(database, { userId }, now, refusal)
    log.warn({ err: error, user: userId, stopped: refusal !== null }, 'an alert could not be mailed')
    return
  }
  await endSendings(database, idsOf(mine), 'sent', clock.now())
}

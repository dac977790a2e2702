/** Sends the alerts that wait: what waits for one device or mailbox goes as one. */
import type { Logger } from 'pino'
import { isConfirmed } from '../../domain/alerts/rule.ts'
import { type EditionEvent, muting } from '../../domain/edition/edition.ts'
import { messageOf } from '../../domain/errors.ts'
import type { Inflection } from '../../domain/languages/inflection.ts'
import type { Clock } from '../../domain/time/clock.ts'
import { mutesOf } from '../../store/accounts/follows.ts'
import { stopAlertMail } from '../../store/alerts/mails.ts'
import {
  beginMail,
  endSendings,
  failSendings,
  type MailWay,
  type Parcel,
  type ParcelRow,
  type PushWay,
  takeParcels,
} from '../../store/alerts/sendings.ts'
import type { Database } from '../../store/database/database.ts'
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

const BATCH = 100
const PUSHES_AT_ONCE = 16

/** Until nothing waits; returns how many messages were sent. */
export async function sendAlerts(parts: AlertSending): Promise<number> {
  for (let sent = 0; ; ) {
    const parcels = await takeParcels(parts.database, parts.clock.now(), BATCH)
    if (parcels.length === 0) return sent
    const holding = await keepWhatHolds(parts, parcels)
    const pushes = holding.filter(({ way }) => 'push' in way)
    for (let i = 0; i < pushes.length; i += PUSHES_AT_ONCE) {
      const some = pushes.slice(i, i + PUSHES_AT_ONCE)
      const done = await Promise.all(some.map((parcel) => sendPush(parts, parcel)))
      sent += done.filter(Boolean).length
    }
    for (const parcel of holding) if ('mail' in parcel.way && (await sendMail(parts, parcel))) sent++
  }
}

/** Without what is gone, told by fewer than were asked for, or muted by now. */
async function keepWhatHolds(parts: AlertSending, parcels: Parcel[]): Promise<Parcel[]> {
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

async function sendPush(parts: AlertSending, { way, rows, userId }: Parcel): Promise<boolean> {
  if (!('push' in way)) return false
  const { database, clock, log } = parts
  const ids = idsOf(rows)
  try {
    const outcome = await parts.push(way.push, eventsOf(rows))
    const now = clock.now()
    if (outcome === 'sent') await endSendings(database, ids, 'sent', now)
    else if (outcome === 'gone') await parts.forgetDevice(way.push.id)
    else await failSendings(database, ids, { error: 'the push service refuses it', tryAt: null, now })
    return outcome === 'sent'
  } catch (error) {
    const now = clock.now()
    await failSendings(database, ids, { error: messageOf(error), tryAt: tryAgainAt(mostTries(rows), now), now })
    log.warn({ err: error, user: userId }, 'an alert could not be pushed')
    return false
  }
}

async function sendMail(parts: AlertSending, { way, rows, userId }: Parcel): Promise<boolean> {
  if (!('mail' in way)) return false
  const { database, clock, log } = parts
  const begun = new Set(await beginMail(database, idsOf(rows), clock.now()))
  const mine = rows.filter(({ id }) => begun.has(id))
  // Stopped since it was queued.
  const now = clock.now()
  await endSendings(database, idsOf(rows.filter(({ id }) => !begun.has(id))), 'dropped', now)
  if (mine.length === 0) return false
  try {
    await parts.mail(way.mail, eventsOf(mine))
  } catch (error) {
    const { certain, refusal } = parts.judge(error)
    const tryAt = certain && refusal === null ? tryAgainAt(mostTries(mine), now) : null
    await failSendings(database, idsOf(mine), { error: refusal ?? messageOf(error), tryAt, now })
    if (refusal !== null) await stopAlertMail(database, { userId }, now, refusal)
    log.warn({ err: error, user: userId, stopped: refusal !== null }, 'an alert could not be mailed')
    return false
  }
  await endSendings(database, idsOf(mine), 'sent', clock.now())
  return true
}

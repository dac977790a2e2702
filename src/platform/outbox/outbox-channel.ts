/** Delivers rows of the outbox through a channel: from the lease to the outcome, alike for all channels. */

import type { Database } from '../database/database.ts'
import type { Clock } from '../time/clock.ts'
import type { Backoff } from './backoff.ts'
import type { Deliverer } from './pool.ts'
import { areLeased, beginRows, dropRows, failRows, finishRows, type OutboxRow, postponeRows } from './rows.ts'

/** Rows that are begun together: those of one receiver as one message, or of several mailboxes of one server. */
export interface Delivery {
  rows: OutboxRow[]
}

export interface Failure {
  error: string
  /** Another try is of no use. */
  final?: boolean
  /** There was no answer: after three of them the receiver is left alone for a while. */
  unanswered?: boolean
  /** Milliseconds for which the receiver wants to be left alone (Retry-After). */
  requestedMs?: number
}

/** `ended`: what became of it is on record already. */
export type Outcome = 'sent' | 'ended' | Failure

/** A kind of receiver: mailboxes, devices, webhooks, subscribers of the hub. */
export interface Channel<Item extends Delivery> {
  lease(limit: number): Promise<OutboxRow[]>
  /** Deliveries of leased rows, without those that do not hold any more: these are dropped. */
  prepare(rows: OutboxRow[]): Promise<Item[]>
  /** Limits and failures count together for one receiver. */
  receiverOf(item: Item): string
  /** Its rows have begun: one outcome for all, or one for each. Throws for what is wrong here alone. */
  send(item: Item): Promise<Outcome | Outcome[]>
  backoff: Backoff
  /** A stream: milliseconds to rest after a success. */
  restMs?: number
  /** A stream: no other try is made. */
  giveUp?(item: Item, failure: Failure): Promise<void>
}

/** A receiver may ask for no more. */
const MAX_REQUESTED_MS = 2 * 3_600_000

export function deliverBy<Item extends Delivery>(
  { database, clock }: { database: Database; clock: Clock },
  channel: Channel<Item>,
): Deliverer<Item> {
  async function fail(item: Item, failure: Failure): Promise<void> {
    const now = clock.now()
    const tries = 1 + Math.max(...item.rows.map((row) => row.tries))
    const since = item.rows[0]?.failingSince ?? now
    const backoff = failure.final ? null : channel.backoff({ tries, since }, now)
    const requested = now.getTime() + Math.min(failure.requestedMs ?? 0, MAX_REQUESTED_MS)
    const tryAt = backoff && new Date(Math.max(backoff.getTime(), requested))
    // First: a stream whose rows are free again is taken by the next that looks.
    if (!tryAt && (await areLeased(database, item.rows))) await channel.giveUp?.(item, failure)
    await failRows(database, item.rows, { error: failure.error, tryAt, now })
  }

  /** False where there was no answer. */
  async function record(item: Item, result: Outcome | Outcome[]): Promise<boolean> {
    const parts: [OutboxRow[], Outcome | undefined][] = Array.isArray(result)
      ? item.rows.map((row, i) => [[row], result[i]])
      : [[item.rows, result]]
    const sent = parts.flatMap(([rows, outcome]) => (outcome === 'sent' ? rows : []))
    const now = clock.now()
    if (sent.length > 0) await finishRows(database, sent, now, new Date(now.getTime() + (channel.restMs ?? 0)))
    const failures = parts.flatMap(([rows, outcome]) => (typeof outcome === 'object' ? [{ rows, outcome }] : []))
    for (const { rows, outcome } of failures) await fail({ ...item, rows }, outcome)
    return !failures.some(({ outcome }) => outcome.unanswered)
  }

  return {
    lease: async (limit) => {
      for (;;) {
        const rows = await channel.lease(limit)
        const items = rows.length > 0 ? await channel.prepare(rows) : []
        const valid = new Set(items.flatMap((item) => item.rows))
        await dropRows(
          database,
          rows.filter((row) => !valid.has(row)),
          clock.now(),
        )
        if (items.length > 0 || rows.length === 0) return items
      }
    },
    receiverOf: (item) => channel.receiverOf(item),
    postpone: ({ rows }, until) => postponeRows(database, rows, until),
    deliver: async (item) => {
      const begun = await beginRows(database, item.rows, clock.now())
      const rows = item.rows.filter(({ id }) => begun.has(id))
      const others = item.rows.filter(({ id }) => !begun.has(id))
      if (others.length > 0) await postponeRows(database, others)
      if (rows.length === 0) return null
      const result = await channel.send({ ...item, rows })
      return result === 'ended' ? null : record({ ...item, rows }, result)
    },
  }
}

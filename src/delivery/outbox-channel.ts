/** Delivers rows of the outbox through a channel: from the lease to the outcome, alike for all channels. */
import type { Backoff } from '../domain/delivery/backoff.ts'
import type { Clock } from '../domain/time/clock.ts'
import type { Database } from '../store/database/database.ts'
import { beginRows, failRows, finishRows, type OutboxRow, postponeRows } from '../store/outbox/rows.ts'
import type { Deliverer } from './pool.ts'

/** Rows for one receiver that go as one message. */
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
  /** Deliveries of leased rows; drops those that do not hold any more. */
  prepare(rows: OutboxRow[]): Promise<Item[]>
  /** Limits and failures count together for one receiver. */
  receiverOf(item: Item): string
  /** Its rows have begun. Throws for what is wrong here alone. */
  send(item: Item): Promise<Outcome>
  backoff: Backoff
  /** A stream: milliseconds to rest after a success. */
  restMs?: number
  /** A stream: no other try is made. */
  giveUp?(item: Item, failure: Failure): Promise<void>
}

/** No receiver is heeded for longer. */
const LONGEST_REQUEST_MS = 2 * 3_600_000

export function deliverBy<Item extends Delivery>(
  { database, clock }: { database: Database; clock: Clock },
  channel: Channel<Item>,
): Deliverer<Item> {
  const begin = together((rows: OutboxRow[]) => beginRows(database, rows, clock.now()))
  const finish = together((rows: OutboxRow[]) => {
    const now = clock.now()
    return finishRows(database, rows, now, new Date(now.getTime() + (channel.restMs ?? 0)))
  })

  async function fail(item: Item, failure: Failure): Promise<void> {
    const now = clock.now()
    const tries = 1 + Math.max(...item.rows.map((row) => row.tries))
    const since = item.rows[0]?.failingSince ?? now
    const backoff = failure.final ? null : channel.backoff({ tries, since }, now)
    const requested = now.getTime() + Math.min(failure.requestedMs ?? 0, LONGEST_REQUEST_MS)
    const tryAt = backoff && new Date(Math.max(backoff.getTime(), requested))
    await failRows(database, item.rows, { error: failure.error, tryAt, now })
    if (!tryAt) await channel.giveUp?.(item, failure)
  }

  return {
    take: async (limit) => {
      for (;;) {
        const rows = await channel.lease(limit)
        const items = rows.length > 0 ? await channel.prepare(rows) : []
        if (items.length > 0 || rows.length === 0) return items
      }
    },
    receiverOf: (item) => channel.receiverOf(item),
    postpone: ({ rows }, until) => postponeRows(database, rows, until),
    deliver: async (item) => {
      const begun = await begin(item.rows)
      const rows = item.rows.filter(({ id }) => begun.has(id))
      if (rows.length < item.rows.length)
        await postponeRows(
          database,
          item.rows.filter((row) => !rows.includes(row)),
        )
      if (rows.length === 0) return null
      const outcome = await channel.send({ ...item, rows })
      if (outcome === 'ended') return null
      if (outcome === 'sent') await finish(rows)
      else await fail({ ...item, rows }, outcome)
      return outcome === 'sent' || !outcome.unanswered
    },
  }
}

/** Group commit: calls that come while one runs are one call after it. */
function together<T, R>(run: (all: T[]) => Promise<R>): (some: T[]) => Promise<R> {
  let last: Promise<unknown> = Promise.resolve()
  let next: { all: T[]; result: Promise<R> } | null = null
  return (some) => {
    if (!next) {
      const all: T[] = []
      const result = last.then(() => {
        next = null
        return run(all)
      })
      last = result.catch(() => {})
      next = { all, result }
    }
    next.all.push(...some)
    return next.result
  }
}

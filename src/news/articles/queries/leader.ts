/**
 * The item that leads a list. An article without a date may be old news that was found today. Where the order of a list
 * puts it first, the first item that may lead moves before it. All others stay in place.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../../../platform/database/schema.ts'
import type { ListCursor } from '../../../platform/site/pages.ts'

/** Items among which one that may lead is looked for. */
const REACH = 1000

export interface Leader extends ListCursor {
  /** Count of items before it in the plain order. */
  before: number
  /** The first of the plain order. */
  first: ListCursor
}

/**
 * `plain`: `id` and `at` of the items in the plain order, without a limit; `leads`: whether one of them, called `p`, may lead.
 * Null where the first may, or none within reach.
 */
export async function findLeader(
  db: Kysely<Schema>,
  plain: RawBuilder<unknown>,
  leads: RawBuilder<unknown>,
): Promise<Leader | null> {
  const head = sql<ListCursor & { leads: boolean }>`select p.*, ${leads} as leads from (${plain} limit 1) p`
  const [first] = (await head.execute(db)).rows
  if (!first || first.leads) return null
  const { rows } = await sql<Omit<Leader, 'first'>>`
    select id, at, before from (select *, row_number() over () - 1 as before from (${plain} limit ${REACH}) near) p
    where ${leads} order by before limit 1`.execute(db)
  return rows[0] ? { ...rows[0], first } : null
}

export interface Part {
  limit: number
  offset: number
  /** An item that is left out. */
  without?: number
}

/** Items of a list from `offset` on, the leader before the others. `read` gives those of the plain order. */
export async function readLed<T>(
  leader: Leader | null,
  { limit, offset }: Part,
  lead: (leader: Leader) => T,
  read: (part: Part) => Promise<T[]>,
): Promise<T[]> {
  if (leader === null || offset > leader.before) return read({ limit, offset })
  const without = leader.id
  if (offset > 0) return read({ limit, offset: offset - 1, without })
  return [lead(leader), ...(await read({ limit: limit - 1, offset: 0, without }))]
}

/** The place where a list goes on that was shown up to `last`. Its leader is remembered, and is not shown again. */
export function cursorBehind(last: ListCursor, led: Leader | ListCursor | null): ListCursor {
  if (led === null) return last
  if (!('first' in led)) return led.led === undefined ? last : { ...last, led: led.led }
  // Behind the leader alone, nothing of the plain order was shown.
  const { at, id } = last.id === led.id ? { at: led.first.at, id: led.first.id + 1 } : last
  return { at, id, led: led.id }
}

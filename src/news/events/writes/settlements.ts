/** Settlements of disputes: those of an event, the events whose disputes are to be held against their reports, and the operator's overrides. */
import { sql } from 'kysely'
import {
  type ActorDatabase,
  type Database,
  type Db,
  publishing,
  type Trx,
} from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { auditedAction, type UndoHandlers } from '../../actions/writes/log.ts'
import type { StoredPoint } from '../rules/event-text.ts'
import { isSameDispute, marksOfPoint, rightOf, type Settlement, settlementOf, withFirst } from '../rules/settlement.ts'
import { stateOf } from './event-texts.ts'
import { lockEvent } from './operator-event-text.ts'

type Stored = Settlement & { id: number }
/** A dispute stays open where no report has come to its event for so long. */
const REACH_MS = 30 * 86_400_000

/** State of a text whose rule was applied while no judge could be asked. */
const WITHOUT_JUDGE = 'without judge '

const pending = (now: Date, canJudge: boolean) => sql`
  from event_texts t join events e on e.id = t.event_id and e.merged_into is null
  where t.points @> '[{"status": "disputed"}]' and e.last_at > ${new Date(now.getTime() - REACH_MS)}
    and not exists (select from event_texts l where l.event_id = t.event_id and l.revision > t.revision)
    and t.reports_state is distinct from ${stateOf}
    and (${canJudge} or t.reports_state is distinct from ${WITHOUT_JUDGE} || ${stateOf})`

/** Events with a dispute whose members have changed since it was last held against them. `canJudge`: a judge can be asked now. */
export async function listToSettle(db: Db, now: Date, canJudge: boolean, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select e.id ${pending(now, canJudge)} order by e.last_at desc, e.id desc limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** That its disputes were held against its reports as they were read. */
export async function recordSettling(
  db: Db,
  { eventId, state, revision }: { eventId: number; state: string; revision: number },
  isJudged: boolean,
): Promise<void> {
  await db
    .updateTable('event_texts')
    .set({ reports_state: (isJudged ? '' : WITHOUT_JUDGE) + state })
    .where('event_id', '=', eventId)
    .where('revision', '=', revision)
    .execute()
}

export interface Disputes {
  eventId: number
  revision: number
  state: string
  points: StoredPoint[]
  settlements: Stored[]
}

/** Of the newest text. Null for an event without one. */
export async function findDisputes(db: Db | Trx, eventId: number): Promise<Disputes | null> {
  const { rows } = await sql<Pick<Disputes, 'revision' | 'state' | 'points'>>`
    select t.revision, ${stateOf} as state, t.points from events e join event_texts t on t.event_id = e.id
    where e.id = ${eventId} and e.merged_into is null order by t.revision desc limit 1`.execute(db)
  const [row] = rows
  if (!row) return null
  const { rows: settlements } = await sql<Stored>`
    select id, point, settled, settled_by as "settledBy", to_json(brought_by) as "broughtBy", reason, model, at
    from settlements_of(${eventId}) order by id`.execute(db)
  return { ...row, eventId, points: row.points.filter(({ status }) => status === 'disputed'), settlements }
}

/** Stores it unless the dispute has one by now. */
export const saveSettlement = (database: Database, eventId: number, settlement: Settlement): Promise<void> =>
  publishing(database, async (trx) => {
    await lockEvent(trx, eventId)
    const found = await findDisputes(trx, eventId)
    if (found && !settlementOf(settlement.point, found.settlements)) await insertSettlement(trx, settlement)
  })

async function insertSettlement(trx: Trx, { point, settled, settledBy, broughtBy, ...rest }: Settlement) {
  const articles = [...new Set([...point.statements.flatMap((one) => one.articles), ...broughtBy])]
  return trx
    .insertInto('dispute_settlements')
    .values({
      article_id: articles[0] ?? 0,
      article_ids: articles,
      brought_by: broughtBy,
      point: JSON.stringify(point),
      marks: marksOfPoint(point),
      settled,
      settled_by: settledBy,
      ...rest,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

interface Override {
  id: number
  /** Those that it took the place of. */
  replaced: (Omit<Settlement, 'at'> & { at: string | Date })[]
}

/**
 * The operator's override of a dispute, found by one of its statements: which of them was right, or that the dispute is open. It
 * takes the place of any other.
 */
export const ruleDispute = (
  database: ActorDatabase,
  { eventId, statement, isOpen }: { eventId: number; statement: string; isOpen: boolean },
  now: Date,
) =>
  auditedAction(database, now, async (trx) => {
    await lockEvent(trx, eventId)
    const found = await findDisputes(trx, eventId)
    const all = [...(found?.points ?? []), ...(found?.settlements ?? []).map((one) => one.point)]
    const point = all.find(({ statements }) => statements.some(({ text }) => text === statement))
    if (!found || !point) throw new AppError('not_found', 'There is no such dispute.')
    const right = point.statements.findIndex(({ text }) => text === statement)
    const current = settlementOf(point, found.settlements)
    const isOverride = current?.settledBy === 'operator'
    const isUnchanged = isOverride && current.settled === !isOpen && (isOpen || rightOf(point, current) === right)
    if (isUnchanged || (isOpen && !current)) return null
    const same = found.settlements.filter((one) => isSameDispute(point, marksOfPoint(one.point)))
    await deleteSettlements(
      trx,
      same.map(({ id }) => id),
    )
    const { id } = await insertSettlement(trx, {
      point: withFirst(point, right),
      settled: !isOpen,
      settledBy: 'operator',
      broughtBy: [],
      reason: null,
      model: null,
      at: now,
    })
    const undo: Override = { id, replaced: same }
    const rightBefore = current?.settled ? (current.point.statements[0]?.text ?? null) : null
    return {
      action: 'dispute_settled',
      target: `event:${eventId}`,
      subject: point.statements.map(({ text }) => text).join(' / '),
      before: { right: rightBefore },
      after: { right: isOpen ? null : statement },
      undo,
    }
  })

async function deleteSettlements(trx: Trx, ids: number[]): Promise<number> {
  if (ids.length === 0) return 0
  const { numDeletedRows } = await trx.deleteFrom('dispute_settlements').where('id', 'in', ids).executeTakeFirst()
  return Number(numDeletedRows)
}

/** A later override has taken its place where it is not there any more. */
async function undoOverride(trx: Trx, { id, replaced }: Override): Promise<boolean> {
  if ((await deleteSettlements(trx, [id])) === 0) return false
  for (const { point, settled, settledBy, broughtBy, reason, model, at } of replaced)
    await insertSettlement(trx, { point, settled, settledBy, broughtBy, reason, model, at: new Date(at) })
  return true
}

export const settlementUndoHandlers: UndoHandlers = { dispute_settled: undoOverride }

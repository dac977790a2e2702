/** The audit log of operators' acts: each act and its row in one transaction, with what undoing it needs. */
import type { Actor, Facts } from '../../../platform/database/actor.ts'
import { type ActorDatabase, publishing, type Trx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ActionName, Outcome } from '../rules/actions.ts'

/** An audited action. `undo` is the input of this action's undo handler; null where there is no way back. */
export interface ActionRecord<Undo = unknown> {
  action: ActionName
  target: `${string}:${number | string}`
  subject: string
  before: Facts
  after: Facts
  undo: Undo | null
  undoes?: number
}

/** Runs an act and records it. `work` answers null where there was nothing to do: then nothing is recorded. */
export async function auditedAction(
  database: ActorDatabase,
  now: Date,
  work: (trx: Trx) => Promise<ActionRecord | null>,
): Promise<'done' | 'unchanged'> {
  const done = await publishing(database, async (trx) => {
    const record = await work(trx)
    if (record) await insertAction(trx, database.actor, now, record)
    return record
  })
  if (done) noteAuditedAction(database, done)
  return done ? 'done' : 'unchanged'
}

/** Within a transaction that changes more than an act does; `noteAuditedAction` tells of it afterwards. */
export async function insertAction(trx: Trx, actor: Actor, now: Date, record: ActionRecord): Promise<void> {
  await trx
    .insertInto('operator_actions')
    .values({
      at: now,
      actor,
      action: record.action,
      target: record.target,
      subject: record.subject,
      before: JSON.stringify(record.before),
      after: JSON.stringify(record.after),
      undo: record.undo === null ? null : JSON.stringify(record.undo),
      undoes: record.undoes ?? null,
    })
    .execute()
}

/** For the process's own log. */
export function noteAuditedAction(
  database: ActorDatabase,
  { action, target, subject, before, after }: ActionRecord,
): void {
  database.bus.emit('action', { actor: database.actor, action, target, subject, before, after })
}

/** Takes an act back. False where later changes stand in the way; then nothing has changed. */
export type UndoHandler<Undo> = (trx: Trx, undo: Undo, now: Date) => Promise<boolean>

// biome-ignore lint/suspicious/noExplicitAny: each action's undoer reads what that action wrote
export type UndoHandlers = Partial<Record<ActionName, UndoHandler<any>>>

/** Undoes a recorded act, once. Throws `not_found`, and `unprocessable` for one without a way back. */
export async function undoAction(
  database: ActorDatabase,
  undoHandlers: UndoHandlers,
  id: number,
  now: Date,
): Promise<Outcome> {
  let overtaken = false
  const outcome = await auditedAction(database, now, async (trx) => {
    const row = await trx.selectFrom('operator_actions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (!row) throw new AppError('not_found', `There is no action ${id}.`)
    if (row.undone_at) return null
    const undoHandler = undoHandlers[row.action as ActionName]
    if (row.undo === null || !undoHandler) throw new AppError('unprocessable', `Action ${id} cannot be undone.`)
    if (!(await undoHandler(trx, row.undo, now))) {
      overtaken = true
      return null
    }
    await trx.updateTable('operator_actions').set({ undone_at: now }).where('id', '=', id).execute()
    const target = row.target as ActionRecord['target']
    return {
      action: 'undone',
      target,
      subject: row.subject,
      before: row.after,
      after: row.before,
      undo: null,
      undoes: id,
    }
  })
  return overtaken ? 'overtaken' : outcome
}

/** That a model was written into the settings. */
export const recordModelChoice = (
  database: ActorDatabase,
  { baseUrl, model }: { baseUrl: string; model: string },
  now: Date,
) =>
  auditedAction(database, now, async () => ({
    action: 'model_chosen',
    target: 'models:0',
    subject: model,
    before: {},
    undo: null,
    after: { url: baseUrl },
  }))

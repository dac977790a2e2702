/** The operator's switch that stops models: while it is on, none is asked, and nothing that one wrote is published. */
import type { ActorDatabase, Db, Trx } from '../../../platform/database/database.ts'
import { type ActionRecord, auditedAction } from '../../actions/writes/log.ts'

const NAME = 'models_stopped'

/** Within a publishing transaction the answer holds until it ends. */
export async function areModelsStopped(db: Db | Trx): Promise<boolean> {
  const row = await db.selectFrom('operator_switches').select('name').where('name', '=', NAME).executeTakeFirst()
  return row !== undefined
}

export const stopModels = (database: ActorDatabase, now: Date) =>
  auditedAction(database, now, async (trx) => {
    const made = await trx
      .insertInto('operator_switches')
      .values({ name: NAME, since: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('name')
      .executeTakeFirst()
    return made ? record('models_stopped', true) : null
  })

export const releaseModels = (database: ActorDatabase, now: Date) =>
  auditedAction(database, now, async (trx) => {
    const { numDeletedRows } = await trx.deleteFrom('operator_switches').where('name', '=', NAME).executeTakeFirst()
    return numDeletedRows > 0n ? record('models_released', false) : null
  })

const record = (action: 'models_stopped' | 'models_released', stopped: boolean): ActionRecord => ({
  action,
  target: 'models:0',
  subject: '',
  before: { stopped: !stopped },
  after: { stopped },
  undo: null,
})

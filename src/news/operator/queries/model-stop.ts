/** Since when an operator has stopped the models. */
import type { ReadDb } from '../../../platform/database/read-db.ts'

/** Null while they may write. */
export async function findModelKillSwitch(db: ReadDb): Promise<Date | null> {
  const row = await db
    .selectFrom('operator_switches')
    .select('since')
    .where('name', '=', 'models_stopped')
    .executeTakeFirst()
  return row?.since ?? null
}

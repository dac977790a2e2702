/** Upkeep of the log of changes; triggers alone write it (migration 0020). */
import { sql } from 'kysely'
import { type Database, type Trx, transaction } from '../../../platform/database/database.ts'
import { RETENTION_DAYS } from '../change-types.ts'

/** Deletes changes older than 90 days; cursors that stand before them lead nowhere from then on. */
export function purgeOldChanges(database: Database, now: Date): Promise<void> {
  return transaction(database, async (trx) => {
    await sql`
      with gone as (
        delete from changes where at < ${new Date(now.getTime() - RETENTION_DAYS * 86_400_000)} returning position
      )
      update change_log set forgotten_to = greatest(forgotten_to, gone.last)
      from (select max(position) as last from gone) gone where gone.last is not null`.execute(trx)
  })
}

/** Cursor of the log of changes as it ends now. */
export const END_OF_LOG = sql<string>`(
  select l.epoch || '-' || coalesce((select max(position) from changes), l.forgotten_to) from change_log l)`

/** Another log begins: the cursors of this one were handed out for other data. */
export async function startNewLog(trx: Trx): Promise<void> {
  await sql`truncate changes`.execute(trx)
  await sql`update change_log set epoch = substr(md5(gen_random_uuid()::text), 1, 8), forgotten_to = 0`.execute(trx)
}

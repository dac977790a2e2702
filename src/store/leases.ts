/** Leases of a worker that was killed: free at once when the same one starts again, and not only at their end. */
import type { Database } from './database/database.ts'

/** For a worker at its start. What it was handing over stays as it is: that is not done twice. */
export async function freeLeases({ db, holder }: Database): Promise<void> {
  for (const table of ['edition_letters', 'alert_sendings'] as const)
    await db
      .updateTable(table)
      .set({ taken_until: null })
      .where('taken_by', '=', holder)
      .where('state', '=', 'waiting')
      .execute()
}

/** The line of events in force. */

import type { Db, Trx } from '../../../platform/database/database.ts'
import { DEFAULT_LINE } from '../clustering/line.ts'

export async function findLine(db: Db | Trx): Promise<number> {
  const newest = await db.selectFrom('event_lines').select('line').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return newest?.line ?? DEFAULT_LINE
}

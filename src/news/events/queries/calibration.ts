/** Reads the line of events that was calibrated on this site. */

import type { ReadDb } from '../../../platform/database/read-db.ts'
import { wilson } from '../../../platform/text/wilson.ts'
import type { CalibrationView } from './views.ts'

/** Null while the line is the default: before the first calibration, and after a reset. */
export async function findCalibration(db: ReadDb): Promise<CalibrationView | null> {
  const row = await db.selectFrom('event_lines').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
  if (!row || row.answers === 0) return null
  const { line, answers, at, joined, same, joined_same: right } = row
  return { line, answers, at, precision: wilson(right, joined), recall: wilson(right, same) }
}

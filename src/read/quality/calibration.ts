/** The line of events as it was calibrated here. */
import { wilson } from '../../domain/quality/share.ts'
import type { ReadDb } from '../articles/articles.ts'
import type { CalibrationView } from './views.ts'

/** Null where the line is the default, because nobody calibrated it or it was taken back. */
export async function findCalibration(db: ReadDb): Promise<CalibrationView | null> {
  const row = await db.selectFrom('event_lines').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
  if (!row || row.answers === 0) return null
  const { line, answers, at, joined, same, joined_same: right } = row
  return { line, answers, at, precision: wilson(right, joined), recall: wilson(right, same) }
}

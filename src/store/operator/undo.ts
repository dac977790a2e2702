/** Undoing of an operator's acts, of all kinds. */
import type { Outcome } from '../../domain/operator.ts'
import { articleUndoHandlers } from '../articles/operator-articles.ts'
import { undoOverride } from '../articles/relevance-overrides.ts'
import type { ActorDatabase } from '../database/database.ts'
import { eventTextUndoHandlers } from '../events/operator-event-text.ts'
import { eventUndoHandlers } from '../events/operator-events.ts'
import { settlementUndoHandlers } from '../events/settlements.ts'
import { editUndoHandlers } from '../feeds/edit-source.ts'
import { sourceUndoHandlers } from '../feeds/operator-sources.ts'
import { storyUndoHandlers } from '../stories/operator-stories.ts'
import { type UndoHandlers, undoAction } from './log.ts'

const undoHandlers = {
  ...sourceUndoHandlers,
  ...editUndoHandlers,
  ...articleUndoHandlers,
  relevance_overridden: undoOverride,
  ...eventUndoHandlers,
  ...eventTextUndoHandlers,
  ...settlementUndoHandlers,
  ...storyUndoHandlers,
}

/** Undoes a recorded act, once. Throws `not_found`, and `unprocessable` for one without a way back. */
export const undoOperatorAction = (
  database: ActorDatabase,
  id: number,
  now: Date,
  ofFeatures: UndoHandlers = {},
): Promise<Outcome> => undoAction(database, { ...undoHandlers, ...ofFeatures }, id, now)

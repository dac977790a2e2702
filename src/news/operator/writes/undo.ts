/** Undoing of an operator's acts, of all kinds. */

import type { ActorDatabase } from '../../../platform/database/database.ts'
import type { Outcome } from '../../actions/rules/actions.ts'
import { type UndoHandlers, undoAction } from '../../actions/writes/log.ts'
import { articleUndoHandlers } from '../../articles/writes/operator-articles.ts'
import { undoOverride } from '../../articles/writes/relevance-overrides.ts'
import { eventTextUndoHandlers } from '../../events/writes/operator-event-text.ts'
import { eventUndoHandlers } from '../../events/writes/operator-events.ts'
import { settlementUndoHandlers } from '../../events/writes/settlements.ts'
import { editUndoHandlers } from '../../feeds/writes/edit-source.ts'
import { sourceUndoHandlers } from '../../feeds/writes/operator-sources.ts'
import { storyUndoHandlers } from '../../stories/writes/operator-stories.ts'

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

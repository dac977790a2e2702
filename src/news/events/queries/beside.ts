/** The parts of an event's page beside the event: its earlier texts, and the reactions to it. */
import type { ReadDb } from '../../../platform/database/read-db.ts'
import { listReactions } from './reactions.ts'
import { listRevisions } from './revisions.ts'
import type { EventBeside, EventView } from './views.ts'

export const loadBeside = async (db: ReadDb, event: EventView, siteLanguage: string): Promise<EventBeside> => ({
  revisions: await listRevisions(db, event),
  reactions: await listReactions(db, event, siteLanguage),
})

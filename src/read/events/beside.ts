/** What an event's own page tells beyond the event: the texts that it had, and what followed. */
import type { ReadDb } from '../articles/articles.ts'
import type { ArticleView } from '../articles/views.ts'
import { listReactions } from './reactions.ts'
import { listRevisions } from './revisions.ts'
import type { EventRevision, EventView } from './views.ts'

export interface EventBeside {
  /** Newest first. */
  revisions: EventRevision[]
  /** Reactions and comments, earliest first. */
  reactions: ArticleView[]
}

export const loadBeside = async (db: ReadDb, event: EventView, siteLanguage: string): Promise<EventBeside> => ({
  revisions: await listRevisions(db, event),
  reactions: await listReactions(db, event, siteLanguage),
})

/** Running story that an event belongs to. */

import { hydrateStories } from '../stories/stories.ts'
import type { StoryView } from '../stories/views.ts'
import type { ReadDb } from './articles.ts'

/** Null for an event that belongs to none, and for an article without one. */
export async function findStoryOf(db: ReadDb, eventId: number | null): Promise<StoryView | null> {
  if (eventId === null) return null
  const row = await db.selectFrom('story_events').select('story_id').where('event_id', '=', eventId).executeTakeFirst()
  return row ? ((await hydrateStories(db, [row.story_id]))[0] ?? null) : null
}

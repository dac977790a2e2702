/** Events of the articles that a search found, and stories about the same. */

import type { ReadDb } from '../../../platform/database/read-db.ts'
import { hydrateEvents } from '../../events/queries/events.ts'
import type { EventView } from '../../events/queries/views.ts'
import type { StoryView } from '../../stories/queries/views.ts'
import type { SearchContent } from '../rules/search-content.ts'
import { searchStories } from './search-stories.ts'
import type { SearchResult } from './views.ts'

/** Whatever a search gives, but for resources of features. */
export const SEARCH_TYPES = ['entry', 'event', 'story'] as const

interface Around {
  db: ReadDb
  site: { language: string }
  search: SearchContent
}

/** Those of the hits, in their order. */
export const eventsOf = ({ db, site }: Around, { hits }: SearchResult, limit: number): Promise<EventView[]> => {
  const ids = [...new Set(hits.flatMap(({ article }) => article.event?.id ?? []))]
  return hydrateEvents(db, ids.slice(0, limit), site.language)
}

/** By words and by meaning; filters of articles say nothing of stories. */
export async function storiesOf(
  { db, site, search }: Around,
  { leading, mode, reading }: SearchResult,
  limit: number,
): Promise<StoryView[]> {
  if (reading.text === '') return []
  const articleIds = mode === 'semantic' ? leading : []
  const options = { siteLanguage: site.language, content: search, limit, articleIds }
  return (await searchStories(db, reading.text, options)).map(({ story }) => story)
}

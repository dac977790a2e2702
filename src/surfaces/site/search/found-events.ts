/** Hits of a search as the events that they report, each by its best hit. */

import type { ArticleView } from '../../../news/articles/queries/views.ts'
import { assembleEvent } from '../../../news/events/queries/assemble.ts'
import { hydrateEvents } from '../../../news/events/queries/events.ts'
import type { SearchResult } from '../../../news/search/queries/views.ts'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import { isNamed } from '../../../platform/text/titles.ts'
import { withNamedEntries } from '../components/titled-events.ts'
import type { FoundEvent } from './search-page.ts'

/** In the order of the hits. */
export async function asEvents(db: ReadDb, hits: SearchResult['hits'], siteLanguage: string): Promise<FoundEvent[]> {
  const ids = [...new Set(hits.flatMap(({ article }) => article.event?.id ?? []))]
  const events = new Map((await hydrateEvents(db, ids, siteLanguage)).map((event) => [event.id, event]))
  const seen = new Set<number>()
  return hits.flatMap(({ article, highlight }) => {
    const id = article.event?.id
    if (id !== undefined && (seen.has(id) || !seen.add(id))) return []
    const event = (id !== undefined && events.get(id)) || alone(article, siteLanguage)
    return isNamed(article.title) ? [{ event: withNamedEntries(event), article, highlight }] : []
  })
}

/** An article that is not compared with others yet. */
function alone(article: ArticleView, siteLanguage: string) {
  const row = { id: -article.id, lastAt: article.sortAt, sourceCount: 1, entriesCount: 1 }
  return assembleEvent({ ...row, splitFrom: null, story: null, text: null }, [article], siteLanguage)
}

/** Hits of a search as the events that they report, each by its best hit. */
import { isNamed } from '../../domain/text/titles.ts'
import type { ReadDb } from '../../read/articles/articles.ts'
import type { ArticleView, SearchResult } from '../../read/articles/views.ts'
import { assembleEvent } from '../../read/events/assemble.ts'
import { hydrateEvents } from '../../read/events/events.ts'
import { withNamedEntries } from './named.ts'
import type { FoundEvent } from './search.ts'

/** In the order of the hits. */
export async function asEvents(db: ReadDb, hits: SearchResult['hits'], siteLanguage: string): Promise<FoundEvent[]> {
  const ids = [...new Set(hits.flatMap(({ article }) => article.eventId ?? []))]
  const events = new Map((await hydrateEvents(db, ids, siteLanguage)).map((event) => [event.id, event]))
  const seen = new Set<number>()
  return hits.flatMap(({ article, highlight }) => {
    const { eventId } = article
    if (eventId !== null && (seen.has(eventId) || !seen.add(eventId))) return []
    const event = (eventId !== null && events.get(eventId)) || alone(article, siteLanguage)
    return isNamed(article.title) ? [{ event: withNamedEntries(event), article, highlight }] : []
  })
}

/** An article that is not compared with others yet. */
function alone(article: ArticleView, siteLanguage: string) {
  const row = { id: -article.id, lastAt: article.sortAt, sourceCount: 1, entriesCount: 1 }
  return assembleEvent({ ...row, splitFrom: null, story: null, text: null }, [article], siteLanguage)
}

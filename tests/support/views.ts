/** Views as the read model makes them, without a database: an article with defaults, and an event of articles. */
import type { ArticleView } from '../../src/news/articles/queries/views.ts'
import { assembleEvent } from '../../src/news/events/queries/assemble.ts'
import type { EventView } from '../../src/news/events/queries/views.ts'

const start = Date.UTC(2026, 10, 21, 12)

/** The article `id`, published so many hours before noon. */
export function articleView(id: number, hoursAgo: number, values: Partial<ArticleView> = {}): ArticleView {
  const at = new Date(start - hoursAgo * 3_600_000)
  const publisher = `source${id}.example`
  return {
    id,
    url: `https://${publisher}/${id}`,
    original: { title: `Title ${id}`, summary: `Excerpt ${id}.`, language: 'en' },
    translated: null,
    title: `Title ${id}`,
    summary: `Excerpt ${id}.`,
    language: 'en',
    summaryBy: 'excerpt',
    summarisedAt: null,
    imageUrl: null,
    author: null,
    publishedAt: at,
    discoveredAt: new Date(start),
    sortAt: at,
    updatedAt: new Date(start),
    kind: null,
    relevant: true,
    sourceCount: 1,
    views: 0,
    popularityScore: 0,
    feed: {
      id,
      title: `Source ${id}`,
      publisher: { domain: publisher, name: `Source ${id}` },
      url: `https://${publisher}/`,
      language: null,
      iconUrl: null,
    },
    publisher,
    creditedPublisher: null,
    tags: [],
    event: null,
    story: null,
    ...values,
  }
}

/** An event of these articles, with as many sources as it is said to have. */
export function eventView(entries: ArticleView[], values: Partial<EventView> = {}): EventView {
  const byTime = entries.toSorted((a, b) => a.sortAt.getTime() - b.sortAt.getTime())
  const lastAt = byTime.at(-1)?.sortAt ?? new Date(start)
  const row = { id: entries[0]?.id ?? 0, lastAt, sourceCount: entries.length, entriesCount: entries.length }
  return { ...assembleEvent({ ...row, splitFrom: null, story: null, text: null }, byTime, 'sv'), ...values }
}

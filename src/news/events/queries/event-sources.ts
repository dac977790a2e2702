/** Sources of an event: one line a publisher, the first one, and copies of another's words. Pure. */

import type { ArticleView } from '../../articles/queries/views.ts'
import { copiesAmong } from '../rules/copies.ts'
import type { EventSource, EventSourceRef } from './views.ts'

export const sourceRef = (article: ArticleView): EventSourceRef => ({
  publisher: article.publisher,
  name: article.feed.publisher.name,
  articleId: article.id,
  url: article.url,
})

/** `entries` in the order of publication; the event's own text was written from those of `readIds`. */
export function sourcesOf(entries: ArticleView[], readIds: readonly number[] = []): EventSource[] {
  const copied = copiedFrom(entries)
  const byPublisher = Map.groupBy(entries, ({ publisher }) => publisher)
  const sources = [...byPublisher.values()].flatMap((ofPublisher) => sourceOf(ofPublisher, copied))
  // One without a date may have come at any time.
  const originals = sources.filter(({ copiesOf }) => copiesOf === null)
  const first = originals.find(({ publishedAt }) => publishedAt !== null) ?? originals[0] ?? sources[0]
  const read = new Set(entries.flatMap(({ id, publisher }) => (readIds.includes(id) ? publisher : [])))
  return sources.map((source) => ({
    ...source,
    first: source === first,
    read: read.has(source.publisher) || read.has(source.copiesOf ?? ''),
  }))
}

function sourceOf(articles: ArticleView[], copied: Map<number, string>): Omit<EventSource, 'first' | 'read'>[] {
  const [earliest] = articles
  if (!earliest) return []
  const copiesOf = articles.every(({ id }) => copied.has(id)) ? (copied.get(earliest.id) ?? null) : null
  return [{ ...sourceRef(earliest), publishedAt: earliest.publishedAt, copiesOf }]
}

type Printed = Pick<ArticleView, 'id' | 'publisher' | 'creditedPublisher'> & { original: { summary: string } }

/** Of articles whose words are another publisher's, that publisher: the one that is credited, or the earlier one. */
export function copiedFrom(entries: Printed[]): Map<number, string> {
  const found = new Map<number, string>()
  const copies = copiesAmong(entries.map(({ original }) => original.summary))
  for (const [at, article] of entries.entries()) {
    const earlier = entries[copies[at] ?? -1]
    const from = article.creditedPublisher ?? earlier?.publisher
    if (from !== undefined && from !== article.publisher) found.set(article.id, from)
  }
  return found
}

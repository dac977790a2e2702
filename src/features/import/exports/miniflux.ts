/** Entries as the API of Miniflux has them (`/v1/entries?starred=true`). */
import type { SavedArticle } from '../saved-article.ts'
import { instantIn, type Json, objectIn, textIn, webAddressIn } from './values.ts'

export const isMinifluxEntry = (entry: Json): boolean => 'url' in entry && 'published_at' in entry

export const isStarredEntry = ({ starred }: Json): boolean => starred !== false

export function readMinifluxEntry(entry: Json): SavedArticle | null {
  const url = webAddressIn(entry.url)
  if (url === null) return null
  return {
    url,
    title: textIn(entry.title),
    content: textIn(entry.content),
    author: textIn(entry.author) || null,
    publishedAt: instantIn(entry.published_at),
    // The star is the last change of most.
    savedAt: instantIn(entry.changed_at),
    feedUrl: webAddressIn(objectIn(entry.feed).feed_url),
  }
}

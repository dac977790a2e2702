/** Items as Google Reader had them: exports of FreshRSS, streams of Feedly, and others' (Inoreader, The Old Reader). */
import type { SavedArticle } from '../saved-article.ts'
import { instantIn, type Json, objectIn, textIn, webAddressIn } from './values.ts'

export const isGoogleReaderItem = (item: Json): boolean => 'alternate' in item || 'canonical' in item

/** An export of a whole feed has items that were only read. */
export const isStarredItem = ({ categories }: Json): boolean => {
  const states = strings(categories).filter((category) => category.includes('/state/com.google/'))
  return states.length === 0 || states.some((state) => state.endsWith('/starred'))
}

export function readGoogleReaderItem(item: Json): SavedArticle | null {
  const url = webAddressIn(...hrefs(item.canonical), ...hrefs(item.alternate))
  if (url === null) return null
  const origin = objectIn(item.origin)
  return {
    url,
    title: textIn(item.title),
    content: textIn(objectIn(item.content).content) || textIn(objectIn(item.summary).content),
    author: textIn(item.author) || null,
    publishedAt: instantIn(item.published),
    // Inoreader, Feedly, FreshRSS: the last knows only when the item came.
    savedAt: instantIn(item.starred, item.actionTimestamp, item.timestampUsec),
    feedUrl: webAddressIn(origin.feedUrl, textIn(origin.streamId).replace(/^feed\//, '')),
  }
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const strings = (value: unknown) => list(value).map(textIn)
const hrefs = (value: unknown) => list(value).map((link) => objectIn(link).href)

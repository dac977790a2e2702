/** A list of articles or events as a channel: what RSS, Atom and JSON Feed are written from. */
import type { Writer } from '../../news/articles/rules/authorship.ts'

export interface Channel {
  title: string
  description: string
  language: string
  /** Path of the page that shows the same list. */
  page: string
  /** Path of the feed itself. */
  self: string
  baseUrl: string
  /** WebSub hub, where one is configured. */
  hub: string | null
  items: FeedItem[]
}

/** An article or an event, as feeds tell of it. */
export interface FeedItem {
  /** Never changes, while the words of the canonical address follow the title; leads to the canonical page. */
  permalink: string
  canonical: string
  /** The original, of an article. */
  original: string | null
  title: string
  summary: string
  contentHtml: string
  /** Date of publication, or else of the first sight: reading apps put an item without a date at their top. */
  publishedAt: Date
  updatedAt: Date
  /** True when changes are part of the content: an event grows, an article stays. */
  grows: boolean
  /** Publishers. */
  authors: { name: string; url?: string }[]
  tags: { name: string; slug: string }[]
  language: string | null
  imageUrl: string | null
  by: Writer
  /** The model or editors that had a part in it, in words; null for a publisher's own text. */
  contributor: string | null
  /** Fields that JSON Feed has no key for. */
  extension: Record<string, unknown>
}

/** Time at which the newest of its items changed; null for an empty channel. */
export function changedAt({ items }: Channel): Date | null {
  const times = items.map((item) => item.updatedAt.getTime())
  return times.length > 0 ? new Date(Math.max(...times)) : null
}

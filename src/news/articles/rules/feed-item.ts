/** An article as its feed has it. */

/** One item of a feed, cleaned: text fields are plain text, links absolute, dates real instants or null. */
export interface FeedItem {
  /** The item's own identifier, as the publisher wrote it; null where there is none. */
  guid: string | null
  url: string | null
  title: string
  /** Plain text, the feed's own summary or the start of its content. */
  summary: string
  /** Sanitised HTML of the fullest text that the feed carries; for extraction and enrichment only. */
  contentHtml: string
  publishedAt: Date | null
  updatedAt: Date | null
  imageUrl: string | null
  author: string | null
  categories: string[]
  language: string | null
  /** The publisher that a syndicated item credits (`<source url>`, `dc:source`), as a host name. */
  creditedHost: string | null
}

/** Result of parsing a feed's bytes: types shared by the parser, the pipeline and the preview command. */

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

/** A parsed feed document. */
export interface ParsedFeed {
  title: string
  siteUrl: string | null
  description: string | null
  language: string | null
  iconUrl: string | null
  /** Name of the character encoding that the bytes were decoded with, lower case. */
  encoding: string
  /** Minutes that the publisher asks to wait between two fetches (`ttl`, `sy:updatePeriod`), or null. */
  ttlMinutes: number | null
  /** WebSub hub, if the feed names one. */
  hubUrl: string | null
  /** The feed's own address, as it declares it. */
  selfUrl: string | null
  items: FeedItem[]
  /** Parts that could not be read, one sentence each; empty for a clean feed. */
  problems: string[]
}

/** Result of parsing a feed's bytes: types shared by the parser, the pipeline and the preview command. */

import type { FeedItem } from '../../articles/rules/feed-item.ts'

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

/** Sources and their publishers as every surface reads them. */

/** Publisher: one may have several feeds. */
export interface PublisherRef {
  /** Registrable domain. */
  domain: string
  name: string
}

export interface FeedRef {
  id: number
  title: string
  publisher: PublisherRef
  /** The publisher's site. */
  url: string
  language: string | null
  iconUrl: string | null
}

export interface FeedListing extends FeedRef {
  description: string | null
  feedUrl: string
}

export interface FeedView extends FeedListing {
  entriesCount: number
  lastEntryPublishedAt: Date | null
  /**
   * The publisher's reservation of its texts from machines, as last read, and the number of its latest articles with
   * it; null without one.
   */
  reservation: { said: string; articles: number; of: number } | null
}

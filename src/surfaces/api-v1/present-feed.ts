/** Sources as /api/v1 writes them. Who follows one is known only when it is sent. */
import type { FeedView } from '../../read/articles/views.ts'
import { presentFeedRef } from './present-article.ts'
import type { Feed, FeedDetail, Wire } from './schemas.ts'

export const presentFeed = (feed: FeedView): Wire<typeof Feed> => ({
  ...presentFeedRef(feed),
  entries_count: feed.entriesCount,
  last_entry_published_at: feed.lastEntryPublishedAt?.toISOString() ?? null,
  is_following: false,
})

export const presentFeedDetail = (feed: FeedView): Wire<typeof FeedDetail> => ({
  ...presentFeed(feed),
  description: feed.description,
  feed_url: feed.feedUrl,
  reservation: feed.reservation,
})

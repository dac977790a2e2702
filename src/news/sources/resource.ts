/** The resource "feed", a source of articles: fields, lists and details. */
import { z } from 'zod'
import { inline } from '../../platform/markdown/escape.ts'
import { keyedPage } from '../../platform/site/pages.ts'
import { numericId } from '../resources/parameters.ts'
import { resolve } from '../resources/queries/moved.ts'
import { resource } from '../resources/resource.ts'
import { address, count, id, instant, iso, pick, shape } from '../resources/shape.ts'
import { findFeed, listFeeds, withArticles } from './queries/list-feeds.ts'
import type { FeedRef as FeedRefView, FeedView } from './queries/views.ts'

export const FeedRef = shape<FeedRefView>()('FeedRef', 'The source of an article.', {
  id: [id, (feed) => feed.id],
  title: [z.string(), (feed) => feed.title],
  url: [address.describe("The publisher's site."), (feed) => feed.url],
  language: [z.string().nullable(), (feed) => feed.language],
  icon_url: [address.nullable(), (feed) => feed.iconUrl],
})

const Feed = shape<FeedView>()('Feed', 'An active source.', {
  ...FeedRef.fields,
  entries_count: [count, (feed) => feed.entriesCount],
  last_entry_published_at: [instant.nullable(), (feed) => iso(feed.lastEntryPublishedAt)],
  // Known only when it is sent.
  is_following: [z.boolean().describe('False for an anonymous caller.'), () => false],
})

const Reservation = z.object({
  said: z.string().describe('Place of the statement: robots.txt, a header, a meta element, tdmrep.json.'),
  articles: z.int().min(1).describe('Articles that are reserved.'),
  of: z.int().min(1).describe('Number of the latest articles that were looked at.'),
})

const FeedDetail = shape<FeedView>()('FeedDetail', 'An active source in detail.', {
  ...Feed.fields,
  description: [z.string().nullable(), (feed) => feed.description],
  feed_url: [address.describe('The feed that is read.'), (feed) => feed.feedUrl],
  reservation: [
    Reservation.nullable().describe(
      "The publisher's reservation of its texts from machines. Such an article is given to no model.",
    ),
    (feed) => feed.reservation,
  ],
})

export const exampleFeed: FeedView = {
  id: 7,
  title: 'The Daily',
  publisher: { domain: 'daily.example', name: 'The Daily' },
  url: 'https://daily.example/',
  feedUrl: 'https://daily.example/feed',
  language: 'en',
  iconUrl: null,
  description: null,
  entriesCount: 1204,
  lastEntryPublishedAt: new Date('2026-11-21T09:00:00Z'),
  reservation: null,
}

export const feed = resource<FeedView>({
  name: 'feed',
  plural: 'feeds',
  path: '/feeds',
  id: numericId('Id of the feed.'),
  item: Feed,
  detail: FeedDetail,
  example: { item: exampleFeed, detail: exampleFeed },
  cursor: 'key',
  dependsOn: ['content'],
  list: async ({ db, site }, { afterKey, ...requested }) => {
    const page = keyedPage(await listFeeds(db, site.language), requested, afterKey, ({ id }) => String(id))
    return { ...page, items: await withArticles(db, page.items) }
  },
  find: ({ db }, id) => resolve(() => findFeed(db, Number(id))),
  mcp: {
    many: 'feeds',
    item: shape<FeedView>()('FeedHit', 'A source in brief.', pick(Feed, 'id', 'title')),
    lists: [{ name: 'list_feeds', limit: 200 }],
    line: (one) => `- ${one.id}: ${inline(one.title)} (${one.entriesCount})`,
  },
})

/** Who publishes a feed, as every page names them. */
import { sql } from 'kysely'
import { type NamedFeed, publisherName } from '../../domain/feeds/publisher-name.ts'
import type { PublisherRef } from './views.ts'

export interface PublisherRow {
  publisher: string
  /** By the operator, or null. */
  publisher_name: string | null
  publisher_feeds: NamedFeed[] | null
}

/** One row a publisher, to join as `p` on `p.publisher = f.publisher`. */
export const publishersOfFeeds = sql`(
  select publisher, max(publisher_name) as publisher_name,
    json_agg(json_build_object('title', title, 'url', url, 'siteUrl', site_url) order by id) as publisher_feeds
  from feeds where status <> 'removed' group by publisher)`

export const publisherColumns = sql`f.publisher, p.publisher_name, p.publisher_feeds`

export const toPublisher = (row: PublisherRow): PublisherRef => ({
  domain: row.publisher,
  name: row.publisher_name ?? publisherName(row.publisher, row.publisher_feeds ?? []),
})

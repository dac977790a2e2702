/** Publisher of a feed, as every page names it. */
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { type NamedFeed, publisherName } from '../rules/publisher-name.ts'
import type { PublisherRef } from './views.ts'

export interface PublisherRow {
  publisher: string
  /** By the operator, or null. */
  publisher_name: string | null
  publisher_feeds: NamedFeed[] | null
}

/** Of a publisher with more feeds these are enough to read its name from. */
const MAX_FEEDS = 20

/** Names that the feeds of `f`'s publisher give themselves, to join as `p`. */
export const publisherOfFeed = sql`lateral (
  select max(x.publisher_name) as publisher_name,
    json_agg(json_build_object('title', x.title, 'url', x.url, 'siteUrl', x.site_url) order by x.id) as publisher_feeds
  from (
    select * from feeds own where own.publisher = f.publisher and own.status <> 'removed' order by own.id limit ${sql.lit(MAX_FEEDS)}
  ) x) p on true`

export const publisherColumns = sql`f.publisher, p.publisher_name, p.publisher_feeds`

export const toPublisher = (row: PublisherRow): PublisherRef => ({
  domain: row.publisher,
  name: row.publisher_name ?? nameOf(row.publisher, row.publisher_feeds ?? []),
})

const names = new LRUCache<string, string>({ max: 1000 })

function nameOf(domain: string, feeds: NamedFeed[]): string {
  const key = JSON.stringify([domain, feeds])
  const name = names.get(key) ?? publisherName(domain, feeds)
  names.set(key, name)
  return name
}

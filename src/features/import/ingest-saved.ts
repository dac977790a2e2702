/** Articles that a reader brings from elsewhere, stored as if their feed had them; no publisher is asked, no model paid. */

import { type Changes, saveChanges } from '../../news/articles/writes/articles.ts'
import type { Crawl } from '../../news/feeds/visits/crawl.ts'
import { findChanges } from '../../news/feeds/visits/ingest.ts'
import { startFetch } from '../../news/feeds/writes/fetches.ts'
import { publishing } from '../../platform/database/database.ts'
import { dateOf, type SavedArticle } from './saved-article.ts'

/** Articles of one document: no more than a first pass over a feed takes. */
const AT_ONCE = 100
/** UTF-16 units of an article's text. */
const MAX_TEXT_LENGTH = 50_000

/** Returns how many are new. A second time it finds them on record. */
export async function ingestSaved(pipeline: Crawl, feedId: number, articles: SavedArticle[]): Promise<number> {
  let created = 0
  for (let at = 0; at < articles.length; at += AT_ONCE)
    created += await ingestDocument(pipeline, feedId, articles.slice(at, at + AT_ONCE))
  return created
}

async function ingestDocument(pipeline: Crawl, feedId: number, articles: SavedArticle[]): Promise<number> {
  const { database } = pipeline
  const { feed } = await startFetch(database, feedId)
  const bytes = Buffer.from(JSON.stringify(toJsonFeed(articles)))
  const document = { bytes, url: feed.url, contentType: 'application/feed+json' }
  const { changes } = await findChanges(pipeline, feed, await pipeline.parse(document, feed.site_url ?? feed.url))
  if (!changes) return 0
  const { created } = await publishing(database, (trx) =>
    saveChanges(trx, feedId, withoutStages(changes), pipeline.clock.now()),
  )
  return created
}

/** Old pages are not fetched, and models are not paid for them. The feed's own text outranks an export's. */
const withoutStages = ({ arrivals, ...changes }: Changes): Changes => ({
  ...changes,
  revisions: [],
  arrivals: arrivals.map((arrival) => ({
    ...arrival,
    status: 'published',
    extractState: 'none',
    enrichState: 'none',
  })),
})

const toJsonFeed = (articles: SavedArticle[]) => ({
  version: 'https://jsonfeed.org/version/1.1',
  title: '',
  items: articles.map((article) => ({
    url: article.url,
    title: article.title,
    content_html: article.content.slice(0, MAX_TEXT_LENGTH),
    date_published: dateOf(article)?.toISOString(),
    authors: article.author === null ? [] : [{ name: article.author }],
  })),
})

/** Articles that a reader saved elsewhere become saved events of their account: those that are known, or that a source has had. */

import type { Services } from '../../app/services.ts'
import { importSavedEvents } from '../../news/accounts/writes/read-markers.ts'
import { eventsAt } from '../../news/articles/writes/articles-at.ts'
import { type Feed, listAllFeeds } from '../../news/feeds/writes/feeds.ts'
import { canonicalUrl, registrableDomain } from '../../platform/text/url.ts'
import { ingestSaved } from './ingest-saved.ts'
import { dateOf, type SavedArticle, type SavedImport } from './saved-article.ts'

const DAY_MS = 86_400_000

/** Saves all of them at once, at the end: broken off, it is given again. */
export async function importSaved(
  services: Services,
  userId: number,
  articles: readonly SavedArticle[],
): Promise<SavedImport> {
  const { config, clock, database, pipeline } = services
  const oldest = config.KEEP_ARTICLES === undefined ? 0 : clock.now().getTime() - config.KEEP_ARTICLES * DAY_MS
  const retained = articles.filter((article) => (dateOf(article)?.getTime() ?? oldest) >= oldest)
  const addressed = retained.map((article) => ({ article, address: canonicalUrl(article.url) }))
  const addresses = addressed.map(({ address }) => address)

  const before = await eventsAt(database, addresses)
  const unknown = addressed.flatMap(({ article, address }) => (before.has(address) ? [] : [article]))
  const sourceOf = sourceFinder(await listAllFeeds(database))
  const bySource = Map.groupBy(unknown, sourceOf)
  let imported = 0
  for (const [feedId, group] of bySource) if (feedId !== null) imported += await ingestSaved(pipeline, feedId, group)
  if (imported > 0) await pipeline.cluster()

  const events = await eventsAt(database, addresses)
  const savedEvents = addressed.flatMap(({ article, address }) => {
    const id = events.get(address)
    return id ? [{ id, at: article.savedAt ?? article.publishedAt ?? clock.now() }] : []
  })
  const absent = new Set(addresses.filter((address) => !events.has(address)))
  const withoutSource = (bySource.get(null) ?? []).map(({ url }) => url)
  const { added, fresh } = await importSavedEvents(database, userId, savedEvents)
  return {
    added,
    imported,
    overQuota: fresh - added,
    tooOld: articles.length - retained.length,
    present: new Set(savedEvents.map(({ id }) => id)).size - fresh,
    offTopic: [...events.values()].filter((id) => id === null).length,
    unpublished: absent.size - new Set(withoutSource.map(canonicalUrl)).size,
    withoutSource,
  }
}

/** The source at the feed's address, or else the only one of the article's publisher. */
function sourceFinder(feeds: Feed[]): (article: SavedArticle) => number | null {
  const byAddress = new Map(feeds.map((feed) => [canonicalUrl(feed.url), feed.id]))
  const byPublisher = Map.groupBy(feeds, ({ publisher }) => publisher)
  return ({ feedUrl, url }) => {
    const bySource = feedUrl === null ? undefined : byAddress.get(canonicalUrl(feedUrl))
    const [only, ...others] = byPublisher.get(registrableDomain(url)) ?? []
    return bySource ?? (others.length === 0 ? only?.id : undefined) ?? null
  }
}

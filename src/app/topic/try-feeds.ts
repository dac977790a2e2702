/** Addresses of sites and feeds, and OPML lists → the feeds that are there, each read once. */
import { readFile } from 'node:fs/promises'
import { detectLanguage } from '../../news/articles/rules/detect-language.ts'
import { discoverFeeds } from '../../news/feeds/discover.ts'
import { fetchDocument } from '../../news/feeds/documents/document.ts'
import { createDocumentReader, FEED_LIMITS } from '../../news/feeds/documents/document-reader.ts'
import { parseOpml } from '../../news/feeds/formats/opml.ts'
import { parseFeed } from '../../news/feeds/parse.ts'
import type { TriedAddress } from '../../news/topic/rules/setup.ts'
import { messageOf } from '../../platform/errors.ts'
import { createFetcher } from '../../platform/fetch/fetcher.ts'
import { registrableDomain } from '../../platform/text/url.ts'

const ITEMS_READ = 60

/** A file is read as OPML; anything else is an address. In the order given, each feed once. */
export async function listAddresses(given: readonly string[]): Promise<string[]> {
  const addresses: string[] = []
  for (const one of given) {
    const text = /^https?:/i.test(one) ? null : await readFile(one).catch(() => null)
    if (text) addresses.push(...parseOpml(text).sources.map(({ url }) => url))
    else addresses.push(one)
  }
  return [...new Set(addresses)]
}

/** All at once; the fetcher is polite to each host. `allow`: FETCH_ALLOW. */
export async function tryFeeds(addresses: readonly string[], allow: readonly string[]): Promise<TriedAddress[]> {
  const fetcher = createFetcher({ allow: [...allow], userAgent: 'karnhuset/1.0 (topic new)' })
  const reader = createDocumentReader(FEED_LIMITS)
  const tried = await Promise.all(
    addresses.map(async (address): Promise<TriedAddress> => {
      try {
        const [found] = await discoverFeeds(address, { fetcher, reader })
        if (!found) return { address, feed: null, failure: 'no feed was found there' }
        const document = await fetchDocument(fetcher, found.url)
        const { title, siteUrl, language: declared, items } = parseFeed(document.bytes, document)
        const articles = items.slice(0, ITEMS_READ).map((item) => ({ title: item.title, text: item.summary }))
        const publisher = registrableDomain(siteUrl ?? found.url)
        const language = detectLanguage(articles.map((article) => article.title).join('. '), declared)
        const feed = { url: found.url, title: title || publisher, siteUrl, publisher, language, articles }
        return { address, feed, failure: null }
      } catch (error) {
        return { address, feed: null, failure: messageOf(error) }
      }
    }),
  )
  await Promise.all([fetcher.close(), reader.close()])
  const seen = new Set<string>()
  return tried.filter(({ feed }) => !feed || (!seen.has(feed.url) && seen.add(feed.url)))
}

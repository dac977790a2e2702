/** A source that is to be added: the feeds at an address, what one of them has, and its addition. */

import type { ActorDatabase } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Fetcher } from '../../../platform/fetch/fetcher.ts'
import { type DiscoveredFeed, discoverFeeds } from '../discover.ts'
import { fetchDocument } from '../documents/document.ts'
import type { DocumentReader } from '../documents/document-reader.ts'
import { checkEdit, checkHeaders, type SecretHeaders, sharesLogin, splitCredentials } from '../rules/source-settings.ts'
import type { Feed } from '../writes/feeds.ts'
import { addSource as insertSource } from '../writes/operator-sources.ts'
import { sealHeaders } from '../writes/source-secrets.ts'

/** Content of a feed's address, before anything is stored. */
export interface SourcePreview {
  url: string
  title: string
  language: string | null
  items: { title: string; url: string | null; publishedAt: string | null }[]
}

/** Asks publishers. */
export interface Finding {
  fetcher: Fetcher
  reader: DocumentReader
}

/** Feeds at the address of a feed or a site, the likeliest first. Throws `unprocessable` where there is none. */
export async function findFeeds(
  { fetcher, reader }: Finding,
  address: string,
  login?: SecretHeaders,
): Promise<[DiscoveredFeed, ...DiscoveredFeed[]]> {
  const { url, headers } = splitCredentials(address)
  const [best, ...others] = await discoverFeeds(url, { fetcher: withLogin(fetcher, url, login ?? headers), reader })
  if (!best) throw new AppError('unprocessable', `No feed was found at ${url}.`)
  return [best, ...others]
}

/** Throws what `addSource` throws. */
export async function previewSource(finding: Finding, address: string): Promise<SourcePreview> {
  const [best] = await findFeeds(finding, address)
  const { url, headers } = splitCredentials(address)
  const fetcher = withLogin(finding.fetcher, url, headers)
  const { previewInput } = await import('../preview.ts')
  const preview = await previewInput(best.url, (address) => fetchDocument(fetcher, address))
  if (!preview.ok) throw new AppError('unprocessable', preview.error ?? 'The document cannot be read.')
  const items = preview.items.map((item) => ({ title: item.title, url: item.url, publishedAt: item.published_at }))
  return { url: best.url, title: preview.title ?? best.title, language: preview.language, items }
}

interface NewSource {
  /** Empty for the feed's. */
  title?: string
  folder?: string
  login?: SecretHeaders
  /** Has the key of what is sealed. */
  dataDir: string
}

/** A feed's address, or a site's whose likeliest feed is taken. Throws `unprocessable` when neither is one. */
export async function addSource(
  database: ActorDatabase,
  finding: Finding,
  address: string,
  { title: wantedTitle, folder: wantedFolder, login: given, dataDir }: NewSource,
  now: Date,
): Promise<Feed> {
  const { title, folder } = checkEdit({
    ...(wantedTitle && { title: wantedTitle }),
    ...(wantedFolder && { folder: wantedFolder }),
  })
  const { url, headers } = splitCredentials(address)
  const login = given ?? headers
  const [best] = await findFeeds(finding, address, given)
  const secret = login && sharesLogin(url, best.url) ? sealHeaders(dataDir, checkHeaders(login)) : null
  const { feed, added } = await insertSource(
    database,
    {
      url: best.url,
      title: title ?? (best.title || best.url),
      siteUrl: null,
      language: null,
      relevance: 'model',
      extract: true,
      publisher: null,
      folder: folder ?? null,
      secret,
    },
    now,
  )
  if (!added) throw new AppError('unprocessable', `${best.url} is a source already (id ${feed.id}).`)
  return feed
}

/** Sends a login to the server that it is of, and to no other. */
const withLogin = (fetcher: Fetcher, url: string, login: SecretHeaders | null): Fetcher => ({
  ...fetcher,
  get: (address, options) =>
    fetcher.get(address, login && sharesLogin(url, address) ? { ...options, credentials: login } : options),
})

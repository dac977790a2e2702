/** Proposed address of a feed that has gone: the feed that its site names, for an operator to accept or reject. */
import type { Logger } from 'pino'
import type { Database } from '../../../platform/database/database.ts'
import { messageOf } from '../../../platform/errors.ts'
import type { Fetcher } from '../../../platform/fetch/fetcher.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { discoverFeeds } from '../discover.ts'
import type { DocumentReader } from '../documents/document-reader.ts'
import type { Feed } from '../writes/feeds.ts'
import { freeAddresses, listLost, saveProposal } from '../writes/proposals.ts'

interface Deps {
  database: Database
  fetcher: Fetcher
  reader: DocumentReader
  clock: Clock
  log: Logger
}

/** Looks once a week for each source whose feed is gone, missing or no feed any more. */
export async function proposeAddresses(parts: Deps): Promise<void> {
  for (const feed of await listLost(parts.database, parts.clock.now())) await proposeAddress(parts, feed)
}

/** The proposed address, or null where its site names no other feed. */
export async function proposeAddress(parts: Deps, feed: Feed): Promise<string | null> {
  const { database, clock, log } = parts
  const url = await findElsewhere(parts, feed).catch((error) => {
    log.debug({ err: error, source: feed.title }, `no new address found: ${messageOf(error)}`)
    return null
  })
  await saveProposal(database, feed.id, url, clock.now())
  if (url) log.info({ source: feed.title }, `${feed.title} may have moved to ${new URL(url).origin}`)
  return url
}

async function findElsewhere({ database, fetcher, reader }: Deps, feed: Feed): Promise<string | null> {
  const sites = new Set([feed.site_url ?? '', new URL('/', feed.url).href].filter(Boolean))
  for (const site of sites) {
    const found = await discoverFeeds(site, { fetcher, reader }).catch(() => [])
    const [free] = await freeAddresses(
      database,
      found.map(({ url }) => url),
    )
    if (free) return free
  }
  return null
}

/** Ingest against a bare loop that fetches and parses the same documents: the ratio of their times. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { parseConfig } from '../../src/config.ts'
import { systemClock } from '../../src/domain/clock.ts'
import { fetchDocument } from '../../src/feeds/document.ts'
import { createFetcher } from '../../src/feeds/fetcher.ts'
import { parseFeed } from '../../src/feeds/parse.ts'
import { buildOperations } from '../../src/operations.ts'
import { makeServices } from '../../src/services.ts'
import type { Database } from '../../src/store/database.ts'
import { migrate } from '../../src/store/migrate.ts'
import { addPlainFeeds } from './synthetic.ts'

async function bareLoop(urls: string[]): Promise<number> {
  const fetcher = createFetcher({ allow: ['127.0.0.1/32'], userAgent: 'bench' })
  const started = performance.now()
  await Promise.all(
    urls.map(async (url) => {
      const document = await fetchDocument(fetcher, url)
      parseFeed(document.bytes, document)
    }),
  )
  const ms = performance.now() - started
  await fetcher.close()
  return ms
}

async function ingest(database: Database, urls: string[]): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'karnhuset-bench-'))
  const config = parseConfig({ DATA_DIR: dataDir, SOURCES: 'none', FETCH_ALLOW: '127.0.0.1/32', RELEVANCE: 'all' })
  await migrate(database)
  const services = await makeServices({ config, log: pino({ level: 'error' }), clock: systemClock, database })
  await addPlainFeeds(database, urls)
  await services.queue()
  const operations = buildOperations(services)
  const started = performance.now()
  let done = 0
  await operations.ingest({
    onProgress: ({ stage }) => {
      if (stage === 'fetch') done = performance.now()
    },
  })
  const ms = done - started
  await services.close()
  rmSync(dataDir, { recursive: true, force: true })
  return ms
}

/** Time of fetch, parse and ingest of every document, stored and published, over that of the bare loop. Closes `database`. */
export async function benchIngest(database: Database, urls: string[]): Promise<number> {
  // The first pass of either warms the parser; the second is measured.
  await bareLoop(urls)
  const bare = await bareLoop(urls)
  return (await ingest(database, urls)) / bare
}

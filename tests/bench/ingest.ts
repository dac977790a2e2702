/** Ingest against a bare loop that fetches and parses the same documents: the ratio of their times. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { makeServices, type Services } from '../../src/app/services.ts'
import { parseConfig } from '../../src/config.ts'
import { systemClock } from '../../src/domain/time/clock.ts'
import { fetchDocument } from '../../src/feeds/documents/document.ts'
import { createFetcher } from '../../src/feeds/fetch/fetcher.ts'
import { parseFeed } from '../../src/feeds/parse.ts'
import { stageHandlers } from '../../src/pipeline/run.ts'
import type { Database } from '../../src/store/database/database.ts'
import { migrate } from '../../src/store/database/migrate.ts'
import { listAllFeeds } from '../../src/store/feeds/feeds.ts'
import { middle } from './measure.ts'
import { addPlainFeeds } from './synthetic.ts'

const TURNS = 8

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

/** One pass of the stages fetch, parse and ingest over sources that are new: everything is stored and published. */
async function pass({ database, pipeline, queue }: Services, urls: string[]): Promise<number> {
  const known = new Set((await listAllFeeds(database)).map((feed) => feed.id))
  await addPlainFeeds(database, urls)
  const fresh = (await listAllFeeds(database)).filter((feed) => !known.has(feed.id))
  const jobs = await queue()
  const started = performance.now()
  await jobs.add(
    'fetch',
    fresh.map((feed) => String(feed.id)),
  )
  await jobs.drain('fetch', stageHandlers(pipeline))
  return performance.now() - started
}

/**
 * Time of fetch, parse and ingest over that of a bare loop of fetching and parsing the same documents, in turns. The first
 * turn, in which both are new to their work, stands beside the median of the others. Closes `database`.
 */
export async function benchIngest(database: Database, urls: string[]): Promise<{ first: number; later: number }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'karnhuset-bench-'))
  const config = parseConfig({ DATA_DIR: dataDir, SOURCES: 'none', FETCH_ALLOW: '127.0.0.1/32', RELEVANCE: 'all' })
  await migrate(database)
  const services = await makeServices({ config, log: pino({ level: 'error' }), clock: systemClock, database })
  const ratios: number[] = []
  for (let turn = 0; turn < TURNS; turn++) {
    const bare = await bareLoop(urls)
    // Another address is another source, with articles of its own.
    ratios.push(
      (await pass(
        services,
        urls.map((url) => `${url}?turn=${turn}`),
      )) / bare,
    )
  }
  await services.close()
  rmSync(dataDir, { recursive: true, force: true })
  const [first = 0, ...later] = ratios
  return { first, later: middle(later) }
}

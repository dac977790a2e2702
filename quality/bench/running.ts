/** The parts of the bench that need a running service, one after the other on one `karnhuset serve`. */
import { startDemoPublisher } from '../../demo/publisher.ts'
import { parseOpml } from '../../src/news/feeds/formats/opml.ts'
import { hasTestData, startRealFeeds } from '../../tests/support/test-data.ts'
import { benchCommands } from './commands.ts'
import { benchFlood } from './flood.ts'
import { benchFreshness } from './freshness.ts'
import type { Measure } from './measure.ts'
import { benchMemory } from './memory.ts'
import { benchPass } from './pass.ts'
import type { Place } from './place.ts'
import { benchReady } from './ready.ts'
import { type Running, startServe } from './service.ts'
import { fillArticles, neverAsk } from './synthetic.ts'

export const runningParts = ['ready', 'commands', 'freshness', 'flood', 'pass', 'memory']

/** Those of `parts` that need one; `add` takes what each has found. */
export async function benchRunning(
  place: Place,
  parts: ReadonlySet<string>,
  short: boolean,
  add: (found: Measure[]) => void,
): Promise<void> {
  const articles = short ? 10_000 : 100_000
  await fill(place, articles)
  if (parts.has('ready')) add(await benchReady(place, short))
  const service = await startServe(place.env)
  const database = await place.connect()
  const feeds = await startFeeds()
  const running: Running = { place, service, database, feeds: short ? feeds.urls.slice(0, 10) : feeds.urls, short }
  try {
    if (parts.has('commands')) add(await benchCommands(running))
    if (parts.has('freshness')) add(await benchFreshness(running))
    if (parts.has('flood')) add(await benchFlood(running))
    if (parts.has('pass')) add(await benchPass(running))
    if (parts.has('memory')) add(await benchMemory(running, articles))
  } finally {
    await feeds.close()
    await database.close()
    await service.stop()
  }
}

async function fill(place: Place, articles: number): Promise<void> {
  const database = await place.open()
  await fillArticles(database, articles)
  await neverAsk(database)
  await database.close()
}

/** The real feeds where they are, else the demo's. */
async function startFeeds(): Promise<{ urls: string[]; close(): Promise<void> }> {
  if (hasTestData) return startRealFeeds()
  const demo = await startDemoPublisher()
  return { urls: parseOpml(demo.opml).sources.map((source) => source.url), close: () => demo.close() }
}

/** A visit to one source that an operator requests: a worker makes it, this process waits for its result. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ActorDatabase, Database } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Queue } from '../../../platform/queue/queue.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import type { FetchReport } from '../rules/ingest-report.ts'
import { getFeed, isBlockedByPublisher, requestFetches } from '../writes/feeds.ts'
import { lastFetchId, listFetchesAfter } from '../writes/fetches.ts'
import { recordProbe } from '../writes/operator-sources.ts'

/** Shortest time between visits to one publisher that operators request. */
const PROBE_EVERY_MS = 30_000
/** A fetch takes 30 seconds at most. */
const MAX_WAIT_MS = 45_000
const POLL_MS = 100

interface Deps {
  database: ActorDatabase
  clock: Clock
  queue(): Promise<Queue>
}

/** Fetches the source now, whatever the schedule. Throws `rate_limited` just after another fetch. */
export async function probeSource({ database, clock, queue }: Deps, id: number): Promise<FetchReport> {
  const feed = await getFeed(database, id)
  const since = feed.last_fetched_at ? clock.now().getTime() - feed.last_fetched_at.getTime() : Number.POSITIVE_INFINITY
  if (since >= 0 && since < PROBE_EVERY_MS)
    throw new AppError('rate_limited', `${feed.title} was asked just now.`, {
      retryAfter: (PROBE_EVERY_MS - since) / 1000,
    })
  if (await isBlockedByPublisher(database, feed, clock.now()))
    throw new AppError('rate_limited', `${feed.title} has asked to be left alone.`, {
      retryAfter: ((feed.hold_until?.getTime() ?? 0) - clock.now().getTime()) / 1000,
    })
  const before = await lastFetchId(database)
  await requestFetches(database, [id], clock.now())
  await (await queue()).add('fetch', [String(id)], { now: true })
  const report = await waitForFetch(database, id, before)
  const { outcome, created, updated, error } = report
  await recordProbe(database, feed, { outcome, created, updated, error }, clock.now())
  return report
}

async function waitForFetch(database: Database, id: number, after: number): Promise<FetchReport> {
  for (let waited = 0; waited < MAX_WAIT_MS; waited += POLL_MS) {
    const [report] = await listFetchesAfter(database, [id], after)
    if (report) return report
    await sleep(POLL_MS)
  }
  throw new AppError('unavailable', 'No worker has made the visit within 45 seconds. Is one running?')
}

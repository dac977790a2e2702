/** Acts of the console that take more than the store: the crawler, the queue, the content folder. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ReprocessRequest, StageReport } from '../news/articles/rules/reprocess-request.ts'
import { findEvent } from '../news/events/queries/events.ts'
import { correctEvent } from '../news/events/writes/operator-event-text.ts'
import { discoverFeeds } from '../news/feeds/discover.ts'
import { fetchDocument } from '../news/feeds/documents/document.ts'
import type { FetchReport } from '../news/feeds/rules/ingest-report.ts'
import { splitCredentials } from '../news/feeds/rules/source-settings.ts'
import { getFeed, isBlockedByPublisher, requestFetches } from '../news/feeds/writes/feeds.ts'
import { lastFetchId, listFetchesAfter } from '../news/feeds/writes/fetches.ts'
import { recordProbe } from '../news/feeds/writes/operator-sources.ts'
import type { OperatorCommands, Outcome, ReprocessState, SourcePreview } from '../news/operator/rules/operator.ts'
import { recordReprocess } from '../news/operator/writes/log.ts'
import { progressOfRun } from '../news/stages/reprocess.ts'
import { AppError } from '../platform/errors.ts'
import type { LastJob } from '../platform/queue/queue.ts'
import type { Services } from './services.ts'
import { withLogin } from './with-login.ts'

/** Shortest time between visits to one publisher that operators request. */
const PROBE_EVERY_MS = 30_000

export function buildOperator(services: Services): OperatorCommands {
  return {
    previewSource: (url) => previewSource(services, url),
    probeSource: (id) => probeSource(services, id),
    correctEvent: (id, text) => writeEvent(services, id, text),
    startReprocess: (request) => startReprocess(services, request),
    reprocessState: () => reprocessState(services),
  }
}

async function previewSource(services: Services, address: string): Promise<SourcePreview> {
  const { url, headers } = splitCredentials(address)
  const { previewInput } = await import('../news/feeds/preview.ts')
  const { reader } = services
  const fetcher = withLogin(services.fetcher, url, headers)
  const [best] = await discoverFeeds(url, { fetcher, reader })
  if (!best) throw new AppError('unprocessable', `No feed was found at ${url}.`)
  const preview = await previewInput(best.url, (address) => fetchDocument(fetcher, address))
  if (!preview.ok) throw new AppError('unprocessable', preview.error ?? 'The document cannot be read.')
  const items = preview.items.map((item) => ({ title: item.title, url: item.url, publishedAt: item.published_at }))
  return { url: best.url, title: preview.title ?? best.title, language: preview.language, items }
}

async function writeEvent(
  { database, clock, content }: Services,
  id: number,
  { retainPoints, ...after }: { title: string; summary: string; retainPoints: boolean },
): Promise<Outcome> {
  const event = await findEvent(database.db, id, content.site.language)
  if (!event) throw new AppError('not_found', `There is no event ${id}.`)
  const before = { title: event.title, summary: event.summary, by: event.textBy }
  return correctEvent(database, { eventId: id, before, after, retainPoints }, clock.now())
}

/** A worker makes the visit; this process waits for its result. */
async function probeSource({ database, clock, queue }: Services, id: number): Promise<FetchReport> {
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

/** A fetch takes 30 seconds at most. */
const MAX_WAIT_MS = 45_000
const POLL_MS = 100

async function waitForFetch(database: Services['database'], id: number, after: number): Promise<FetchReport> {
  for (let waited = 0; waited < MAX_WAIT_MS; waited += POLL_MS) {
    const [report] = await listFetchesAfter(database, [id], after)
    if (report) return report
    await sleep(POLL_MS)
  }
  throw new AppError('unavailable', 'No worker has made the visit within 45 seconds. Is one running?')
}

/** Queues a run of stages for a worker, one run at a time. */
async function startReprocess({ database, clock, queue }: Services, request: ReprocessRequest): Promise<Outcome> {
  const jobs = await queue()
  if (isPending(await jobs.last('reprocess'))) return 'unchanged'
  await recordReprocess(database, request, clock.now())
  const since = request.since?.toISOString() ?? null
  await jobs.add('reprocess', [JSON.stringify({ since, stages: request.stages })], { now: true })
  return 'done'
}

const isPending = (job: LastJob | null) => job?.state === 'waiting' || job?.state === 'active'

async function reprocessState({ database, queue }: Services): Promise<ReprocessState> {
  const job = await (await queue()).last('reprocess')
  if (!job) return { running: null, ended: null }
  if (isPending(job)) return { running: await progressOfRun(database), ended: null }
  if (job.state === 'completed') return { running: null, ended: { at: job.at, reports: reportsOf(job), error: null } }
  const { message } = (job.output ?? {}) as { message?: string }
  return { running: null, ended: { at: job.at, reports: [], error: message ?? 'it was ended' } }
}

/** pg-boss stores an output that is not an object under `value`. */
function reportsOf({ output }: LastJob): StageReport[] {
  const value = Array.isArray(output) ? output : (output as { value?: unknown } | null)?.value
  return Array.isArray(value) ? (value as StageReport[]) : []
}

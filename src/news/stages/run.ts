/** Order and schedule of the stages: what `worker` runs continuously and `ingest` once. */

import type { Handlers, JobFailure, KeyOfJob, Queue } from '../../platform/queue/queue.ts'
import type { Stage } from '../../platform/queue/stages.ts'
import { extractArticle } from '../articles/extraction/extract-article.ts'
import type { FetchReport } from '../feeds/rules/ingest-report.ts'
import { fetchDueFeed, fetchFeed } from '../feeds/visits/fetch-feed.ts'
import { logPass, startPassLog } from '../feeds/visits/pass-log.ts'
import { endLapsedPushes, listPushedFeedIds } from '../feeds/writes/feed-pushes.ts'
import { listAllFeeds, listDueByHost, listDueFeedIds, requestFetches } from '../feeds/writes/feeds.ts'
import { lastFetchId, listFetchesAfter } from '../feeds/writes/fetches.ts'
import type { Pipeline } from './context.ts'
import {
  listDueSweeps,
  listToEnrich,
  listToExtract,
  publishOverdue,
  publishUnenriched,
} from './writes/pending-stages.ts'

/** Half of what is read at once, so that a host that makes its pages wait leaves room for the others. */
const MAX_PAGES_OF_HOST = 48

/** Interval at which the worker polls for due feeds and for pending work that has no job. */
const SWEEP_MS = 15_000

/** Jobs that an operator orders, with those of the features that are on. */
export type OrderedJobs = Partial<Pick<Handlers, 'reprocess' | 'exams' | 'pairs'>>

/** Handlers of the stages. */
export function stageHandlers(pipeline: Pipeline): Partial<Handlers> {
  return {
    fetch: (key) => fetchFeed(pipeline, Number(key)),
    extract: (key) => extractArticle(pipeline, Number(key)),
    enrich: (key) => pipeline.enrich(Number(key)),
    embed: () => pipeline.embed(),
    cluster: () => pipeline.cluster(),
    stories: () => pipeline.stories(),
    events: () => pipeline.writeEventTexts(),
    maintain: () => pipeline.maintain(),
    ...Object.fromEntries(pipeline.stages.map(({ stage, handle }) => [stage, handle])),
  }
}

/** Adds jobs for all that is due. */
async function enqueueDue(pipeline: Pipeline, queue: Queue): Promise<void> {
  const { database, clock } = pipeline
  await endLapsedPushes(database, clock.now())
  await queue.add('fetch', (await listPushedFeedIds(database)).map(String), { first: true })
  await publishOverdue(database, clock.now())
  await enqueueWaiting(pipeline, queue)
}

async function enqueueWaiting(pipeline: Pipeline, queue: Queue): Promise<void> {
  const { database, clock } = pipeline
  const due = await listDueByHost(database, clock.now())
  await queue.add('fetch', due.answering.map(String), { first: true })
  await queue.add('fetch', due.others.map(String))
  await queue.add('extract', await listToExtract(database, clock.now(), MAX_PAGES_OF_HOST))
  if (pipeline.config.AI_PROVIDER !== 'none') await queue.add('enrich', await mayBeEnriched(pipeline))
  if (await pipeline.embeddingDue()) await queue.add('embed', [''])
  for (const stage of await listDueSweeps(database, clock.now())) await queue.add(stage, [''])
  if (await pipeline.eventTextsDue()) await queue.add('events', [''])
  for (const { stage, due } of pipeline.stages) await queue.add(stage, await due())
}

/**
 * While their provider is silent, the budget is used up, models are stopped or their judge is suspended, no article goes to one: excerpts are published, and the articles wait.
 */
async function mayBeEnriched({ database, enrichmentPaused }: Pipeline): Promise<KeyOfJob[]> {
  if (!(await enrichmentPaused())) return listToEnrich(database)
  await publishUnenriched(database)
  return []
}

/**
 * Runs the stages until `stop`. A finished job triggers a look for follow-up work, so that no stage waits for the next
 * sweep.
 */
export async function startWorker(
  pipeline: Pipeline,
  queue: Queue,
  ordered: OrderedJobs,
): Promise<{ stop(): Promise<void> }> {
  let sweeping: Promise<void> = Promise.resolve()
  let waiting = false
  const sweep = (work: () => Promise<void>) => {
    sweeping = sweeping.then(work).catch((error) => pipeline.log.warn({ err: error }, 'looking for work failed'))
  }
  const enqueueSoon = () => {
    if (waiting) return
    waiting = true
    setTimeout(() => {
      waiting = false
      sweep(() => enqueueWaiting(pipeline, queue))
    }, 300)
  }
  const pass = startPassLog(pipeline.log)
  const fetch = async (key: string) => {
    const report = await fetchDueFeed(pipeline, Number(key))
    if (report) pass.note(report)
    return report ?? undefined
  }
  const handlers = { ...stageHandlers(pipeline), fetch, ...ordered }
  const enqueueing = Object.fromEntries(
    Object.entries(handlers).map(([stage, handler]) => [
      stage,
      async (key: string) => {
        const output = await handler(key)
        if (stage !== 'maintain') enqueueSoon()
        return output
      },
    ]),
  ) as Handlers
  sweep(() => enqueueDue(pipeline, queue))
  sweep(() => queue.add('maintain', ['']))
  const timers = [
    setInterval(() => sweep(() => enqueueDue(pipeline, queue)), SWEEP_MS),
    setInterval(() => sweep(() => queue.add('maintain', [''])), 3_600_000),
  ]
  await queue.work(enqueueing)
  return {
    stop: async () => {
      for (const timer of timers) clearInterval(timer)
      await sweeping
      await queue.stop()
      pass.end()
    },
  }
}

export interface Progress {
  stage: Stage
  done: number
  total: number
}

/**
 * One full pass: the given feeds, or all that are due when an operator asks, and everything that follows from them. Jobs
 * that a worker in another process takes count as well. Returns a visit for each feed.
 */
export async function runOnce(
  pipeline: Pipeline,
  queue: Queue,
  options: { feedIds?: number[]; onProgress?: (progress: Progress) => void },
): Promise<FetchReport[]> {
  const { database, clock } = pipeline
  const counter = countDone(stageHandlers(pipeline), options.onProgress)
  const feedIds = options.feedIds ?? (await listDueFeedIds(database, clock.now(), true))
  await requestFetches(database, feedIds, clock.now())
  const before = await lastFetchId(database)
  const since = new Date()
  const run = async (stage: keyof typeof counter.handlers, keys: KeyOfJob[]): Promise<JobFailure[]> => {
    if (keys.length === 0) return []
    counter.start(stage, keys.length)
    await queue.add(stage, keys, { now: true })
    return withWorkers(queue, { [stage]: counter.handlers[stage] }, () => queue.whenIdle(stage, since))
  }
  const failures = await run('fetch', feedIds.map(String))
  await run('extract', await listToExtract(database, clock.now()))
  if (pipeline.config.AI_PROVIDER !== 'none') await run('enrich', await mayBeEnriched(pipeline))
  await publishOverdue(database, clock.now())
  if (await pipeline.embeddingDue()) await run('embed', [''])
  for (const stage of ['cluster', 'stories'] as const)
    if ((await listDueSweeps(database, clock.now())).includes(stage)) await run(stage, [''])
  if (await pipeline.eventTextsDue()) await run('events', [''])
  const reports = await fetchReportsOf(database, feedIds, before, failures)
  logPass(pipeline.log, reports)
  return reports
}

/** Runs `work` while this process takes jobs from the queue. */
export async function withWorkers<T>(queue: Queue, handlers: Partial<Handlers>, work: () => Promise<T>): Promise<T> {
  const working = await queue.work(handlers)
  try {
    return await work()
  } finally {
    await working.stop()
  }
}

/** Wraps the handlers so that they report progress of the running stage. */
function countDone(handlers: ReturnType<typeof stageHandlers>, onProgress: (progress: Progress) => void = () => {}) {
  const progress: Progress = { stage: 'fetch', done: 0, total: 0 }
  const counting = Object.fromEntries(
    Object.entries(handlers).map(([stage, handler]) => [
      stage,
      async (key: string) => {
        await handler(key)
        if (stage !== progress.stage) return
        progress.done++
        onProgress({ ...progress, total: Math.max(progress.total, progress.done) })
      },
    ]),
  ) as ReturnType<typeof stageHandlers>
  return {
    handlers: counting,
    start: (stage: Stage, total: number) => {
      Object.assign(progress, { stage, done: 0, total })
      onProgress({ ...progress })
    },
  }
}

/**
 * Attempts are read from the database; an attempt that failed for an internal reason has no row, and is made from its
 * job's failure.
 */
async function fetchReportsOf(
  database: Pipeline['database'],
  feedIds: number[],
  after: number,
  failures: JobFailure[],
): Promise<FetchReport[]> {
  const reports = await listFetchesAfter(database, feedIds, after)
  const fetched = new Set(reports.map(({ feedId }) => feedId))
  const feeds = await listAllFeeds(database)
  const failed = failures.flatMap(({ key, message }) => {
    const id = Number(key)
    if (fetched.has(id) || !feedIds.includes(id)) return []
    // It may have been removed in the meantime.
    const title = feeds.find((feed) => feed.id === id)?.title ?? `Source ${key}`
    const error = `An error here, not of the publisher; it will be tried again: ${message}`
    return [{ feedId: id, title, outcome: 'failed' as const, created: 0, updated: 0, error, cause: null }]
  })
  return [...reports, ...failed]
}

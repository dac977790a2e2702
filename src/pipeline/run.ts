/** Order, schedule and hand-over of the stages: what `worker` does for ever and `ingest` once. */
import { forgetOldTexts } from '../store/articles/articles.ts'
import { listDueSweeps, listWaiting, publishOverdue, publishUnenriched } from '../store/articles/stages.ts'
import { forgetOldFetches, listAllFeeds, listDueFeedIds } from '../store/feeds/feeds.ts'
import type { Pipeline } from './context.ts'
import { extractArticle } from './fetch/extract-article.ts'
import { fetchFeed, type Visit } from './fetch/fetch-feed.ts'
import type { Handlers, JobFailure, Queue, Stage } from './queue.ts'

/** How often the worker looks for feeds that are due and for work that lost its job. */
const SWEEP_MS = 15_000

/** What each stage does, with a report of every visit to a feed. */
export function stageHandlers(pipeline: Pipeline, onVisit: (visit: Visit) => void = () => {}): Handlers {
  return {
    fetch: async (key) => onVisit(await fetchFeed(pipeline, Number(key))),
    extract: (key) => extractArticle(pipeline, Number(key)),
    enrich: (key) => pipeline.enrich(Number(key)),
    embed: () => pipeline.embed(),
    cluster: () => pipeline.cluster(),
    stories: () => pipeline.stories(),
    maintain: () => maintain(pipeline),
  }
}

async function maintain(pipeline: Pipeline): Promise<void> {
  const now = pipeline.clock.now()
  await forgetOldTexts(pipeline.database, now)
  await forgetOldFetches(pipeline.database, now)
  await pipeline.maintain()
}

/** Adds jobs for all that has to be done now. */
async function enqueueDue(pipeline: Pipeline, queue: Queue): Promise<void> {
  const { database, clock } = pipeline
  await queue.add('fetch', (await listDueFeedIds(database, clock.now())).map(String))
  await publishOverdue(database, clock.now())
  await enqueueWaiting(pipeline, queue)
}

async function enqueueWaiting(pipeline: Pipeline, queue: Queue): Promise<void> {
  const { database, clock } = pipeline
  await queue.add('extract', await listWaiting(database, 'extract', clock.now()))
  if (pipeline.config.AI_PROVIDER !== 'none') await queue.add('enrich', await listToEnrich(pipeline))
  if (await pipeline.embeddingDue()) await queue.add('embed', [''])
  for (const stage of await listDueSweeps(database, clock.now())) await queue.add(stage, [''])
}

/** Without budget nothing is offered to the model: excerpts are published, and the articles wait for the next month. */
async function listToEnrich({ database, clock, enrichmentPaused }: Pipeline): Promise<string[]> {
  if (!enrichmentPaused()) return listWaiting(database, 'enrich', clock.now())
  await publishUnenriched(database)
  return []
}

/** Runs the stages until `stop`; a stage that brings something to the next one hands over at once. */
export async function startWorker(pipeline: Pipeline, queue: Queue): Promise<{ stop(): Promise<void> }> {
  let sweeping: Promise<void> = Promise.resolve()
  let waiting = false
  const sweep = (work: () => Promise<void>) => {
    sweeping = sweeping.then(work).catch((error) => pipeline.log.warn({ err: error }, 'looking for work failed'))
  }
  const handOver = () => {
    if (waiting) return
    waiting = true
    setTimeout(() => {
      waiting = false
      sweep(() => enqueueWaiting(pipeline, queue))
    }, 300)
  }
  const handlers = stageHandlers(pipeline)
  const handingOver = Object.fromEntries(
    Object.entries(handlers).map(([stage, handler]) => [
      stage,
      async (key: string) => {
        await handler(key)
        if (stage !== 'maintain') handOver()
      },
    ]),
  ) as Handlers
  sweep(() => enqueueDue(pipeline, queue))
  sweep(() => queue.add('maintain', ['']))
  const timers = [
    setInterval(() => sweep(() => enqueueDue(pipeline, queue)), SWEEP_MS),
    setInterval(() => sweep(() => queue.add('maintain', [''])), 3_600_000),
  ]
  await queue.work(handingOver)
  return {
    stop: async () => {
      for (const timer of timers) clearInterval(timer)
      await sweeping
      await queue.stop()
    },
  }
}

export interface Progress {
  stage: Stage
  done: number
  total: number
}

/**
 * One full pass: the given feeds, or all that are due when an operator asks, and everything that follows from them.
 * Returns a visit for each feed.
 */
export async function runOnce(
  pipeline: Pipeline,
  queue: Queue,
  options: { feedIds?: number[]; onProgress?: (progress: Progress) => void },
): Promise<Visit[]> {
  const { database, clock } = pipeline
  const visits: Visit[] = []
  const handlers = stageHandlers(pipeline, (visit) => visits.push(visit))
  const feedIds = options.feedIds ?? (await listDueFeedIds(database, clock.now(), true))
  const drain = async (stage: Stage, keys: string[]) => {
    await queue.add(stage, keys)
    let done = 0
    const report = () => options.onProgress?.({ stage, done, total: Math.max(keys.length, done) })
    report()
    const started = Date.now()
    const failures = await queue.drain(stage, handlers, () => {
      done++
      report()
    })
    pipeline.log.debug({ stage, jobs: done, ms: Date.now() - started }, `${stage} done`)
    return failures
  }
  for (const failure of await drain('fetch', feedIds.map(String))) visits.push(await failedHere(pipeline, failure))
  await drain('extract', await listWaiting(database, 'extract', clock.now()))
  if (pipeline.config.AI_PROVIDER !== 'none') await drain('enrich', await listToEnrich(pipeline))
  await publishOverdue(database, clock.now())
  if (await pipeline.embeddingDue()) await drain('embed', [''])
  for (const stage of ['cluster', 'stories'] as const) {
    if ((await listDueSweeps(database, clock.now())).includes(stage)) await drain(stage, [''])
  }
  return visits
}

/** A visit that failed for a fault of ours: the feed's record says nothing of it, and it is tried again. */
async function failedHere({ database }: Pipeline, { key, message }: JobFailure): Promise<Visit> {
  const id = Number(key)
  // It may have been removed meanwhile.
  const title = (await listAllFeeds(database)).find((feed) => feed.id === id)?.title ?? `Source ${key}`
  const error = `A fault here, not of the publisher; it will be tried again: ${message}`
  return { feedId: id, title, outcome: 'failed', created: 0, updated: 0, error }
}

/** Stages that an operator orders to run again: by a worker, one run at a time, or in this process. */

import type { ActorDatabase, Database } from '../../platform/database/database.ts'
import type { LastJob, Queue } from '../../platform/queue/queue.ts'
import type { Outcome } from '../actions/rules/actions.ts'
import { auditedAction } from '../actions/writes/log.ts'
import type { ReprocessRequest, ReprocessStage, StageReport } from '../articles/rules/reprocess-request.ts'
import type { IngestProgress } from '../feeds/rules/ingest-report.ts'
import { progressOfRun, type ReprocessCtx, reprocess } from './reprocess.ts'
import { type Progress, stageHandlers, withWorkers } from './run.ts'

/** State of the console's current or last run. */
export interface ReprocessState {
  running: IngestProgress | null
  ended: { at: Date; reports: StageReport[]; error: string | null } | null
}

/** Runs stages again: it may take hours, and resumes where a killed run stopped. */
export async function reprocessHere(
  database: ActorDatabase,
  ctx: ReprocessCtx,
  queue: Queue,
  request: ReprocessRequest & { onProgress?: (progress: Progress) => void },
): Promise<StageReport[]> {
  await recordReprocess(database, request, ctx.pipeline.clock.now())
  return withWorkers(queue, stageHandlers(ctx.pipeline), () => reprocess(ctx, queue, request))
}

/** Queues the run for a worker, and does not wait for its end. `unchanged` while there is one. */
export async function orderReprocess(
  database: ActorDatabase,
  queue: Queue,
  request: ReprocessRequest,
  now: Date,
): Promise<Outcome> {
  if (isPending(await queue.last('reprocess'))) return 'unchanged'
  await recordReprocess(database, request, now)
  const since = request.since?.toISOString() ?? null
  await queue.add('reprocess', [JSON.stringify({ since, stages: request.stages })], { now: true })
  return 'done'
}

/** Runs when a worker takes the job. */
export async function reprocessOrdered(ctx: ReprocessCtx, queue: Queue, key: string): Promise<StageReport[]> {
  const { since, stages } = JSON.parse(key) as { since: string | null; stages?: ReprocessStage[] }
  return reprocess(ctx, queue, { since: since === null ? null : new Date(since), ...(stages ? { stages } : {}) })
}

/** That stages run again, with the actor. */
const recordReprocess = (database: ActorDatabase, { stages, since, again }: ReprocessRequest, now: Date) =>
  auditedAction(database, now, async () => ({
    action: 'reprocessed',
    target: 'stages:0',
    subject: '',
    before: {},
    undo: null,
    after: { stages: stages?.join(', ') ?? null, since: since?.toISOString() ?? null, ...(again && { again }) },
  }))

const isPending = (job: LastJob | null) => job?.state === 'waiting' || job?.state === 'active'

export async function reprocessState(database: Database, queue: Queue): Promise<ReprocessState> {
  const job = await queue.last('reprocess')
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

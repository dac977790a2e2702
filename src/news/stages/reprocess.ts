/**
 * Stages run again at an operator's request: what it will cost, and the run itself, which resumes where a killed one
 * stopped.
 */

import { AppError } from '../../platform/errors.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { monthStart } from '../../platform/time/days.ts'
import {
  REPROCESS_STAGES,
  type ReprocessPlan,
  type ReprocessRequest,
  type ReprocessStage,
  type StagePlan,
  type StageReport,
} from '../articles/rules/reprocess-request.ts'
import { reclassify } from '../feeds/visits/reclassify.ts'
import { spentAfter, spentSince, summariesAfter } from '../models/writes/ai-calls.ts'
import type { Pipeline } from './context.ts'
import { type CostCtx, embeddingPrice, estimateCost } from './reprocess-cost.ts'
import type { Progress } from './run.ts'
import { listToEnrich } from './writes/pending-stages.ts'
import {
  countWaiting,
  findRunning,
  findUnfinished,
  finishStage,
  openRun,
  queueNext,
  type ReprocessRun,
  type ReprocessScope,
  sumArticles,
} from './writes/reprocess-states.ts'

export interface ReprocessCtx {
  pipeline: Pipeline
  /** Of the language model; null where none is set up, and the content's rules decide. */
  costOf: CostCtx['costOf']
  judgeCostOf: CostCtx['judgeCostOf']
  /** Why a stage cannot be run, where it cannot. */
  missing: Partial<Record<ReprocessStage, string>>
  timezone: string
}

const QUEUED_AT_ONCE = 500
const REPORT_EVERY_MS = 1000

/** Estimate of a run. Changes and spends nothing. Throws `unprocessable` for a stage that is not set up. */
export async function planReprocess(ctx: ReprocessCtx, request: ReprocessRequest): Promise<ReprocessPlan> {
  const { database, clock, config } = ctx.pipeline
  const scope = scopeOf(ctx, request)
  const cost = {
    db: database.db,
    now: clock.now(),
    costOf: ctx.costOf,
    judgeCostOf: ctx.judgeCostOf,
    embeddingPrice: embeddingPrice(config),
  }
  const run = await findUnfinished(database.db, scope)
  const plans: StagePlan[] = []
  for (const stage of scope.stages.slice(run?.at ?? 0)) {
    const plan = await estimateCost(cost, stage, scope.since, scope.again)
    const begun = run && plans.length === 0 && !(stage === 'enrich' && !ctx.costOf)
    plans.push(begun ? await whatIsLeft(ctx, run, plan) : plan)
  }
  const { cost: spent } = await spentSince(database.db, monthStart(clock.now(), ctx.timezone))
  return {
    stages: plans,
    cost: plans.reduce((sum, plan) => sum + plan.cost, 0),
    spent,
    budget: config.AI_MONTHLY_BUDGET ?? null,
    continues: run?.startedAt ?? null,
  }
}

/** For the stage in which a run stopped: what is pending, and what was not marked yet. */
async function whatIsLeft({ pipeline }: ReprocessCtx, run: ReprocessRun, plan: StagePlan): Promise<StagePlan> {
  const { database, clock } = pipeline
  const rest = await sumArticles(database.db, plan.stage, run, {
    now: clock.now(),
    maxLength: 0,
    after: run.markedTo,
  })
  const articles = (await countWaiting(database.db, plan.stage)) + rest.articles
  const share = plan.articles === 0 ? 0 : articles / plan.articles
  return {
    ...plan,
    articles,
    inputTokens: Math.round(plan.inputTokens * share),
    outputTokens: Math.round(plan.outputTokens * share),
    cost: plan.cost * share,
  }
}

/**
 * Runs the stages again, one after the other, and returns when nothing is pending or no more can be done now. Any process
 * that works on the queue does the jobs. A killed run resumes when it is requested again; nothing is done twice.
 */
export async function reprocess(
  ctx: ReprocessCtx,
  queue: Queue,
  request: ReprocessRequest & { onProgress?: (progress: Progress) => void },
): Promise<StageReport[]> {
  const { database, clock } = ctx.pipeline
  const reports: StageReport[] = []
  let run = await openRun(database, scopeOf(ctx, request), clock.now())
  while (run.at < run.stages.length) {
    reports.push(await runStage(ctx, queue, run, request.onProgress))
    await finishStage(database, run, clock.now())
    run = { ...run, at: run.at + 1, articles: 0, markedTo: 0 }
  }
  return reports
}

async function runStage(
  ctx: ReprocessCtx,
  queue: Queue,
  run: ReprocessRun,
  onProgress?: (progress: Progress) => void,
): Promise<StageReport> {
  const stage = run.stages[run.at] ?? 'enrich'
  const classified = stage === 'enrich' && !run.again ? await reclassify(ctx.pipeline, run.since) : 0
  if (stage === 'enrich' && !ctx.costOf)
    return { stage, articles: classified, left: 0, accepted: 0, refused: 0, cost: 0, byRules: true }
  const articles = await queueAll(ctx, run)
  return reportOf(ctx, run, articles, await workOff(ctx, queue, stage, onProgress))
}

function scopeOf(ctx: ReprocessCtx, request: ReprocessRequest): ReprocessScope {
  const { since = null, again = false } = request
  if (again && !ctx.costOf) throw new AppError('unprocessable', 'AI_PROVIDER is none: there is no model to ask again.')
  return { stages: again ? ['enrich'] : chooseStages(ctx, request), since, again }
}

function chooseStages({ missing }: ReprocessCtx, { stages }: ReprocessRequest): ReprocessStage[] {
  for (const stage of stages ?? []) if (missing[stage]) throw new AppError('unprocessable', missing[stage])
  return REPROCESS_STAGES.filter((stage) => (stages ? stages.includes(stage) : !missing[stage]))
}

async function queueAll({ pipeline }: ReprocessCtx, run: ReprocessRun): Promise<number> {
  let articles = run.articles
  for (;;) {
    const queued = await queueNext(pipeline.database, run, pipeline.clock.now(), QUEUED_AT_ONCE)
    articles += queued
    if (queued < QUEUED_AT_ONCE) return articles
  }
}

/** Repeats until nothing is pending or a round makes no progress. What is still pending is left to later sweeps. */
async function workOff(
  { pipeline }: ReprocessCtx,
  queue: Queue,
  stage: ReprocessStage,
  onProgress: (progress: Progress) => void = () => {},
): Promise<number> {
  const { database } = pipeline
  let left = await countWaiting(database.db, stage)
  const total = left
  const report = () => onProgress({ stage, done: Math.max(0, total - left), total })
  report()
  const watch = setInterval(() => {
    countWaiting(database.db, stage).then(
      (now) => {
        left = now
        report()
      },
      () => {},
    )
  }, REPORT_EVERY_MS)
  try {
    for (let before = Number.POSITIVE_INFINITY; left > 0 && left < before; ) {
      before = left
      await queue.add(stage, stage === 'enrich' ? await listToEnrich(database) : [''], {
        now: true,
      })
      await queue.whenIdle(stage, new Date())
      left = await countWaiting(database.db, stage)
    }
  } finally {
    clearInterval(watch)
  }
  report()
  return left
}

/** Progress of the unfinished run. */
export async function progressOfRun({ db }: Pick<Pipeline['database'], 'db'>): Promise<Progress> {
  const run = await findRunning(db)
  const stage = run?.stages[run.at] ?? 'enrich'
  const total = run?.articles ?? 0
  return { stage, done: Math.max(0, total - (await countWaiting(db, stage))), total }
}

async function reportOf(
  { pipeline }: ReprocessCtx,
  run: ReprocessRun,
  articles: number,
  left: number,
): Promise<StageReport> {
  const stage = run.stages[run.at] ?? 'enrich'
  if (stage === 'cluster') return { stage, articles, left, accepted: 0, refused: 0, cost: 0, byRules: true }
  const { db } = pipeline.database
  const cost = await spentAfter(db, run.afterCall, stage === 'enrich' ? ['summary', 'judge'] : ['embedding'])
  const outcome = stage === 'enrich' ? await summariesAfter(db, run.afterCall) : { accepted: 0, refused: 0 }
  return { stage, articles, left, ...outcome, cost, byRules: false }
}

/** `reprocess`: reports the cost of running stages again, asks on a terminal, and runs them. */

import type { Services } from '../app/services.ts'
import {
  REPROCESS_STAGES,
  type ReprocessPlan,
  type ReprocessStage,
  type StagePlan,
  type StageReport,
} from '../news/articles/rules/reprocess-request.ts'
import { reprocessHere } from '../news/stages/ordered-reprocess.ts'
import { planReprocess } from '../news/stages/reprocess.ts'
import { AppError } from '../platform/errors.ts'
import { counted } from '../platform/text/counted.ts'
import { daySpan, isDay } from '../platform/time/days.ts'
import { type Io, progressBar } from './io.ts'

export interface ReprocessOptions {
  since?: string
  stage?: string
  again?: boolean
  dryRun?: boolean
  yes?: boolean
}

/** Exit code 0 when it was run, or nothing was to do; 1 when it was declined or something is left. */
export async function reprocess(services: Services, io: Io, options: ReprocessOptions): Promise<number> {
  const request = {
    since: sinceOf(options.since, services.content.site.timezone, services.clock.now()),
    ...(options.stage === undefined ? {} : { stages: [stageOf(options)] }),
    ...(options.again && { again: true }),
  }
  const plan = await planReprocess(services.reprocessing, request)
  for (const line of describe(plan, services.config.AI_PRICE_INPUT + services.config.AI_PRICE_OUTPUT)) io.line(line)
  if (options.dryRun) return 0
  const nothing = plan.continues === null && plan.stages.every(({ articles }) => articles === 0)
  if (nothing) return 0
  if (!options.yes && !(await io.confirm('Go on?'))) {
    io.line('Nothing was changed.')
    return 1
  }
  const reports = await reprocessHere(services.database, services.reprocessing, await services.queue(), {
    ...request,
    onProgress: ({ stage, done, total }) => io.progress(progressBar(stage.padEnd(8), done, total, io.columns)),
  })
  io.progress('')
  for (const report of reports) io.line(outcome(report))
  return reports.some(({ left }) => left > 0) ? 1 : 0
}

function stageOf({ stage: text, again }: ReprocessOptions): ReprocessStage {
  const stage = REPROCESS_STAGES.find((existing) => existing === text)
  if (!stage) throw new AppError('bad_request', `--stage: "${text}" is not one of ${REPROCESS_STAGES.join(', ')}.`)
  if (again && stage !== 'enrich')
    throw new AppError('bad_request', '--again: only summaries are refused, in the stage enrich.')
  return stage
}

/** A day of the site's own calendar, or an instant. */
function sinceOf(text: string | undefined, timezone: string, now: Date): Date | null {
  if (text === undefined) return null
  const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(text)
  const since = isDay(text) ? daySpan(text, timezone).from : instant ? new Date(text) : null
  if (!since || Number.isNaN(since.getTime()))
    throw new AppError('bad_request', `--since: "${text}" is no date; write 2026-11-21 or 2026-11-21T09:00:00Z.`)
  if (since > now) throw new AppError('bad_request', `--since: ${text} is still to come.`)
  return since
}

const count = (n: number) => n.toLocaleString('en')
const money = (cost: number) => cost.toFixed(cost > 0 && cost < 1 ? 4 : 2)

function describe(plan: ReprocessPlan, prices: number): string[] {
  const lines = plan.stages.map((stage) => `${stage.stage.padEnd(8)} ${costLine(stage)}`)
  if (plan.continues)
    lines.unshift(`A run of ${plan.continues.toISOString()} did not come to its end: this goes on with what it left.`)
  const left = plan.budget === null ? null : plan.budget - plan.spent
  const limit = left === null ? 'no budget is set' : `${money(Math.max(0, left))} is left of ${money(plan.budget ?? 0)}`
  lines.push(`In all about ${money(plan.cost)}. Spent this month: ${money(plan.spent)}; ${limit}.`)
  if (prices === 0 && plan.stages.some(({ stage, basis }) => stage === 'enrich' && basis !== 'free'))
    lines.push('No prices are set (AI_PRICE_INPUT, AI_PRICE_OUTPUT): what it costs is not known.')
  if (left !== null && plan.cost > left)
    lines.push('That is more than is left: it pauses there, and goes on when the month turns or the budget is raised.')
  return lines
}

function costLine({ articles, inputTokens, outputTokens, cost, basis, stage }: StagePlan): string {
  const window = stage === 'cluster' ? ' of the last 96 hours' : ''
  const what = `${counted(articles, 'article')}${window}`
  if (stage === 'cluster') return `${what}, costs nothing`
  if (stage === 'enrich' && basis === 'free') return `${what}: relevance and tags by the content's rules, costs nothing`
  const tokens = `about ${count(inputTokens)} tokens in${outputTokens > 0 ? ` and ${count(outputTokens)} out` : ''}`
  return `${what}, ${tokens}: ${basis === 'free' ? 'costs nothing' : `${money(cost)} (from ${basis})`}`
}

function outcome({ stage, articles, left, accepted, refused, cost, byRules }: StageReport): string {
  const summaries = stage === 'enrich' && !byRules ? `${count(accepted)} summarised, ${count(refused)} refused, ` : ''
  const waiting = left > 0 ? `${count(left)} still wait and follow by themselves, ` : ''
  return `${stage.padEnd(8)} ${counted(articles, 'article')}: ${summaries}${waiting}cost ${money(cost)}`
}

/** Exams of models: who is examined, with which papers, at which prices. */

import type { Services } from '../../app/services.ts'
import type { Config } from '../../config.ts'
import { tagEvidence } from '../../news/articles/rules/tag-evidence.ts'
import { spentForBudget } from '../../news/models/writes/ai-calls.ts'
import { areModelsStopped } from '../../news/models/writes/model-stop.ts'
import { articlesADay } from '../../news/operator/queries/article-volume.ts'
import { readControlSource } from '../../news/texts/judge/exam-pairs.ts'
import { loadVerifyRules } from '../../news/texts/load-rules.ts'
import { AppError } from '../../platform/errors.ts'
import type { CallPolicyOptions } from '../../platform/models/call-policy.ts'
import { loadPrompt } from '../../platform/models/prompts.ts'
import { monthStart } from '../../platform/time/days.ts'
import { type Exam, type ExamRole, volumeOf } from './exam.ts'
import { judgePaper } from './judge-paper.ts'
import { listExams } from './list-exams.ts'
import { type ExamCtx, type Examinee, MODELS_HELD_BACK, type Paper, planExam, runExam } from './take-exam.ts'
import { readWriterArticles, writerPaper } from './writer-paper.ts'

export interface ExamRequest {
  /** Empty for the models of the settings. */
  models: string[]
  /** Of an OpenAI-compatible server; null for that of the settings. */
  baseUrl: string | null
  roles: ExamRole[]
  /** Pairs, and articles, that each model is asked about at most. */
  limit: number | null
}

/** Cost of exams, where every text is accepted at the first try. */
export interface ExamsPlan {
  calls: number
  inputTokens: number
  outputTokens: number
  cost: number
  /** Rest of the month's budget; null for no limit. */
  left: number | null
  /** True when their cost is known. */
  isPriced: boolean
}

/** Dependencies of an exam. */
export type ExamServices = Pick<Services, 'config' | 'content' | 'clock' | 'database' | 'models'>

interface Sitting {
  examinee: Examinee
  paper: Paper
}

/** Throws `unprocessable` where there is no model to ask, models are stopped, or less of the budget is left than it takes. */
export async function planExams(services: ExamServices, request: ExamRequest): Promise<ExamsPlan> {
  const { database, config } = services
  if (await areModelsStopped(database.db))
    throw new AppError('unprocessable', 'Models are stopped by an operator: release them in the console first.')
  const sittings = await sittingsOf(services, request)
  const plans = sittings.map(({ examinee, paper }) => planExam(examinee, paper, request.limit))
  const sum = (pick: (plan: (typeof plans)[number]) => number) => plans.reduce((total, plan) => total + pick(plan), 0)
  const plan = {
    calls: sum(({ calls }) => calls),
    cost: sum(({ cost }) => cost),
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    left: await leftOfBudget(services),
    isPriced:
      config.AI_PRICE_INPUT + config.AI_PRICE_OUTPUT > 0 || isOfThisNetwork(request.baseUrl ?? config.AI_BASE_URL),
  }
  if (plan.left !== null && plan.cost > plan.left)
    throw new AppError(
      'unprocessable',
      `About ${plan.cost.toFixed(4)} is more than the ${plan.left.toFixed(4)} left of AI_MONTHLY_BUDGET: ask less with a limit, or raise it.`,
    )
  return plan
}

async function leftOfBudget({ config, content, clock, database }: ExamServices): Promise<number | null> {
  if (config.AI_MONTHLY_BUDGET === undefined) return null
  const month = monthStart(clock.now(), content.site.timezone)
  const { spent, pending } = await spentForBudget(database.db, month, clock.now())
  return Math.max(0, config.AI_MONTHLY_BUDGET - spent - pending)
}

/** One after the other, one call at a time. The first that is held back is the last. */
export async function runExams(
  services: ExamServices,
  request: ExamRequest,
  { onProgress, policy }: { onProgress?: (exam: Exam) => void; policy?: Partial<CallPolicyOptions> } = {},
): Promise<Exam[]> {
  const { database, clock, models } = services
  const ctx: ExamCtx = { database, clock, budget: models.budget, random: Math.random }
  const sittings = await sittingsOf(services, request, policy)
  const exams: Exam[] = []
  for (const { examinee, paper } of sittings) {
    // A model that does not answer in one part does not in the other.
    if (exams.some(({ model, error }) => model === examinee.model && error !== null)) continue
    const exam = await runExam(ctx, examinee, paper, { limit: request.limit, ...(onProgress && { onProgress }) })
    exams.push(exam)
    if (exam.error === MODELS_HELD_BACK) break
  }
  return exams
}

/** Earlier calls and the volume of articles, for reports. */
export async function examsBefore({ database, clock }: ExamServices, exams: readonly Exam[]) {
  const all = await listExams(database.db)
  return {
    before: all.filter(({ id, endedAt }) => endedAt !== null && !exams.some((exam) => exam.id === id)),
    volume: volumeOf(await articlesADay(database.db, clock.now())),
  }
}

/** Model by model; all parts of one after the other. */
async function sittingsOf(
  services: ExamServices,
  request: ExamRequest,
  policy: Partial<CallPolicyOptions> = {},
): Promise<Sitting[]> {
  const { config } = services
  const papers = await papersOf(services)
  const configured = { judge: config.AI_JUDGE_MODEL ?? config.AI_MODEL, writer: config.AI_MODEL }
  const requested =
    request.models.length > 0
      ? [...new Set(request.models)].flatMap((model) => request.roles.map((role) => ({ model, role })))
      : request.roles.flatMap((role) => (configured[role] ? { model: configured[role], role } : []))
  if (config.AI_PROVIDER === 'none' && request.baseUrl === null) throw new AppError('unprocessable', NO_PROVIDER)
  if (requested.length === 0) throw new AppError('unprocessable', 'Name the model: the settings name none.')
  return Promise.all(
    requested.map(async ({ model, role }) => ({
      examinee: await examineeOf(configFor(config, model, request.baseUrl), request.baseUrl, policy),
      paper: papers[role],
    })),
  )
}

const NO_PROVIDER =
  'AI_PROVIDER is none: name a server and its model; "karnhuset models find" looks for those of this machine.'

async function papersOf({ config, content, models }: ExamServices): Promise<Record<Exam['role'], Paper>> {
  const { site, rules: topic } = content
  const prompt = (name: string) => loadPrompt(config.CONTENT_DIR, name, site.language)
  const rules = models.enrichment?.rules ?? (await loadVerifyRules(config.CONTENT_DIR, site.language, [site.topic]))
  const { language, pairs } = await readControlSource(config.CONTENT_DIR, site.language)
  const isAbout = (article: { title: string; text: string }) => tagEvidence(topic, article)
  const writing = { site, isAbout, prompt: await prompt('summary'), rules, language }
  return {
    judge: judgePaper(pairs, await prompt('judge'), rules),
    writer: writerPaper(await readWriterArticles(config.CONTENT_DIR), writing),
  }
}

/** The key of the settings goes to no other server. */
function configFor(config: Config, model: string, baseUrl: string | null): Config {
  const isJudge = model === config.AI_JUDGE_MODEL && model !== config.AI_MODEL
  const { AI_JUDGE_PRICE_INPUT, AI_JUDGE_PRICE_OUTPUT } = config
  const prices = isJudge
    ? {
        AI_PRICE_INPUT: AI_JUDGE_PRICE_INPUT ?? config.AI_PRICE_INPUT,
        AI_PRICE_OUTPUT: AI_JUDGE_PRICE_OUTPUT ?? config.AI_PRICE_OUTPUT,
      }
    : {}
  const forModel = { ...config, ...prices, AI_MODEL: model, AI_JUDGE_MODEL: undefined }
  if (baseUrl === null || baseUrl === config.AI_BASE_URL) return forModel
  const free = isOfThisNetwork(baseUrl) ? { AI_PRICE_INPUT: 0, AI_PRICE_OUTPUT: 0 } : {}
  return { ...forModel, ...free, AI_PROVIDER: 'openai', AI_BASE_URL: baseUrl, AI_API_KEY: undefined }
}

/** A model on this machine or beside it costs nothing. */
function isOfThisNetwork(baseUrl: string | undefined): boolean {
  const host = (baseUrl && URL.parse(baseUrl)?.hostname) || ''
  return /^(localhost$|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[::1\]$|\[f[cd])/.test(host)
}

async function examineeOf(
  config: Config,
  baseUrl: string | null,
  policy: Partial<CallPolicyOptions>,
): Promise<Examinee> {
  const { createSummariser } = await import('../../platform/models/summariser.ts')
  return {
    model: config.AI_MODEL ?? '',
    baseUrl: baseUrl ?? config.AI_BASE_URL ?? null,
    first: createSummariser(config, { concurrency: 1, ...policy, tries: 1 }),
    summariser: createSummariser(config, { concurrency: 1, ...policy }),
  }
}

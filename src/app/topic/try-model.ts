/** A model tried on the first-run page: a summary of one of the site's own articles, and the questions of features, in the site's database. */

import type { Config } from '../../config.ts'
import { loadFeatures } from '../../features.ts'
import { recordResponse } from '../../news/models/writes/ai-calls.ts'
import { examineSafely } from '../../news/texts/generate-text.ts'
import { planCall } from '../../news/texts/plan-call.ts'
import type { EnrichCtx } from '../../news/texts/summaries/enrich.ts'
import { headline, summaryQuestion } from '../../news/texts/summaries/summary-question.ts'
import { examineSummary, summaryClaims } from '../../news/texts/summary.ts'
import { textOf } from '../../news/texts/verify/cited.ts'
import { isTooShort, SUMMARY_LENGTH } from '../../news/texts/verify/length.ts'
import type { ModelTrial, TrialSummary, TriedFeed } from '../../news/topic/rules/setup.ts'
import type { CallPolicyOptions } from '../../platform/models/call-policy.ts'
import { foldSpace } from '../../platform/text/text.ts'
import { closing, openServicesAs } from '../open.ts'
import type { Services } from '../services.ts'

/** A slower model ends the trial, after the call that is under way. */
export const TRIAL_MINUTES = 5
const CALL_SECONDS = 60

type Policy = Partial<CallPolicyOptions>
export type ReportTrial = (part: Partial<ModelTrial>) => void

export interface TrialLimits {
  deadline: number
  policy: Policy
}

/** Questions of a feature. */
export interface TrialPart {
  questions: number
  query(services: Services, limits: TrialLimits, report: ReportTrial): Promise<void>
}
type Article = { title: string; text: string; publisher: string; language: string | null; publishedAt: null }

/** Rejects where the model cannot be asked, or is too slow; what was found until then is reported. */
export async function tryModel(given: Config, feeds: readonly TriedFeed[], report: ReportTrial): Promise<void> {
  const config = { ...given, AI_TIMEOUT: Math.min(given.AI_TIMEOUT, CALL_SECONDS) }
  const policy = { timeoutMs: config.AI_TIMEOUT * 1000, tries: 1, concurrency: 1 }
  const deadline = Date.now() + TRIAL_MINUTES * 60_000
  await closing(await openServicesAs(config, 'start'), async (services) => {
    const features: readonly { trial?: TrialPart }[] = await loadFeatures(config)
    const parts = features.flatMap(({ trial }) => trial ?? [])
    report({ questions: parts.reduce((sum, { questions }) => sum + questions, 0) })
    const article = articleFor(feeds)
    if (article) report({ summary: await trialSummary(services, article, policy) })
    for (const part of parts) await part.query(services, { deadline, policy }, report)
  })
}

/** The longest text that feeds brought; undefined where none is long enough for a summary. */
function articleFor(feeds: readonly TriedFeed[]): Article | undefined {
  const all = feeds.flatMap(({ articles, title: publisher, language }) =>
    articles.map((article) => ({ ...article, publisher, language, publishedAt: null })),
  )
  const longEnough = all.filter(({ text }) => !isTooShort(text, SUMMARY_LENGTH))
  return longEnough.toSorted((a, b) => b.text.length - a.text.length)[0]
}

/** By the prompt and the checks of all summaries, but for the judge. */
async function trialSummary(
  { config, models, database, clock }: Services,
  article: Article,
  policy: Policy,
): Promise<TrialSummary | null> {
  const { createSummariser } = await import('../../platform/models/summariser.ts')
  const ctx = { ...(models.enrichment as EnrichCtx), summariser: createSummariser(config, policy) }
  const question = summaryQuestion(ctx, article)
  const planned = planCall({ ...ctx, clock }, question, { purpose: 'check', request: {} })
  const answer = await models.budget.within(database.db, planned, async (row) => {
    const { value, text, ...use } = await ctx.summariser.query(question)
    const reason = value ? null : 'the answer was not of the shape asked for'
    await recordResponse(database.db, row, { ...use, response: text, verdict: value ? 'accepted' : 'refused', reason })
    return { value }
  })
  const about = { headline: article.title, publisher: article.publisher }
  if (!answer) return null
  if (!answer.value) return { ...about, title: '', text: '', refusal: 'The answer was not of the shape asked for.' }
  const { title, sentences } = answer.value
  const all = summaryClaims(title, sentences)
  const examined = examineSafely({ examine: () => examineSummary(all, article, ctx.rules) }, answer.value)
  const shown = examined.ok ? examined.claims.filter(({ violation }) => !violation) : all
  const text = (part: 'title' | 'sentence') => foldSpace(textOf(shown.filter((claim) => claim.part === part)))
  const refusal = examined.ok ? null : `${examined.check}: ${examined.reason}`
  return { ...about, title: headline(text('title') || article.title), text: text('sentence'), refusal }
}

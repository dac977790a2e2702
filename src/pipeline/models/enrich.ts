/** Enrichment: one structured call per article, judged by the gates, retried once with the reason, then the excerpt. */
import type { Logger } from 'pino'
import { z } from 'zod'
import { checkSummary, type GateOptions } from '../../ai/gates/check-summary.ts'
import { delimit, fillPrompt, type Prompt } from '../../ai/prompts.ts'
import { ARTICLE_KINDS } from '../../domain/articles/kinds.ts'
import type { Question, Summariser } from '../../domain/ports.ts'
import { foldSpace } from '../../domain/text/text.ts'
import type { Clock } from '../../domain/time/clock.ts'
import {
  acceptEnrichment,
  type EnrichableArticle,
  type Enrichment,
  FEWEST_WORDS,
  findEnrichable,
  publishExcerptWhileWaiting,
  settleWithExcerpt,
} from '../../store/articles/enrichment.ts'
import type { Database } from '../../store/database/database.ts'
import { settleAiCall } from '../../store/models/ai-calls.ts'
import type { Budget, PlannedCall } from './budget.ts'
import { callTokens, LONGEST_SUMMARISED, MAX_OUTPUT_TOKENS } from './cost.ts'

export interface EnrichCtx {
  database: Database
  clock: Clock
  log: Logger
  summariser: Summariser
  prompt: Prompt
  gates: GateOptions
  budget: Budget
  /** Names of the tags that a model may choose from. */
  vocabulary: readonly string[]
  site: { name: string; topic: string }
  /** Every article is relevant, whatever the model says. */
  allRelevant: boolean
}

export type EnrichOutcome = 'accepted' | 'refused' | 'paused' | 'skipped'

const Answer = z.object({
  title: z.string(),
  summary: z.string(),
  relevant: z.boolean(),
  relevance_reason: z.string(),
  tags: z.array(z.string()),
  proposed_tags: z.array(z.string()),
  products: z.array(z.string()),
  kind: z.enum(ARTICLE_KINDS),
})
type Answer = z.infer<typeof Answer>

const TRIES = 2

/**
 * Enriches one article. Idempotent: an article that is not pending is left unchanged. Rejects with `unavailable` or
 * `rate_limited` (with `retryAfter`) when the model is unavailable, so that the job is retried.
 */
export async function enrichArticle(ctx: EnrichCtx, articleId: number): Promise<EnrichOutcome> {
  const article = await findEnrichable(ctx.database.db, articleId)
  if (article?.state !== 'pending' || article.removed || article.correctedByOperator) return 'skipped'
  if (article.text.split(/\s+/).length < FEWEST_WORDS) {
    await settleWithExcerpt(ctx.database, article, 'none', ctx.clock.now())
    return 'skipped'
  }
  if (ctx.budget.isUsedUp()) return pause(ctx, article)
  let reason: string | null = null
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const outcome = await attemptOnce(ctx, article, reason)
    if (outcome.state === 'accepted') return 'accepted'
    if (outcome.state === 'paused') return pause(ctx, article)
    // The article changed under the call, or another worker was first: that change has queued it again.
    if (outcome.state === 'late') return 'skipped'
    reason = outcome.reason
  }
  await settleWithExcerpt(ctx.database, article, 'refused', ctx.clock.now())
  ctx.log.warn({ articleId, reason }, 'summary refused twice, the excerpt stands')
  return 'refused'
}

async function pause(ctx: EnrichCtx, article: EnrichableArticle): Promise<EnrichOutcome> {
  // This happens on every attempt until the month is over, so only the first one is published.
  if (article.published) return 'paused'
  await publishExcerptWhileWaiting(ctx.database, article.id)
  ctx.log.info({ articleId: article.id }, 'the budget for models is used up, the excerpt stands meanwhile')
  return 'paused'
}

interface Attempt {
  state: 'accepted' | 'late' | 'paused' | 'refused'
  reason: string | null
}

async function attemptOnce(ctx: EnrichCtx, article: EnrichableArticle, refusal: string | null): Promise<Attempt> {
  const question = buildQuestion(ctx, article, refusal)
  const { db } = ctx.database
  const outcome = await ctx.budget.within(db, plannedCall(ctx, article, question, refusal), async (row) => {
    const { value, text, ...use } = await ctx.summariser.ask(question)
    const verdict = judge(ctx, article, value)
    const settlement = { ...use, response: text }
    if (!verdict.ok) {
      const reason = `${verdict.gate}: ${verdict.reason}`
      await settleAiCall(db, row, { ...settlement, verdict: 'refused', reason })
      return { state: 'refused', reason } satisfies Attempt
    }
    const call = { ...settlement, row, at: ctx.clock.now() }
    const state = await acceptEnrichment(ctx.database, article, enrichmentOf(ctx, value as Answer), call)
    return { state, reason: null } satisfies Attempt
  })
  return outcome ?? { state: 'paused', reason: null }
}

function judge(ctx: EnrichCtx, article: EnrichableArticle, answer: Answer | null) {
  const source = { ...article, text: article.text.slice(0, LONGEST_SUMMARISED) }
  return checkSummary(answer, source, ctx.gates)
}

function buildQuestion(ctx: EnrichCtx, article: EnrichableArticle, refusal: string | null): Question<Answer> {
  const text = `${foldSpace(article.title)}\n\n${article.text.slice(0, LONGEST_SUMMARISED)}`
  const values = {
    site: ctx.site.name,
    topic: ctx.site.topic,
    vocabulary: ctx.vocabulary.join(', '),
    publisher: foldSpace(article.publisher).slice(0, 100),
    article: delimit('article', text),
  }
  const retry = refusal === null ? '' : fillPrompt(ctx.prompt.retry, { reason: refusal.slice(0, 300) })
  return {
    system: fillPrompt(ctx.prompt.system, values),
    prompt: fillPrompt(ctx.prompt.request, { ...values, retry }),
    schema: Answer,
    name: 'article_summary',
    maxOutputTokens: MAX_OUTPUT_TOKENS,
  }
}

function plannedCall(
  ctx: EnrichCtx,
  article: EnrichableArticle,
  question: Question<Answer>,
  refusal: string | null,
): PlannedCall {
  const { input, output } = callTokens(question.system.length + question.prompt.length)
  return {
    purpose: 'summary',
    articleId: article.id,
    at: ctx.clock.now(),
    provider: ctx.summariser.provider,
    model: ctx.summariser.model,
    promptVersion: ctx.prompt.version,
    contentHash: article.contentHash,
    request: { title: article.title, characters: article.text.length, retryReason: refusal },
    inputTokens: input,
    outputTokens: output,
    cost: ctx.summariser.costOf(input, output),
  }
}

function enrichmentOf(ctx: EnrichCtx, answer: Answer): Enrichment {
  const known = new Map(ctx.vocabulary.map((name) => [name.toLowerCase(), name]))
  const chosen = answer.tags.flatMap((tag) => known.get(tag.trim().toLowerCase()) ?? [])
  return {
    title: foldSpace(answer.title).replace(/(?<!\.)\.$/, ''),
    summary: foldSpace(answer.summary),
    relevant: ctx.allRelevant || answer.relevant,
    relevanceReason: foldSpace(answer.relevance_reason).slice(0, 300),
    tagNames: [...new Set(chosen)].slice(0, 5),
    proposedTags: shortNames(answer.proposed_tags, 3).filter((name) => !known.has(name.toLowerCase())),
    products: shortNames(answer.products, 8),
    kind: answer.kind,
  }
}

const shortNames = (names: string[], max: number) =>
  [...new Set(names.map((name) => foldSpace(name)))].filter((name) => name && name.length <= 60).slice(0, max)

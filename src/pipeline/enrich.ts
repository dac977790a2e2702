/** Enrichment: one structured call per article, judged by the gates, retried once with the reason, then the excerpt. */
import type { Logger } from 'pino'
import { z } from 'zod'
import { checkSummary, type GateOptions } from '../ai/gates/check-summary.ts'
import { delimit, fillPrompt, type Prompt } from '../ai/prompts.ts'
import type { Clock } from '../domain/clock.ts'
import { messageOf } from '../domain/errors.ts'
import { ARTICLE_KINDS } from '../domain/kinds.ts'
import type { ModelAnswer, Question, Summariser } from '../domain/ports.ts'
import { foldSpace } from '../domain/text.ts'
import { type AiCall, insertAiCall } from '../store/ai-calls.ts'
import type { Database } from '../store/database.ts'
import {
  acceptEnrichment,
  type EnrichableArticle,
  type Enrichment,
  FEWEST_WORDS,
  findEnrichable,
  publishMeanwhile,
  settleWithExcerpt,
} from '../store/enrichment.ts'
import type { Budget } from './budget.ts'
import { callTokens, MAX_OUTPUT_TOKENS } from './cost.ts'

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

const LONGEST_TEXT = 12_000
const TRIES = 2

/**
 * Enriches one article. Idempotent: an article that does not wait is left alone. Rejects with `unavailable` or
 * `rate_limited` (with `retryAfter`) when the model cannot be had, so that the job is tried again.
 */
export async function enrichArticle(ctx: EnrichCtx, articleId: number): Promise<EnrichOutcome> {
  const article = await findEnrichable(ctx.database.db, articleId)
  if (article?.state !== 'pending' || article.removed || article.correctedByOperator) return 'skipped'
  if (article.text.split(/\s+/).length < FEWEST_WORDS) {
    await settleWithExcerpt(ctx.database, article, 'none', ctx.clock.now())
    return 'skipped'
  }
  let reason: string | null = null
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const outcome = await attemptOnce(ctx, article, reason)
    if (outcome.state === 'accepted') return 'accepted'
    if (outcome.state === 'paused') return pause(ctx, article)
    // The article changed under the call, or another worker was first: whoever changed it has asked anew.
    if (outcome.state === 'late') return 'skipped'
    reason = outcome.reason
  }
  await settleWithExcerpt(ctx.database, article, 'refused', ctx.clock.now())
  ctx.log.warn({ articleId, reason }, 'summary refused twice, the excerpt stands')
  return 'refused'
}

async function pause(ctx: EnrichCtx, article: EnrichableArticle): Promise<EnrichOutcome> {
  // Asked again and again until the month is over, so only the first time shows.
  if (article.published) return 'paused'
  await publishMeanwhile(ctx.database, article.id)
  ctx.log.info({ articleId: article.id }, 'the budget for models is used up, the excerpt stands meanwhile')
  return 'paused'
}

interface Attempt {
  state: 'accepted' | 'late' | 'paused' | 'refused'
  reason: string | null
}

async function attemptOnce(ctx: EnrichCtx, article: EnrichableArticle, refusal: string | null): Promise<Attempt> {
  const question = buildQuestion(ctx, article, refusal)
  const tokens = callTokens(question.system.length + question.prompt.length)
  const estimate = ctx.summariser.costOf(tokens.input, tokens.output)
  const judged = await ctx.budget.within(ctx.database.db, estimate, async (): Promise<Attempt> => {
    const answer = await askAndRecordFailure(ctx, article, question, refusal)
    const verdict = judge(ctx, article, answer.value)
    const call = callOf(ctx, article, refusal, answer)
    if (!verdict.ok) {
      const reason = `${verdict.gate}: ${verdict.reason}`
      await insertAiCall(ctx.database.db, { ...call, verdict: 'refused', reason })
      return { state: 'refused', reason }
    }
    const state = await acceptEnrichment(ctx.database, article, enrichmentOf(ctx, answer.value as Answer), call)
    return { state, reason: null }
  })
  return judged ?? { state: 'paused', reason: null }
}

function judge(ctx: EnrichCtx, article: EnrichableArticle, answer: Answer | null) {
  const source = { ...article, text: article.text.slice(0, LONGEST_TEXT) }
  return checkSummary(answer, source, ctx.gates)
}

function buildQuestion(ctx: EnrichCtx, article: EnrichableArticle, refusal: string | null): Question<Answer> {
  const text = `Titel: ${foldSpace(article.title)}\n\n${article.text.slice(0, LONGEST_TEXT)}`
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

async function askAndRecordFailure(
  ctx: EnrichCtx,
  article: EnrichableArticle,
  question: Question<Answer>,
  refusal: string | null,
): Promise<ModelAnswer<Answer>> {
  try {
    return await ctx.summariser.ask(question)
  } catch (error) {
    const nothing = { value: null, text: '', inputTokens: 0, outputTokens: 0, cost: 0, ms: 0 }
    const call = callOf(ctx, article, refusal, nothing)
    await insertAiCall(ctx.database.db, { ...call, response: null, verdict: 'failed', reason: messageOf(error) })
    throw error
  }
}

function callOf(
  ctx: EnrichCtx,
  article: EnrichableArticle,
  refusal: string | null,
  answer: ModelAnswer<Answer>,
): AiCall {
  return {
    purpose: 'summary',
    articleId: article.id,
    at: ctx.clock.now(),
    ms: answer.ms,
    provider: ctx.summariser.provider,
    model: ctx.summariser.model,
    promptVersion: ctx.prompt.version,
    contentHash: article.contentHash,
    request: { title: article.title, characters: article.text.length, retryReason: refusal },
    response: answer.text,
    inputTokens: answer.inputTokens,
    outputTokens: answer.outputTokens,
    cost: answer.cost,
    verdict: 'refused',
    reason: null,
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

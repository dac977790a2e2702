/**
 * Enrichment: one call per article for sentences with evidence, held against the source by the gates and by a judge;
 * asked once more with the reason of a refusal, then the excerpt stands.
 */
import type { Logger } from 'pino'
import { type ExamineRules, examine } from '../../ai/claims/examine.ts'
import type { GateOptions } from '../../ai/gates/check-summary.ts'
import type { Prompt } from '../../ai/prompts.ts'
import { readAnswer } from '../../ai/tolerant-json.ts'
import type { WordsBehind } from '../../domain/articles/words-behind.ts'
import type { Summariser } from '../../domain/ports.ts'
import { foldSpace } from '../../domain/text/text.ts'
import type { Clock } from '../../domain/time/clock.ts'
import {
  acceptEnrichment,
  type EnrichableArticle,
  FEWEST_WORDS,
  findEnrichable,
  findSameText,
  publishExcerptWhileWaiting,
  settleWithExcerpt,
} from '../../store/articles/enrichment.ts'
import {
  type AskedState,
  boughtSoFar,
  concludeAiCall,
  findAnswered,
  settleAiCall,
} from '../../store/models/ai-calls.ts'
import { type Judging, standing } from '../trust/standing.ts'
import type { Budget } from './budget.ts'
import { planCall } from './plan-call.ts'
import { isReserved, type ReservationCtx } from './reserved.ts'
import { enrichmentOf, headline, SummaryAnswer, summaryQuestion, textGiven } from './summary-question.ts'

export interface EnrichCtx extends ReservationCtx {
  clock: Clock
  log: Logger
  summariser: Summariser
  prompt: Prompt
  gates: GateOptions
  listsOf: ExamineRules['listsOf']
  /** Null where AI_JUDGE is off. */
  judging: Judging | null
  budget: Budget
  /** Names of the tags that a model may choose from. */
  vocabulary: readonly string[]
  site: { name: string; topic: string }
  /** Every article is relevant, whatever the model says. */
  allRelevant: boolean
  /** Which tags, and whether the topic, have a word of the text behind them. */
  isAbout: (article: { title: string; text: string }) => WordsBehind
}

export type EnrichOutcome = 'accepted' | 'refused' | 'paused' | 'skipped'

const TRIES = 2
/** Answers that one state of an article is bought at most, by one prompt and model, kills and all. */
const MOST_BOUGHT = 3
const MOST_UNREADABLE = 2

/**
 * Enriches one article. Idempotent: an article that is not pending is left unchanged. Rejects with `unavailable` or
 * `rate_limited` (with `retryAfter`) when the model is unavailable, so that the job is retried.
 */
export async function enrichArticle(ctx: EnrichCtx, articleId: number): Promise<EnrichOutcome> {
  const article = await findEnrichable(ctx.database.db, articleId)
  if (article?.state !== 'pending' || article.removed || article.correctedByOperator) return 'skipped'
  if ((await isReserved(ctx, { ...article, articleId })) || article.text.split(/\s+/).length < FEWEST_WORDS) {
    await settleWithExcerpt(ctx.database, article, 'none', ctx.clock.now())
    return 'skipped'
  }
  if (ctx.budget.isUsedUp()) return pause(ctx, article)
  let reason: string | null = null
  for (let attempt = 1; attempt <= TRIES && (await mayBeBought(ctx, article)); attempt++) {
    const outcome = await attemptOnce(ctx, article, reason)
    if (outcome.state === 'accepted') return 'accepted'
    if (outcome.state === 'paused') return pause(ctx, article)
    // The article changed under the call, or another worker was first: that change has queued it again.
    if (outcome.state === 'late') return 'skipped'
    reason = outcome.reason
  }
  await settleWithExcerpt(ctx.database, article, 'refused', ctx.clock.now())
  ctx.log.warn({ articleId, reason }, 'no answer could be published, the excerpt stands')
  return 'refused'
}

async function pause(ctx: EnrichCtx, article: EnrichableArticle): Promise<EnrichOutcome> {
  // This happens on every attempt until the month is over, so only the first one is published.
  if (article.published) return 'paused'
  await publishExcerptWhileWaiting(ctx.database, article.id)
  ctx.log.info({ articleId: article.id }, 'models are stopped or their budget is used up, the excerpt stands meanwhile')
  return 'paused'
}

const stateOf = (ctx: EnrichCtx, article: EnrichableArticle): AskedState => ({
  articleId: article.id,
  contentHash: article.contentHash,
  model: ctx.summariser.model,
  promptVersion: ctx.prompt.version,
})

async function mayBeBought(ctx: EnrichCtx, article: EnrichableArticle): Promise<boolean> {
  const state = stateOf(ctx, article)
  const { bought, unreadable } = await boughtSoFar(ctx.database.db, state)
  if (bought < MOST_BOUGHT && unreadable < MOST_UNREADABLE) return true
  return (await findAnswered(ctx.database.db, state)) !== undefined
}

interface Attempt {
  state: 'accepted' | 'late' | 'paused' | 'refused'
  reason: string | null
}

async function attemptOnce(ctx: EnrichCtx, article: EnrichableArticle, refusal: string | null): Promise<Attempt> {
  const kept = await findAnswered(ctx.database.db, stateOf(ctx, article))
  const answer = kept
    ? { row: kept.id, value: readAnswer(kept.response, SummaryAnswer) }
    : await ask(ctx, article, refusal)
  if (answer === undefined) return { state: 'paused', reason: null }
  if (answer.value === null) return { state: 'refused', reason: 'shape: the answer could not be read' }
  return judgeAndStore(ctx, article, answer.row, answer.value)
}

/** The answer is stored with what it took before anything is made of it, so that it is never bought twice. */
async function ask(ctx: EnrichCtx, article: EnrichableArticle, refusal: string | null) {
  const question = summaryQuestion(ctx, article, refusal)
  const { db } = ctx.database
  const planned = planCall(ctx, question, {
    purpose: 'summary',
    articleId: article.id,
    contentHash: article.contentHash,
    request: { title: article.title, characters: article.text.length, retryReason: refusal },
  })
  return ctx.budget.within(db, planned, async (row) => {
    const { value, text, ...use } = await ctx.summariser.ask(question)
    await settleAiCall(db, row, {
      ...use,
      response: text,
      verdict: value === null ? 'refused' : 'answered',
      reason: value === null ? 'shape: the answer could not be read' : null,
      unreadable: value === null,
    })
    return { row, value }
  })
}

async function judgeAndStore(
  ctx: EnrichCtx,
  article: EnrichableArticle,
  row: number,
  answer: SummaryAnswer,
): Promise<Attempt> {
  const { db } = ctx.database
  const refuse = async (reason: string): Promise<Attempt> => {
    await concludeAiCall(db, row, 'refused', reason)
    return { state: 'refused', reason }
  }
  const source = { ...article, text: textGiven(article) }
  const examined = examine({ title: answer.title, claims: answer.sentences }, source, { ...ctx, evidenceNeeded: true })
  if (!examined.ok) return refuse(`${examined.gate}: ${examined.reason}`)
  const judged = await standing(ctx.judging, examined.claims, {
    articleId: article.id,
    contentHash: article.contentHash,
    hasOtherTitle: isInLanguage(ctx, article),
  })
  if (judged === 'paused') return { state: 'paused', reason: null }
  if (!judged.ok) return refuse(judged.reason)
  const summary = foldSpace(judged.text)
  const same = await findSameText(db, article, summary)
  if (same !== undefined) return refuse(`about: this text was given to another article, "${same.slice(0, 80)}"`)
  const title = headline(judged.title ?? article.title)
  const enrichment = { ...enrichmentOf(ctx, article, answer), title, summary, claims: judged.claims }
  const state = await acceptEnrichment(ctx.database, article, enrichment, { row, at: ctx.clock.now() })
  return { state, reason: null }
}

/** Then the source's own headline may stand above the summary. */
const isInLanguage = ({ gates: { languages } }: EnrichCtx, { language }: EnrichableArticle): boolean =>
  language !== null && languages.codeOf(language) === languages.site

/**
 * Enrichment: one call per article for sentences with evidence, another for their judge; where nothing of two answers
 * is accepted, the excerpt remains.
 */
import type { Logger } from 'pino'
import { foldSpace } from '../../../platform/text/text.ts'
import {
  acceptEnrichment,
  type EnrichableArticle,
  findEnrichable,
  findSameText,
  publishExcerpt,
  publishExcerptWhileWaiting,
} from '../../articles/writes/enrichment.ts'
import { isAside } from '../../claims/rules/claim-parts.ts'
import type { NewClaim } from '../../claims/writes/claims.ts'
import { textOf } from '../accept-claims.ts'
import { asideClaims } from '../asides.ts'
import { type Call, type GenerateCtx, type Generation, generateText, type Published } from '../generate-text.ts'
import { canLoseTitle, examineSummary, isCompleteSummary, summaryClaims } from '../summary.ts'
import { isTooShort, SUMMARY_LENGTH } from '../verify/length.ts'
import type { VerifyRules } from '../verify/running-text.ts'
import { isReserved, type ReservationCtx } from './reserved.ts'
import {
  asidesOf,
  enrichmentOf,
  headline,
  type SummaryAnswer,
  type SummaryCtx,
  summaryQuestion,
  textGiven,
} from './summary-question.ts'

export interface EnrichCtx extends ReservationCtx, GenerateCtx, SummaryCtx {
  log: Logger
  rules: VerifyRules
}

export type EnrichOutcome = 'accepted' | 'refused' | 'paused' | 'skipped'

/**
 * Enriches one article. Idempotent: an article that is not pending is left unchanged. Rejects with `unavailable` or
 * `rate_limited` (with `retryAfter`) when the model is unavailable, so that the job is retried.
 */
export async function enrichArticle(ctx: EnrichCtx, articleId: number): Promise<EnrichOutcome> {
  const article = await findEnrichable(ctx.database.db, articleId)
  if (article?.state !== 'pending' || article.removed || article.correctedByOperator) return 'skipped'
  if ((await isReserved(ctx, { ...article, articleId })) || isTooShort(article.text, SUMMARY_LENGTH)) {
    await publishExcerpt(ctx.database, article, 'none', ctx.clock.now())
    return 'skipped'
  }
  if (ctx.budget.isUsedUp()) return pause(ctx, article)
  const outcome = await generateText(ctx, generationOf(ctx, article))
  if (outcome.state === 'accepted') return 'accepted'
  if (outcome.state === 'paused') return pause(ctx, article)
  // The article changed under the call, or another worker was first: that change has queued it again.
  if (outcome.state === 'late') return 'skipped'
  await publishExcerpt(ctx.database, article, 'refused', ctx.clock.now())
  ctx.log.warn({ articleId, reason: outcome.reason }, 'no answer could be published, the excerpt stands')
  return 'refused'
}

async function pause(ctx: EnrichCtx, article: EnrichableArticle): Promise<EnrichOutcome> {
  // This happens on every attempt until the month is over, so only the first one is published.
  if (article.published) return 'paused'
  await publishExcerptWhileWaiting(ctx.database, article.id)
  ctx.log.info(
    { articleId: article.id },
    'no model may be asked now: stopped, out of budget or without a judge; readers get the excerpt until then',
  )
  return 'paused'
}

/** The call, the checks and the publication of one article's summary. */
function generationOf(ctx: EnrichCtx, article: EnrichableArticle): Generation<SummaryAnswer> {
  const source = { ...article, text: textGiven(article) }
  return {
    subject: {
      purpose: 'summary',
      articleId: article.id,
      contentHash: article.contentHash,
      request: { title: article.title, characters: article.text.length },
    },
    question: () => summaryQuestion(ctx, article),
    sources: [source],
    rules: ctx.rules,
    examine: (answer) => {
      const examined = examineSummary(summaryClaims(answer.title, answer.sentences), source, ctx.rules)
      if (!examined.ok || !ctx.judge) return examined
      const asides = asideClaims(asidesOf(ctx, article, answer), examined.claims, source, ctx.rules)
      return { ok: true, claims: [...examined.claims, ...asides] }
    },
    isComplete: isCompleteSummary(canLoseTitle(article.language, ctx.rules)),
    publish: (answer, claims, call) => publish(ctx, article, answer, claims, call),
  }
}

async function publish(
  ctx: EnrichCtx,
  article: EnrichableArticle,
  answer: SummaryAnswer,
  claims: NewClaim[],
  call: Call,
): Promise<Published> {
  const confirmed = claims.filter((claim) => isAside(claim) && claim.verdict === 'stands')
  const summary = foldSpace(textOf(claims, 'sentence'))
  const same = await findSameText(ctx.database.db, article, summary)
  if (same !== undefined)
    return { state: 'refused', reason: `about: this text was given to another article, "${same.slice(0, 80)}"` }
  const title = headline(textOf(claims, 'title') || article.title)
  const enrichment = {
    ...enrichmentOf(ctx, article, answer, new Set(confirmed.map(({ sentence }) => sentence))),
    title,
    summary,
    claims,
  }
  return { state: await acceptEnrichment(ctx.database, article, enrichment, call) }
}

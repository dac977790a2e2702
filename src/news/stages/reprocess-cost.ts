/** Cost of stages that run again, before they do. */
import type { Config } from '../../config.ts'
import type { Db } from '../../platform/database/database.ts'
import type { ReprocessStage, StagePlan } from '../articles/rules/reprocess-request.ts'
import { countReclassifiable } from '../articles/writes/reclassification.ts'
import { meanTokens } from '../models/writes/ai-calls.ts'
import { MAX_EMBEDDED_LENGTH, MAX_SUMMARISED_LENGTH, TYPICAL_OUTPUT_TOKENS, textTokens } from '../texts/plan-call.ts'
import { CALLS_A_TEXT } from '../texts/rules/judge-reliability.ts'
import { sumArticles } from './writes/reprocess-states.ts'

// Instructions and vocabulary.
const INSTRUCTION_CHARACTERS = 6000
// A judge reads half of a text with its evidence and a control, and answers each sentence with a verdict and some words.
const TYPICAL_JUDGE_CALL = { input: 1700, output: 150 }
/** Of a million tokens of the configured embedding model; 0 where nothing is paid. */
export const embeddingPrice = (config: Config): number =>
  config.EMBEDDING_PROVIDER === 'openai' ? config.EMBEDDING_PRICE_INPUT : 0

/** Cost of so many tokens of a model. */
export type TokenCost = (inputTokens: number, outputTokens: number) => number

export interface CostCtx {
  db: Db
  now: Date
  /** Of the language model; null where none is set up, and rules decide. */
  costOf: TokenCost | null
  /** Of the model that judges its sentences; null where none does. */
  judgeCostOf: TokenCost | null
  /** Of a million tokens of the embedding model. */
  embeddingPrice: number
}

/** Estimate for running a stage again for everything since a date; `again`: for refused articles. Spends nothing. */
export async function estimateCost(
  ctx: CostCtx,
  stage: ReprocessStage,
  since: Date | null,
  again = false,
): Promise<StagePlan> {
  if (stage === 'enrich' && !ctx.costOf) {
    const classified = await countReclassifiable(ctx.db, since)
    return { stage, articles: classified, inputTokens: 0, outputTokens: 0, cost: 0, basis: 'free' }
  }
  const maxLength = stage === 'enrich' ? MAX_SUMMARISED_LENGTH : MAX_EMBEDDED_LENGTH
  const { articles, characters } = await sumArticles(ctx.db, stage, { since, again }, { now: ctx.now, maxLength })
  if (stage === 'cluster') return { stage, articles, inputTokens: 0, outputTokens: 0, cost: 0, basis: 'free' }
  if (stage === 'enrich') return estimateSummaries(ctx, articles, characters)
  const inputTokens = textTokens(characters)
  const cost = (inputTokens * ctx.embeddingPrice) / 1_000_000
  return { stage, articles, inputTokens, outputTokens: 0, cost, basis: cost > 0 ? 'text lengths' : 'free' }
}

async function estimateSummaries(ctx: CostCtx, articles: number, characters: number): Promise<StagePlan> {
  const mean = await meanTokens(ctx.db, 'summary')
  const written = mean ?? {
    input: textTokens(INSTRUCTION_CHARACTERS + characters / Math.max(1, articles)),
    output: TYPICAL_OUTPUT_TOKENS,
  }
  const judged = ctx.judgeCostOf ? ((await meanTokens(ctx.db, 'judge')) ?? TYPICAL_JUDGE_CALL) : { input: 0, output: 0 }
  const all = (tokens: number, calls = 1) => Math.round(articles * tokens * calls)
  const [input, output] = [all(written.input), all(written.output)]
  const [judgeInput, judgeOutput] = [all(judged.input, CALLS_A_TEXT), all(judged.output, CALLS_A_TEXT)]
  return {
    stage: 'enrich',
    articles,
    inputTokens: input + judgeInput,
    outputTokens: output + judgeOutput,
    cost: (ctx.costOf?.(input, output) ?? 0) + (ctx.judgeCostOf?.(judgeInput, judgeOutput) ?? 0),
    basis: mean ? 'earlier calls' : 'text lengths',
  }
}

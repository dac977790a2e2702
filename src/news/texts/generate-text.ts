/**
 * A text of a model, whichever it is: requested, stored, checked against its sources, judged, requested again with the
 * reason of a refusal, and published by its caller. The only way from a model to readers.
 */

import type { Database } from '../../platform/database/database.ts'
import { messageOf } from '../../platform/errors.ts'
import { adviceFor } from '../../platform/models/model-advice.ts'
import type { Question, Summariser } from '../../platform/models/ports.ts'
import type { Prompt } from '../../platform/models/prompts.ts'
import { readAnswer } from '../../platform/models/tolerant-json.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { NewClaim } from '../claims/writes/claims.ts'
import { findAnswered, paidSoFar, recordResponse, recordVerdict } from '../models/writes/ai-calls.ts'
import { areModelsStopped } from '../models/writes/model-stop.ts'
import { acceptClaims, type Demands } from './accept-claims.ts'
import type { Budget } from './budget.ts'
import { admitJudge, isJudgeSuspended } from './judge/examination.ts'
import type { JudgeCtx } from './judge/judge.ts'
import { planCall, type Subject } from './plan-call.ts'
import { type Refused, withRetry } from './retry.ts'
import type { Examination } from './verify/examine.ts'

export interface GenerateCtx {
  database: Database
  clock: Clock
  summariser: Summariser
  prompt: Prompt
  /** Null where AI_JUDGE is off. */
  judge: JudgeCtx | null
  budget: Budget
}

/**
 * True while no model may be asked: its provider is silent, the budget is used up, an operator has stopped them, or their judge
 * is suspended.
 */
export const areModelsPaused = async (
  ctx: Pick<GenerateCtx, 'database' | 'judge' | 'budget' | 'summariser'>,
): Promise<boolean> =>
  ctx.summariser.isUnreachable() ||
  ctx.budget.isUsedUp() ||
  (await areModelsStopped(ctx.database.db)) ||
  isJudgeSuspended(ctx.judge)

/** The row of the call whose answer it is, and when it was published. */
export interface Call {
  row: number
  at: Date
}

export interface Generation<Answer> extends Omit<Demands, 'subject'> {
  /** The object that it is about, and its state: a state has three paid attempts at most. */
  subject: Omit<Subject, 'contentHash'> & { contentHash: string }
  question: () => Question<Answer>
  /** Tokens of an answer at most, roughly, where it is longer than a summary. */
  outputTokens?: number
  /** The checks. */
  examine: (answer: Answer) => Examination
  /** In one transaction: publishes, and concludes the call. `late`: the text is no longer needed; `paused`: not now. */
  publish: (answer: Answer, claims: NewClaim[], call: Call) => Promise<Published>
}

export type Published = { state: 'accepted' } | { state: 'late' } | { state: 'paused' } | Refusal
export interface Refusal {
  state: 'refused'
  reason: string | null
  /** The one that the reason is about. */
  sentence?: string | undefined
}

const TRIES = 2
/** Paid attempts at most for one state, prompt and model, kills included. */
const MAX_PAID = 3
const MAX_UNREADABLE = 2

/**
 * Rejects with `unavailable` or `rate_limited` (with `retryAfter`) when a model does not answer; once its provider is taken for
 * silent, that is a pause. Nothing is requested while the judge is suspended.
 */
export async function generateText<Answer>(ctx: GenerateCtx, generation: Generation<Answer>): Promise<Published> {
  if (ctx.summariser.isUnreachable()) return { state: 'paused' }
  try {
    return await attempts(ctx, generation)
  } catch (error) {
    if (ctx.summariser.isUnreachable()) return { state: 'paused' }
    throw error
  }
}

async function attempts<Answer>(ctx: GenerateCtx, generation: Generation<Answer>): Promise<Published> {
  if (ctx.judge && !(await admitJudge(ctx.judge))) return { state: 'paused' }
  let refused: Refused | null = null
  for (let attempt = 1; attempt <= TRIES && (await mayBeRequested(ctx, generation)); attempt++) {
    const outcome: Exclude<Published, Refusal> | (Refusal & Refused) = await attemptOnce(ctx, generation, refused)
    if (outcome.state !== 'refused') return outcome
    refused = outcome
  }
  const reason = refused?.reason ?? null
  return { state: 'refused', reason: reason === UNREADABLE ? UNREADABLE_ADVISED : reason }
}

const stateOf = <Answer>({ summariser, prompt }: GenerateCtx, { subject }: Generation<Answer>) => ({
  ...subject,
  model: summariser.model,
  promptVersion: prompt.version,
})

async function mayBeRequested<Answer>(ctx: GenerateCtx, generation: Generation<Answer>): Promise<boolean> {
  const state = stateOf(ctx, generation)
  const { paidAttempts, unreadable } = await paidSoFar(ctx.database.db, state)
  if (paidAttempts < MAX_PAID && unreadable < MAX_UNREADABLE) return true
  return (await findAnswered(ctx.database.db, state)) !== undefined
}

async function attemptOnce<Answer>(
  ctx: GenerateCtx,
  generation: Generation<Answer>,
  refused: Refused | null,
): Promise<Exclude<Published, Refusal> | (Refusal & Refused)> {
  const stored = await findAnswered(ctx.database.db, stateOf(ctx, generation))
  const answer = stored
    ? { row: stored.id, text: stored.response, value: readAnswer(stored.response, generation.question().schema) }
    : await request(ctx, generation, refused)
  if (answer === undefined) return { state: 'paused' }
  if (answer.value === null) return { state: 'refused', reason: UNREADABLE, answer: null }
  const outcome = await judgeAndPublish(ctx, generation, answer.row, answer.value)
  if (outcome.state !== 'refused') return outcome
  await recordVerdict(ctx.database.db, answer.row, 'refused', outcome.reason)
  return { ...outcome, answer: answer.text }
}

const UNREADABLE = 'shape: the answer could not be read'
/** For operators; the model is given the reason alone. */
const UNREADABLE_ADVISED = `${UNREADABLE}. ${adviceFor({ prose: true, message: '' })}`

/** The answer is stored with its cost before it is used, so that it is never paid for twice. */
async function request<Answer>(ctx: GenerateCtx, generation: Generation<Answer>, refused: Refused | null) {
  const question = withRetry(ctx.prompt, generation.question(), refused)
  const { db } = ctx.database
  const request = { ...generation.subject.request, retryReason: refused?.reason ?? null }
  const planned = planCall(ctx, question, { ...generation.subject, request }, generation.outputTokens)
  return ctx.budget.within(db, planned, async (row) => {
    const { value, text, ...use } = await ctx.summariser.query(question)
    await recordResponse(db, row, {
      ...use,
      response: text,
      verdict: value === null ? 'refused' : 'answered',
      reason: value === null ? UNREADABLE_ADVISED : null,
      unreadable: value === null,
    })
    return { row, text, value }
  })
}

async function judgeAndPublish<Answer>(
  ctx: GenerateCtx,
  generation: Generation<Answer>,
  row: number,
  answer: Answer,
): Promise<Published> {
  const examined = examineSafely(generation, answer)
  if (!examined.ok)
    return { state: 'refused', reason: `${examined.check}: ${examined.reason}`, sentence: examined.sentence }
  const { purpose: _, request: __, ...subject } = generation.subject
  const judged = await acceptClaims(ctx.judge, examined.claims, { ...generation, subject })
  if (judged === 'paused') return { state: 'paused' }
  if (!judged.ok) return { state: 'refused', reason: judged.reason, sentence: judged.sentence }
  return generation.publish(answer, judged.claims, { row, at: ctx.clock.now() })
}

/** A check that breaks over an answer has not let it through. */
export function examineSafely<Answer>({ examine }: Pick<Generation<Answer>, 'examine'>, answer: Answer): Examination {
  try {
    return examine(answer)
  } catch (error) {
    return { ok: false, check: 'shape', reason: messageOf(error) }
  }
}

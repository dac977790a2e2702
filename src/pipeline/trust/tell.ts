/**
 * A text of a model, whichever it is: asked for, kept, held against its sources by the gates and the judge, asked for once
 * more with the reason of a refusal, and published by whoever wants it. The only way from a model to readers.
 */
import type { Examination } from '../../ai/claims/examine.ts'
import type { Prompt } from '../../ai/prompts.ts'
import { readAnswer } from '../../ai/tolerant-json.ts'
import { messageOf } from '../../domain/errors.ts'
import { adviceFor } from '../../domain/model-advice.ts'
import type { Question, Summariser } from '../../domain/ports.ts'
import type { Clock } from '../../domain/time/clock.ts'
import type { NewClaim } from '../../store/articles/claims.ts'
import type { Database } from '../../store/database/database.ts'
import { boughtSoFar, concludeAiCall, findAnswered, settleAiCall } from '../../store/models/ai-calls.ts'
import type { Budget } from '../models/budget.ts'
import { planCall, type Subject } from '../models/plan-call.ts'
import { type Demands, type Judging, standing } from './standing.ts'

export interface TellCtx {
  database: Database
  clock: Clock
  summariser: Summariser
  prompt: Prompt
  /** Null where AI_JUDGE is off. */
  judging: Judging | null
  budget: Budget
}

/** The row of the call whose answer it is, and when it was published. */
export interface Call {
  row: number
  at: Date
}

export interface Telling<Answer> extends Omit<Demands, 'subject'> {
  /** What it is about, and in which state: answers for one state are bought three times at most. */
  subject: Omit<Subject, 'contentHash'> & { contentHash: string }
  question: (refusal: string | null) => Question<Answer>
  /** What an answer takes at most, roughly, where it is more than a summary. */
  outputTokens?: number
  /** The gates. */
  examine: (answer: Answer) => Examination
  /** In one transaction: publishes, and concludes the call. `late`: nobody waits for it any more; `paused`: not now. */
  publish: (answer: Answer, claims: NewClaim[], call: Call) => Promise<Published>
}

export type Published = { state: 'accepted' } | { state: 'late' } | { state: 'paused' } | Refusal
export interface Refusal {
  state: 'refused'
  reason: string | null
}

const TRIES = 2
/** Answers that one state is bought at most, by one prompt and model, kills and all. */
const MOST_BOUGHT = 3
const MOST_UNREADABLE = 2

/** Rejects with `unavailable` or `rate_limited` (with `retryAfter`) when the model does not answer. */
export async function tell<Answer>(ctx: TellCtx, telling: Telling<Answer>): Promise<Published> {
  let reason: string | null = null
  for (let attempt = 1; attempt <= TRIES && (await mayBeBought(ctx, telling)); attempt++) {
    const outcome: Published = await attemptOnce(ctx, telling, reason)
    if (outcome.state !== 'refused') return outcome
    reason = outcome.reason
  }
  return { state: 'refused', reason: reason === UNREADABLE ? UNREADABLE_ADVISED : reason }
}

const stateOf = <Answer>({ summariser, prompt }: TellCtx, { subject }: Telling<Answer>) => ({
  ...subject,
  model: summariser.model,
  promptVersion: prompt.version,
})

async function mayBeBought<Answer>(ctx: TellCtx, telling: Telling<Answer>): Promise<boolean> {
  const state = stateOf(ctx, telling)
  const { bought, unreadable } = await boughtSoFar(ctx.database.db, state)
  if (bought < MOST_BOUGHT && unreadable < MOST_UNREADABLE) return true
  return (await findAnswered(ctx.database.db, state)) !== undefined
}

async function attemptOnce<Answer>(ctx: TellCtx, telling: Telling<Answer>, refusal: string | null): Promise<Published> {
  const kept = await findAnswered(ctx.database.db, stateOf(ctx, telling))
  const answer = kept
    ? { row: kept.id, value: readAnswer(kept.response, telling.question(null).schema) }
    : await ask(ctx, telling, refusal)
  if (answer === undefined) return { state: 'paused' }
  if (answer.value === null) return { state: 'refused', reason: UNREADABLE }
  const outcome = await judgeAndPublish(ctx, telling, answer.row, answer.value)
  if (outcome.state === 'refused') await concludeAiCall(ctx.database.db, answer.row, 'refused', outcome.reason)
  return outcome
}

const UNREADABLE = 'shape: the answer could not be read'
/** For operators; the model is told the reason alone. */
const UNREADABLE_ADVISED = `${UNREADABLE}. ${adviceFor({ prose: true, words: '' })}`

/** The answer is stored with what it took before anything is made of it, so that it is never bought twice. */
async function ask<Answer>(ctx: TellCtx, telling: Telling<Answer>, refusal: string | null) {
  const question = telling.question(refusal)
  const { db } = ctx.database
  const request = { ...telling.subject.request, retryReason: refusal }
  const planned = planCall(ctx, question, { ...telling.subject, request }, telling.outputTokens)
  return ctx.budget.within(db, planned, async (row) => {
    const { value, text, ...use } = await ctx.summariser.ask(question)
    await settleAiCall(db, row, {
      ...use,
      response: text,
      verdict: value === null ? 'refused' : 'answered',
      reason: value === null ? UNREADABLE_ADVISED : null,
      unreadable: value === null,
    })
    return { row, value }
  })
}

async function judgeAndPublish<Answer>(
  ctx: TellCtx,
  telling: Telling<Answer>,
  row: number,
  answer: Answer,
): Promise<Published> {
  const examined = examineSafely(telling, answer)
  if (!examined.ok) return { state: 'refused', reason: `${examined.gate}: ${examined.reason}` }
  const { purpose: _, request: __, ...subject } = telling.subject
  const judged = await standing(ctx.judging, examined.claims, { ...telling, subject })
  if (judged === 'paused') return { state: 'paused' }
  if (!judged.ok) return { state: 'refused', reason: judged.reason }
  return telling.publish(answer, judged.claims, { row, at: ctx.clock.now() })
}

/** A gate that breaks over an answer has not let it through. */
function examineSafely<Answer>({ examine }: Telling<Answer>, answer: Answer): Examination {
  try {
    return examine(answer)
  } catch (error) {
    return { ok: false, gate: 'shape', reason: messageOf(error) }
  }
}

/** An event's text by a model: one call a revision, under the gates, asked for once more with the reason of a refusal. */
import { checkEventText, EventAnswer, type EventVerdict } from '../../ai/gates/check-event-text.ts'
import type { GateOptions } from '../../ai/gates/check-summary.ts'
import { delimit, fillPrompt, type Prompt } from '../../ai/prompts.ts'
import { messageOf } from '../../domain/errors.ts'
import type { Question, Summariser } from '../../domain/ports.ts'
import { foldSpace } from '../../domain/text/text.ts'
import type { Clock } from '../../domain/time/clock.ts'
import { countEventCalls, type EventMaterial, saveEventText } from '../../store/events/event-texts.ts'
import { settleAiCall } from '../../store/models/ai-calls.ts'
import type { Budget } from '../models/budget.ts'
import { MAX_OUTPUT_TOKENS } from '../models/cost.ts'
import { planCall } from '../models/plan-call.ts'
import type { ReservationCtx } from '../models/reserved.ts'
import { chooseReports, type News, type Voiced } from './reports.ts'

export interface EventWriterCtx extends ReservationCtx {
  clock: Clock
  summariser: Summariser
  prompt: Prompt
  gates: GateOptions
  budget: Budget
  site: { name: string; topic: string }
}

const TRIES = 2
/** Calls for one state of an event, those of killed processes among them. */
const MOST_CALLS = 3

/** `paused`: the budget is used up. `late`: the event changed under the call. */
export type WriteOutcome = 'accepted' | 'refused' | 'late' | 'paused'

interface Draft {
  material: EventMaterial
  news: News
  reports: Voiced[]
}

/** Rejects with `unavailable` or `rate_limited` when the model does not answer. */
export async function writeEventText(
  ctx: EventWriterCtx,
  material: EventMaterial,
  voices: Voiced[],
  news: News,
): Promise<WriteOutcome> {
  const draft = { material, news, reports: chooseReports(voices) }
  let refusal: string | null = null
  for (let attempt = 0; attempt < TRIES; attempt++) {
    if ((await countEventCalls(ctx.database.db, material)) >= MOST_CALLS) return 'refused'
    const outcome: Attempt = await tryOnce(ctx, draft, refusal)
    if (outcome.state !== 'refused') return outcome.state
    refusal = outcome.reason
  }
  return 'refused'
}

type Attempt = { state: 'accepted' | 'late' | 'paused' } | { state: 'refused'; reason: string }

async function tryOnce(ctx: EventWriterCtx, draft: Draft, refusal: string | null): Promise<Attempt> {
  const question = buildQuestion(ctx, draft, refusal)
  const { db } = ctx.database
  const { material, news, reports } = draft
  const planned = planCall(ctx, question, {
    purpose: 'event',
    eventId: material.eventId,
    contentHash: material.state,
    request: { reports: reports.length, reason: news.reason, retryReason: refusal },
  })
  const outcome = await ctx.budget.within(db, planned, async (row) => {
    const { value, text, ...use } = await ctx.summariser.ask(question)
    const settlement = { ...use, response: text }
    const verdict = judge(ctx, draft, value)
    if (!verdict.ok) {
      await settleAiCall(db, row, { ...settlement, verdict: 'refused', reason: verdict.reason })
      return { state: 'refused', reason: verdict.reason } satisfies Attempt
    }
    const made = {
      ...verdict.text,
      ...news,
      model: ctx.summariser.model,
      promptVersion: ctx.prompt.version,
      articleIds: reports.map(({ articleId }) => articleId),
    }
    const call = { ...settlement, row, at: ctx.clock.now() }
    return { state: await saveEventText(ctx.database, material, made, call) } satisfies Attempt
  })
  return outcome ?? { state: 'paused' }
}

function judge(ctx: EventWriterCtx, { reports }: Draft, answer: EventAnswer | null): EventVerdict {
  if (!answer) return { ok: false, reason: 'shape: the answer could not be read' }
  try {
    return checkEventText(answer, reports, ctx.gates)
  } catch (error) {
    return { ok: false, reason: messageOf(error) }
  }
}

function buildQuestion(ctx: EventWriterCtx, { reports }: Draft, refusal: string | null): Question<EventAnswer> {
  const retry = refusal === null ? '' : fillPrompt(ctx.prompt.retry, { reason: refusal.slice(0, 300) })
  const told = reports.map(
    (report, at) =>
      `[${at + 1}] ${foldSpace(report.name)}, ${report.at.toISOString()}\n${foldSpace(report.title)}\n${report.text}`,
  )
  const values = {
    site: ctx.site.name,
    topic: ctx.site.topic,
    reports: delimit('reports', told.join('\n\n')),
    retry,
  }
  return {
    system: fillPrompt(ctx.prompt.system, values),
    prompt: fillPrompt(ctx.prompt.request, values),
    schema: EventAnswer,
    name: 'event_text',
    maxOutputTokens: MAX_OUTPUT_TOKENS,
  }
}

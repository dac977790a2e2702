/** A story's title, lead and body by a model, under the same gates as summaries: all it says stands in the material. */
import { z } from 'zod'
import { checkSummary, type GateOptions } from '../../ai/gates/check-summary.ts'
import { delimit, fillPrompt, type Prompt } from '../../ai/prompts.ts'
import { messageOf } from '../../domain/errors.ts'
import type { Question, Summariser } from '../../domain/ports.ts'
import type { Clock } from '../../domain/time/clock.ts'
import { settleAiCall } from '../../store/models/ai-calls.ts'
import type { StoryMaterial } from '../../store/stories/stories.ts'
import type { Budget } from '../models/budget.ts'
import { planCall } from '../models/plan-call.ts'
import { type ReservationCtx, withoutReserved } from '../models/reserved.ts'
import type { StoryText } from './stories.ts'

export interface StoryWriterCtx extends ReservationCtx {
  clock: Clock
  summariser: Summariser
  prompt: Prompt
  gates: GateOptions
  budget: Budget
  site: { name: string; topic: string }
}

const Answer = z.object({ title: z.string().max(120), lead: z.string(), body: z.string() })
const TRIES = 2
const MOST_EVENTS = 40
const LENGTH = { words: [60, 330] as [number, number], sentences: [3, 30] as [number, number] }

/** The text, or null when the model was refused twice or the budget is used up: then the plain text stands. */
export function createStoryWriter(ctx: StoryWriterCtx): (material: StoryMaterial) => Promise<StoryText | null> {
  return async (material) => {
    const latest = material.events.slice(-MOST_EVENTS)
    const given = new Set(
      await withoutReserved(
        ctx,
        latest.map(({ told }) => told),
      ),
    )
    if (given.size === 0) return null
    const source = latest
      .filter(({ told }) => given.has(told))
      .map(
        (event) =>
          `${event.at.toISOString().slice(0, 10)} ${event.title}\n${event.summary} (${event.sources.join(', ')})`,
      )
      .join('\n\n')
    let refusal: string | null = null
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const outcome = await tryOnce(ctx, material, source, refusal)
      if (outcome === null || 'title' in outcome) return outcome
      refusal = outcome.refused
    }
    return null
  }
}

async function tryOnce(
  ctx: StoryWriterCtx,
  material: StoryMaterial,
  source: string,
  refusal: string | null,
): Promise<StoryText | { refused: string } | null> {
  const question = buildQuestion(ctx, source, refusal)
  const { db } = ctx.database
  const request = { events: material.events.length, articles: material.articles }
  const planned = planCall(ctx, question, { purpose: 'story', storyId: material.storyId, request })
  const result = await ctx.budget.within(db, planned, async (row) => {
    const { value, text, ...use } = await ctx.summariser.ask(question)
    const reason = judge(ctx, source, value)
    await settleAiCall(db, row, {
      ...use,
      response: text,
      verdict: reason === null ? 'accepted' : 'refused',
      reason,
    })
    return reason === null && value ? value : { refused: reason ?? 'no answer' }
  })
  return result ?? null
}

/** Why the answer is refused, or null. The gates read lead and body as one text. */
function judge(ctx: StoryWriterCtx, source: string, answer: StoryText | null): string | null {
  if (!answer) return 'the answer could not be read'
  const whole = { title: answer.title, summary: `${answer.lead} ${answer.body.replace(/\s*\n+\s*/g, ' ')}` }
  try {
    const verdict = checkSummary(
      whole,
      { title: '', text: source, publisher: '', language: ctx.gates.languages.site },
      { ...ctx.gates, length: LENGTH },
    )
    return verdict.ok ? null : `${verdict.gate}: ${verdict.reason}`
  } catch (error) {
    return messageOf(error)
  }
}

function buildQuestion(ctx: StoryWriterCtx, source: string, refusal: string | null): Question<StoryText> {
  const retry = refusal === null ? '' : fillPrompt(ctx.prompt.retry, { reason: refusal.slice(0, 300) })
  const values = { site: ctx.site.name, topic: ctx.site.topic, material: delimit('material', source), retry }
  return {
    system: fillPrompt(ctx.prompt.system, values),
    prompt: fillPrompt(ctx.prompt.request, values),
    schema: Answer,
    name: 'story_text',
    maxOutputTokens: 1500,
  }
}

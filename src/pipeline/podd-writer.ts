/** The script of an episode by the configured language model: asked once, and once more with the reason of a refusal. */
import type { Logger } from 'pino'
import { z } from 'zod'
import { checkSummary, type GateOptions } from '../ai/gates/check-summary.ts'
import { delimit, fillPrompt, type Prompt } from '../ai/prompts.ts'
import type { Clock } from '../domain/clock.ts'
import { messageOf } from '../domain/errors.ts'
import type { EpisodeScript, ModelAnswer, Question, ScriptMaterial, ScriptWriter, Summariser } from '../domain/ports.ts'
import { foldSpace } from '../domain/text.ts'
import { type AiCall, insertAiCall } from '../store/ai-calls.ts'
import type { Database } from '../store/database.ts'
import type { Budget } from './budget.ts'
import { callTokens } from './cost.ts'
import { scriptFault, type TextCheck } from './podd-check.ts'

export interface WriterCtx {
  database: Database
  clock: Clock
  log: Logger
  summariser: Summariser
  prompt: Prompt
  gates: GateOptions
  budget: Budget
  site: { topic: string; language: string }
  show: { title: string }
}

const Answer = z.object({
  title: z.string(),
  description: z.string(),
  segments: z.array(z.object({ title: z.string(), text: z.string(), items: z.array(z.number().int()) })),
})
type Answer = z.infer<typeof Answer>

const TRIES = 2
const MAX_OUTPUT_TOKENS = 4000
const SEGMENT_LENGTH = { words: [8, 220], sentences: [1, 14] } as const

export function createScriptWriter(ctx: WriterCtx): ScriptWriter {
  return {
    async write(day, material, signal) {
      let reason: string | null = null
      for (let attempt = 1; attempt <= TRIES; attempt++) {
        const outcome = await askOnce(ctx, day, material, reason, signal)
        if (outcome === undefined) ctx.log.info('the budget for models is used up: the script is made without one')
        if (outcome === undefined || outcome.script) return outcome?.script ?? null
        reason = outcome.reason
        ctx.log.warn({ day, reason }, 'the script of an episode was refused')
      }
      return null
    },
  }
}

type Outcome = { script: EpisodeScript } | { script: null; reason: string }

async function askOnce(
  ctx: WriterCtx,
  day: string,
  material: ScriptMaterial[],
  refusal: string | null,
  signal?: AbortSignal,
): Promise<Outcome | undefined> {
  const question = buildQuestion(ctx, day, material, refusal, signal)
  const { input } = callTokens(question.system.length + question.prompt.length)
  const { db } = ctx.database
  return ctx.budget.within(db, ctx.summariser.costOf(input, MAX_OUTPUT_TOKENS / 2), async (): Promise<Outcome> => {
    const record = (answer: ModelAnswer<unknown> | null, verdict: AiCall['verdict'], reason: string | null) =>
      insertAiCall(db, callOf(ctx, day, material, answer, verdict, reason))
    const answer = await ctx.summariser.ask(question).catch(async (error) => {
      await record(null, 'failed', messageOf(error))
      throw error
    })
    const script = answer.value && toScript(answer.value, material)
    const reason = script ? scriptFault(script, material, textCheck(ctx)) : 'the answer was not of the shape asked for'
    await record(answer, reason === null ? 'accepted' : 'refused', reason)
    return script && reason === null ? { script } : { script: null, reason: reason ?? '' }
  })
}

function buildQuestion(
  ctx: WriterCtx,
  day: string,
  material: ScriptMaterial[],
  refusal: string | null,
  signal?: AbortSignal,
): Question<Answer> {
  const values = {
    show: ctx.show.title,
    topic: ctx.site.topic,
    day,
    news: material.map((item, i) => delimit('news', describe(item, i + 1))).join('\n\n'),
    retry: refusal === null ? '' : fillPrompt(ctx.prompt.retry, { reason: refusal.slice(0, 300) }),
  }
  return {
    system: fillPrompt(ctx.prompt.system, values),
    prompt: fillPrompt(ctx.prompt.request, values),
    schema: Answer,
    name: 'episode_script',
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    ...(signal ? { signal } : {}),
  }
}

function describe(item: ScriptMaterial, number: number): string {
  const lines = [`${number}. ${foldSpace(item.title)}`, item.summary, `(${item.sources.join(', ')})`, item.story ?? '']
  return lines.filter((line) => line !== '').join('\n')
}

/** Numbers of the news become ids of articles; numbers that were not given are left out. */
const toScript = (answer: Answer, material: ScriptMaterial[]): EpisodeScript => ({
  title: foldSpace(answer.title).replace(/(?<!\.)\.$/, ''),
  description: foldSpace(answer.description),
  segments: answer.segments.map(({ title, text, items }) => ({
    title: foldSpace(title).replace(/(?<!\.)\.$/, ''),
    text: foldSpace(text),
    entryIds: items.flatMap((number) => material[number - 1]?.entryIds ?? []),
  })),
})

/** The gates of summaries, but for copying: the material is this site's own text, and may be said word for word. */
function textCheck({ gates }: WriterCtx): TextCheck {
  return ({ title, text }, source) => {
    const evidence = { title: '', text: source, language: NOT_ORIGINAL }
    const verdict = checkSummary({ title, summary: text }, evidence, { ...gates, length: SEGMENT_LENGTH })
    return verdict.ok ? null : `${verdict.gate}: ${verdict.reason}`
  }
}

/** ISO 639 for "no linguistic content": a source in no language is no original that could be copied from. */
const NOT_ORIGINAL = 'zxx'

function callOf(
  ctx: WriterCtx,
  day: string,
  material: ScriptMaterial[],
  answer: ModelAnswer<unknown> | null,
  verdict: AiCall['verdict'],
  reason: string | null,
): AiCall {
  return {
    purpose: 'podcast',
    articleId: null,
    at: ctx.clock.now(),
    ms: answer?.ms ?? 0,
    provider: ctx.summariser.provider,
    model: ctx.summariser.model,
    promptVersion: ctx.prompt.version,
    contentHash: null,
    request: { day, news: material.map((item) => item.title) },
    response: answer?.text ?? null,
    inputTokens: answer?.inputTokens ?? 0,
    outputTokens: answer?.outputTokens ?? 0,
    cost: answer?.cost ?? 0,
    verdict,
    reason,
  }
}

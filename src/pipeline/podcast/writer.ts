/** The script of an episode by the configured language model: asked once, and once more with the reason of a refusal. */
import type { Logger } from 'pino'
import { z } from 'zod'
import { checkSummary, type GateOptions } from '../../ai/gates/check-summary.ts'
import { delimit, fillPrompt, type Prompt } from '../../ai/prompts.ts'
import type { EpisodeScript, Question, ScriptMaterial, ScriptWriter, Summariser } from '../../domain/ports.ts'
import { foldSpace } from '../../domain/text/text.ts'
import type { Clock } from '../../domain/time/clock.ts'
import { settleAiCall } from '../../store/models/ai-calls.ts'
import type { Budget } from '../models/budget.ts'
import { planCall } from '../models/plan-call.ts'
import { type ReservationCtx, withoutReserved } from '../models/reserved.ts'
import { scriptFault, type TextCheck } from './check.ts'

export interface WriterCtx extends ReservationCtx {
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
    async write(day, events, signal) {
      const told = new Set(
        await withoutReserved(
          ctx,
          events.map((event) => event.told),
        ),
      )
      const material = events.filter((event) => told.has(event.told))
      if (material.length === 0) return null
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
  const { db } = ctx.database
  const request = { day, news: material.map((item) => item.title) }
  const planned = planCall(ctx, question, { purpose: 'podcast', request }, MAX_OUTPUT_TOKENS / 2)
  return ctx.budget.within(db, planned, async (row): Promise<Outcome> => {
    const { value, text, ...use } = await ctx.summariser.ask(question)
    const script = value && toScript(value, material)
    const reason = script ? scriptFault(script, material, textCheck(ctx)) : 'the answer was not of the shape asked for'
    const verdict = reason === null ? 'accepted' : 'refused'
    await settleAiCall(db, row, { ...use, response: text, verdict, reason })
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

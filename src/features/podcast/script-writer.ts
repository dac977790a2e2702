/** The script of an episode by the configured language model: each sentence is based on passages of the day's news. */
import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import type { NewClaim } from '../../news/claims/writes/claims.ts'
import { type GenerateCtx, type Generation, generateText } from '../../news/texts/generate-text.ts'
import { type ReservationCtx, withoutReserved } from '../../news/texts/summaries/reserved.ts'
import { type Examination, examine } from '../../news/texts/verify/examine.ts'
import type { VerifyRules } from '../../news/texts/verify/running-text.ts'
import type { SourceText } from '../../news/texts/verify/source.ts'
import type { Question, ScriptMaterial } from '../../platform/models/ports.ts'
import { delimit, fillPrompt } from '../../platform/models/prompts.ts'
import { foldSpace } from '../../platform/text/text.ts'
import type { EpisodeScript } from './script.ts'
import { acceptedScript, isCompleteScript, Script, scriptClaims, withoutFallen } from './script-answer.ts'
import { scriptViolation } from './script-check.ts'

export interface WriterCtx extends ReservationCtx, GenerateCtx {
  log: Logger
  rules: VerifyRules
  site: { topic: string; language: string }
  show: { title: string }
}

/** An accepted script, and the call whose verdict is recorded once its episode is published. */
export interface WrittenScript {
  script: EpisodeScript
  claims: NewClaim[]
  row: number
}

/** Null when the model has nothing usable to say, or must not be asked. */
export type ScriptWriter = (
  day: string,
  material: ScriptMaterial[],
  signal?: AbortSignal,
) => Promise<WrittenScript | null>

const MAX_OUTPUT_TOKENS = 8000

export function createScriptWriter(ctx: WriterCtx): ScriptWriter {
  return async (day, events, signal) => {
    const reported = new Set(
      await withoutReserved(
        ctx,
        events.map((event) => event.reported),
      ),
    )
    const material = events.filter((event) => reported.has(event.reported))
    if (material.length === 0) return null
    let written: WrittenScript | null = null
    const outcome = await generateText(ctx, {
      ...generationOf(ctx, day, material, signal),
      // The episode is published when it has been spoken: until then the answer stays to be taken up again.
      publish: async (answer, claims, { row }) => {
        written = { script: acceptedScript(answer, claims, material), claims: withoutFallen(claims), row }
        return { state: 'accepted' }
      },
    })
    if (outcome.state === 'paused') ctx.log.info('models may not be asked: the script is made without one')
    if (outcome.state === 'refused')
      ctx.log.warn({ day, reason: outcome.reason }, 'the script of an episode was refused')
    return written
  }
}

function generationOf(
  ctx: WriterCtx,
  day: string,
  material: ScriptMaterial[],
  signal?: AbortSignal,
): Omit<Generation<Script>, 'publish'> {
  const sources = material.map((item) => sourceOf(item, day))
  const news = material.map((item, at) => delimit('news', describe(item, at + 1))).join('\n\n')
  return {
    subject: {
      purpose: 'podcast',
      contentHash: createHash('sha256').update(`${day}\n${news}`).digest('hex'),
      request: { day, news: material.map((item) => item.title) },
    },
    outputTokens: MAX_OUTPUT_TOKENS / 2,
    question: () => buildQuestion(ctx, { day, news, signal }),
    sources,
    rules: ctx.rules,
    examine: (answer) => examineScript(ctx, answer, sources),
    isComplete: isCompleteScript,
    articleIdOf: (source) => material[source - 1]?.reported.articleId,
  }
}

function examineScript(ctx: WriterCtx, script: Script, sources: SourceText[]): Examination {
  const violation = scriptViolation(script, ctx.rules)
  if (violation) return { ok: false, ...violation }
  // The material is this site's own text, and may be repeated word for word.
  return examine(scriptClaims(script), sources, ctx.rules, { isComplete: isCompleteScript, mayCopy: true })
}

/** As the model is shown it. */
const sourceOf = ({ title, summary, story, language, sources }: ScriptMaterial, day: string): SourceText => ({
  title: foldSpace(title),
  text: [summary, story ?? ''].filter((line) => line !== '').join('\n'),
  language,
  publisher: sources.join(', '),
  publishedAt: new Date(day),
})

function describe(item: ScriptMaterial, number: number): string {
  const lines = [`${number}. ${foldSpace(item.title)}`, item.summary, `(${item.sources.join(', ')})`, item.story ?? '']
  return lines.filter((line) => line !== '').join('\n')
}

interface Requested {
  day: string
  news: string
  signal: AbortSignal | undefined
}

function buildQuestion(ctx: WriterCtx, { day, news, signal }: Requested): Question<Script> {
  const values = { show: ctx.show.title, topic: ctx.site.topic, day, news }
  return {
    system: fillPrompt(ctx.prompt.system, values),
    prompt: fillPrompt(ctx.prompt.request, values),
    schema: Script,
    name: 'episode_script',
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    ...(signal ? { signal } : {}),
  }
}

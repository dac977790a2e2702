/**
 * A story's title, lead and body by a model: each sentence is based on passages that readers have read of its events.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Question } from '../../../platform/models/ports.ts'
import { delimit, fillPrompt } from '../../../platform/models/prompts.ts'
import type { NewClaim } from '../../claims/writes/claims.ts'
import { textOf } from '../../texts/accept-claims.ts'
import { type GenerateCtx, type Generation, generateText, type Published } from '../../texts/generate-text.ts'
import { type ReservationCtx, withoutReserved } from '../../texts/summaries/reserved.ts'
import { headline } from '../../texts/summaries/summary-question.ts'
import { type CitedClaim, CitedSentence, claimsAs, textOf as sentencesText, titled } from '../../texts/verify/cited.ts'
import { type Examination, examine } from '../../texts/verify/examine.ts'
import { checkRunningText, type VerifyRules } from '../../texts/verify/running-text.ts'
import type { SourceText } from '../../texts/verify/source.ts'
import { type MaterialEvent, type StoryMaterial, saveStoryText } from '../writes/stories.ts'

export interface StoryWriterCtx extends ReservationCtx, GenerateCtx {
  rules: VerifyRules
  site: { name: string; topic: string }
}

const Answer = z.strictObject({
  title: z.string().max(120),
  lead: z.array(CitedSentence),
  /** Paragraphs. */
  body: z.array(z.array(CitedSentence)),
})
type Answer = z.infer<typeof Answer>

const MAX_EVENTS = 40
const LENGTH = { words: [60, 330] as [number, number], sentences: [3, 30] as [number, number] }
const MIN_IN_BODY = 2
const OUTPUT_TOKENS = 1500

/** Publishes the story's text; 'refused' where no answer is accepted, or nothing of its material may be sent. */
export type StoryWriter = (material: StoryMaterial) => Promise<Published['state']>

export function createStoryWriter(ctx: StoryWriterCtx): StoryWriter {
  return async (material) => {
    const latest = material.events.slice(-MAX_EVENTS)
    const given = new Set(
      await withoutReserved(
        ctx,
        latest.map(({ reported }) => reported),
      ),
    )
    const events = latest.filter(({ reported }) => given.has(reported))
    if (events.length === 0) return 'refused'
    return (await generateText(ctx, generationOf(ctx, material, events))).state
  }
}

function generationOf(ctx: StoryWriterCtx, material: StoryMaterial, events: MaterialEvent[]): Generation<Answer> {
  const { storyId } = material
  const reported = events.map(describe).join('\n\n')
  const sources = events.map(sourceOf)
  return {
    subject: {
      purpose: 'story',
      storyId,
      contentHash: createHash('sha256').update(reported).digest('hex'),
      request: { events: material.events.length, articles: material.articles },
    },
    outputTokens: OUTPUT_TOKENS,
    question: () => buildQuestion(ctx, reported),
    sources,
    rules: ctx.rules,
    examine: (answer) => examineStory(ctx, answer, sources),
    isComplete,
    articleIdOf: (source) => events[source - 1]?.reported.articleId,
    publish: async ({ body }, claims, { row, at }) => {
      const text = {
        title: headline(textOf(claims, 'title')),
        lead: textOf(claims, 'lead'),
        body: paragraphs(body.length, claims),
      }
      return { state: await saveStoryText(ctx.database, material, { ...text, by: 'ai', claims, row }, at) }
    },
  }
}

/** A headline, a sentence with the present state of the storyline, and two about its way there. */
function isComplete(accepted: readonly Pick<NewClaim, 'part'>[]): boolean {
  const count = (part: NewClaim['part']) => accepted.filter((one) => one.part === part).length
  return count('title') > 0 && count('lead') > 0 && count('body') >= MIN_IN_BODY
}

const paragraphs = (count: number, claims: readonly NewClaim[]): string =>
  Array.from({ length: count }, (_, at) => textOf(claims, 'body', at + 1))
    .filter((text) => text !== '')
    .join('\n\n')

const describe = ({ summary, sources, ...event }: MaterialEvent, index: number): string =>
  `[${index + 1}] ${datedTitle(event)}\n${summary} (${sources.join(', ')})`

const datedTitle = ({ at, title }: Pick<MaterialEvent, 'at' | 'title'>) => `${at.toISOString().slice(0, 10)} ${title}`

/** As the model is shown it, with the day before the headline. */
const sourceOf = (event: MaterialEvent): SourceText => ({
  title: datedTitle(event),
  text: event.summary,
  language: event.reported.language,
  publisher: event.sources.join(', '),
  publishedAt: event.at,
})

/** Lead and body are checked as one text. */
function examineStory(ctx: StoryWriterCtx, { title, lead, body }: Answer, sources: SourceText[]): Examination {
  const summary = sentencesText([...lead, ...body.flat()])
  const violation = checkRunningText(title, summary, LENGTH, ctx.rules)
  if (violation) return { ok: false, ...violation }
  const claims: CitedClaim[] = [
    titled(title),
    ...claimsAs('lead', lead),
    ...body.flatMap((sentences, at) => claimsAs('body', sentences, at + 1)),
  ]
  return examine(claims, sources, ctx.rules, { isComplete })
}

function buildQuestion(ctx: StoryWriterCtx, reported: string): Question<Answer> {
  const values = { site: ctx.site.name, topic: ctx.site.topic, material: delimit('material', reported) }
  return {
    system: fillPrompt(ctx.prompt.system, values),
    prompt: fillPrompt(ctx.prompt.request, values),
    schema: Answer,
    name: 'story_text',
    maxOutputTokens: 2 * OUTPUT_TOKENS,
  }
}

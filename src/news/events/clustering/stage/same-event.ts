/** Doubtful pairs (grey zone) as a yes/no question to a model: do two articles report one event? */
import type { Logger } from 'pino'
import { z } from 'zod'
import { transaction } from '../../../../platform/database/database.ts'
import type { Question, Summariser } from '../../../../platform/models/ports.ts'
import { delimit, fillPrompt, type Prompt } from '../../../../platform/models/prompts.ts'
import { foldSpace } from '../../../../platform/text/text.ts'
import type { Clock } from '../../../../platform/time/clock.ts'
import { recordResponse } from '../../../models/writes/ai-calls.ts'
import type { Budget } from '../../../texts/budget.ts'
import { planCall } from '../../../texts/plan-call.ts'
import { type ReservationCtx, withoutReserved } from '../../../texts/summaries/reserved.ts'
import { countTry, type EventQuestion, listQuestions, type QuestionSide, saveAnswer } from '../../writes/rulings.ts'
import { WINDOW_MS } from '../similarity.ts'

export interface SameEventCtx extends ReservationCtx {
  clock: Clock
  log: Logger
  summariser: Summariser
  prompt: Prompt
  budget: Budget
  site: { name: string; topic: string }
}

const Answer = z.strictObject({ same: z.enum(['yes', 'no']) })
type Answer = z.infer<typeof Answer>

const MAX_QUESTIONS = 200
const AT_ONCE = 4
const MAX_TEXT_LENGTH = 600
const MAX_OUTPUT_TOKENS = 60

/**
 * Asks all pending questions, outside any transaction; returns the number of answers that caused clustering to run
 * again. Where no answer is available, or the budget is used up, similarity decides, and the pair waits for the next
 * pass while it is news.
 */
export async function classifyBorderlinePairs(ctx: SameEventCtx): Promise<number> {
  if (ctx.summariser.isUnreachable()) return 0
  const since = new Date(ctx.clock.now().getTime() - WINDOW_MS)
  const waiting = await listQuestions(ctx.database.db, since, MAX_QUESTIONS)
  let [reopened, at, stopped] = [0, 0, false]
  const work = async () => {
    while (!stopped && at < waiting.length) {
      const question = waiting[at++]
      const outcome = question && (await queryOne(ctx, question))
      if (outcome === 'reopened') reopened++
      if (outcome === 'stop') stopped = true
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return reopened
}

type Outcome = 'settled' | 'reopened' | 'stop'

async function queryOne(ctx: SameEventCtx, pair: EventQuestion): Promise<Outcome> {
  const { db } = ctx.database
  const question = buildQuestion(ctx, pair)
  try {
    const [one, two] = pair.sides
    const sides = pair.sides.map(({ id, url }) => ({ articleId: id, url, reservation: null }))
    // A reserved pair is stored, so that it is not listed again.
    if ((await withoutReserved(ctx, sides)).length < 2) return 'settled'
    const request = { articles: [one.id, two.id], similarity: pair.similarity }
    const about = { purpose: 'same-event' as const, articleId: two.id, request }
    const answered = await ctx.budget.within(db, planCall(ctx, question, about, MAX_OUTPUT_TOKENS), (row) =>
      query(ctx, pair, question, row),
    )
    return answered ?? 'stop'
  } catch (error) {
    // The model is unavailable: the others would fare no better.
    ctx.log.warn({ err: error }, 'a doubtful pair of articles could not be asked about')
    await countTry(db, pair)
    return 'stop'
  }
}

async function query(
  ctx: SameEventCtx,
  pair: EventQuestion,
  question: Question<Answer>,
  row: number,
): Promise<Outcome> {
  const { db } = ctx.database
  const { value, text, ...use } = await ctx.summariser.query(question)
  const read = Answer.safeParse(value)
  if (!read.success) {
    await recordResponse(db, row, { ...use, response: text, verdict: 'refused', reason: 'neither yes nor no' })
    await countTry(db, pair)
    return 'settled'
  }
  const reopened = await transaction(ctx.database, async (trx) => {
    await recordResponse(trx, row, { ...use, response: text, verdict: 'accepted', reason: null })
    return saveAnswer(trx, pair, read.data.same === 'yes', ctx.clock.now())
  })
  return reopened ? 'reopened' : 'settled'
}

function buildQuestion({ prompt, site }: SameEventCtx, { sides: [one, two] }: EventQuestion): Question<Answer> {
  const values = { site: site.name, topic: site.topic, first: describe(one), second: describe(two) }
  return {
    system: fillPrompt(prompt.system, values),
    prompt: fillPrompt(prompt.request, values),
    schema: Answer,
    name: 'same_event',
    maxOutputTokens: MAX_OUTPUT_TOKENS,
  }
}

const describe = ({ title, text, source, at }: QuestionSide) =>
  delimit(
    'report',
    `${at.toISOString().slice(0, 16)} ${foldSpace(source).slice(0, 100)}\n${foldSpace(title)}\n${text.slice(0, MAX_TEXT_LENGTH)}`,
  )

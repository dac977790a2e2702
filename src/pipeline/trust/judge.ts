/** The judge: a second call that sees only sentences and their evidence, and says whether the one follows from the other. */
import { z } from 'zod'
import type { StandingClaim } from '../../ai/claims/examine.ts'
import { delimit, fillPrompt, type Prompt } from '../../ai/prompts.ts'
import type { Question, Summariser } from '../../domain/ports.ts'
import type { Clock } from '../../domain/time/clock.ts'
import type { Database } from '../../store/database/database.ts'
import { settleAiCall } from '../../store/models/ai-calls.ts'
import type { Budget } from '../models/budget.ts'
import { type Subject as Planned, planCall } from '../models/plan-call.ts'

const ASPECTS = ['who', 'what', 'how_much', 'when', 'negation', 'certainty'] as const
const Judgement = z.enum(['supported', 'contradicted', 'not_in_evidence'])
export type Judgement = z.infer<typeof Judgement>

const Answer = z.object({
  verdicts: z.array(
    z.object({
      sentence: z.number().int(),
      who: Judgement,
      what: Judgement,
      how_much: Judgement,
      when: Judgement,
      negation: Judgement,
      certainty: Judgement,
    }),
  ),
})
type Answer = z.infer<typeof Answer>

/** What was found of each sentence; `where` names the aspect that failed. */
export interface Judged {
  judgement: Judgement
  where: string | null
}

export interface JudgeCtx {
  database: Database
  clock: Clock
  summariser: Summariser
  prompt: Prompt
  budget: Budget
}

/** What the sentences are about. */
export type Subject = Omit<Planned, 'purpose' | 'request'>

const TOKENS_A_SENTENCE = 70
const OUTPUT_AT_LEAST = 100

/**
 * One judgement a sentence; `unreadable` for an answer that is none, and `paused` where the budget is used up. Rejects
 * with `unavailable` or `rate_limited` as the model does.
 */
export async function judgeClaims(
  ctx: JudgeCtx,
  claims: readonly StandingClaim[],
  subject: Subject,
): Promise<Judged[] | 'unreadable' | 'paused'> {
  const question = buildQuestion(ctx.prompt, claims)
  const { db } = ctx.database
  const about = { purpose: 'judge' as const, ...subject, request: { sentences: claims.length } }
  const planned = planCall(ctx, question, about, OUTPUT_AT_LEAST + TOKENS_A_SENTENCE * claims.length)
  const outcome = await ctx.budget.within(db, planned, async (row) => {
    const { value, text, ...use } = await ctx.summariser.ask(question)
    const judged = value && judgementsOf(value, claims.length)
    const reason = judged === null ? 'the answer could not be read' : summaryOf(judged)
    const verdict = judged === null ? 'refused' : 'accepted'
    await settleAiCall(db, row, { ...use, response: text, verdict, reason, unreadable: judged === null })
    return judged ?? 'unreadable'
  })
  return outcome ?? 'paused'
}

function buildQuestion(prompt: Prompt, claims: readonly StandingClaim[]): Question<Answer> {
  const listed = claims.map(({ text, evidence }, index) => {
    const bySource = [...Map.groupBy(evidence, ({ by }) => by)].map(([by, passages]) =>
      [...(by === '' ? [] : [`${by}:`]), ...passages.map((passage) => passage.text)].join('\n'),
    )
    return `${index + 1}.\n${delimit('sentence', text)}\n${delimit('evidence', bySource.join('\n'))}`
  })
  return {
    system: prompt.system,
    prompt: fillPrompt(prompt.request, { claims: listed.join('\n\n') }),
    schema: Answer,
    name: 'claim_verdicts',
    maxOutputTokens: OUTPUT_AT_LEAST + 2 * TOKENS_A_SENTENCE * claims.length,
  }
}

/** A sentence without an answer of its own is not supported; null where there is an answer for none. */
function judgementsOf({ verdicts }: Answer, count: number): Judged[] | null {
  const judged = Array.from({ length: count }, (_, index): Judged | null => {
    const verdict = verdicts.filter(({ sentence }) => sentence === index + 1)
    const failed = verdict.flatMap((one) =>
      ASPECTS.filter((aspect) => one[aspect] !== 'supported').map((aspect) => ({ aspect, judgement: one[aspect] })),
    )
    const worst = failed.find(({ judgement }) => judgement === 'contradicted') ?? failed[0]
    if (verdict.length === 0) return null
    return worst ? { judgement: worst.judgement, where: worst.aspect } : { judgement: 'supported', where: null }
  })
  if (judged.every((one) => one === null)) return null
  return judged.map((one) => one ?? { judgement: 'not_in_evidence', where: 'what' })
}

function summaryOf(judged: readonly Judged[]): string | null {
  const failed = judged.flatMap(({ judgement, where }, index) =>
    judgement === 'supported' ? [] : [`${index + 1} ${judgement} (${where})`],
  )
  return failed.length === 0 ? null : failed.join(', ')
}

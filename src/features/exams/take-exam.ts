/**
 * The exam of a model: questions whose right answers are known, asked within the budget as any other. A call that fails
 * ends it; one that was broken off begins again from the start.
 */

import type { Budget } from '../../news/texts/budget.ts'
import { shuffled } from '../../news/texts/judge/made-controls.ts'
import { planCall, textTokens } from '../../news/texts/plan-call.ts'
import type { Database } from '../../platform/database/database.ts'
import { AppError, messageOf } from '../../platform/errors.ts'
import type { Question, Summariser } from '../../platform/models/ports.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { type Exam, spread } from './exam.ts'
import { type ExamSubject, endExam, insertExam, recordExamCall } from './save-exam.ts'
import { unreadableAdvice } from './unreadable.ts'

type Answer = Exam['answers'][number]

/** Questions to one role. */
export interface Paper<Item extends { id: string } = { id: string }> {
  role: Exam['role']
  language: string
  promptVersion: string
  items: readonly Item[]
  groupOf(item: Item): string
  /** Items of one call. */
  batch: number
  question(items: readonly Item[], refusal: string | null): Question<unknown>
  outputTokens: number
  /** `value` is null where the answer could not be read; `before` are the checks that refused earlier ones. */
  grade(value: unknown, items: readonly Item[], before: readonly string[]): Graded
}

export interface Graded {
  answers: Answer[]
  /** Recorded with the call. */
  verdict: 'accepted' | 'refused'
  reason: string | null
  /** Checks that refused the answer so far: the question is repeated. */
  again?: string[]
}

export interface Examinee {
  model: string
  baseUrl: string | null
  /** For the first call, which is tried once. */
  first: Summariser
  summariser: Summariser
}

export interface ExamCtx {
  database: Database
  clock: Clock
  budget: Budget
  random: () => number
}

export interface ExamPlan {
  calls: number
  inputTokens: number
  outputTokens: number
  cost: number
}

const itemsOf = (paper: Paper, limit: number | null) => spread(paper.items, (item) => paper.groupOf(item), limit)

function subjectOf({ model, baseUrl }: Examinee, paper: Paper, limit: number | null): ExamSubject {
  const { role, language, promptVersion } = paper
  return { model, baseUrl, role, language, promptVersion, items: itemsOf(paper, limit).length }
}

/** Expected use, where every answer is accepted at the first try. */
export function planExam(examinee: Examinee, paper: Paper, limit: number | null): ExamPlan {
  const calls = callsOf(itemsOf(paper, limit), paper)
  const questions = calls.map((items) => paper.question(items, null))
  const inputTokens = questions.reduce((sum, { system, prompt }) => sum + textTokens(system.length + prompt.length), 0)
  const outputTokens = paper.outputTokens * calls.length
  return { calls: calls.length, inputTokens, outputTokens, cost: examinee.summariser.costOf(inputTokens, outputTokens) }
}

type Items = Paper['items']

const callsOf = (items: Items, { batch }: Paper): Items[] =>
  Array.from({ length: Math.ceil(items.length / batch) }, (_, call) => items.slice(call * batch, (call + 1) * batch))

export const MODELS_HELD_BACK = 'Models are stopped, or the rest of AI_MONTHLY_BUDGET is too little.'

/** The exam as it ended: with its last question, or with the reason why no other was asked. */
export async function runExam(
  ctx: ExamCtx,
  examinee: Examinee,
  paper: Paper,
  { limit, onProgress }: { limit: number | null; onProgress?: (exam: Exam) => void },
): Promise<Exam> {
  const { db } = ctx.database
  let exam = await insertExam(db, subjectOf(examinee, paper, limit), ctx.clock.now())
  const end = (error: string | null) => endExam(db, exam.id, error, ctx.clock.now())
  onProgress?.(exam)
  for (const items of callsOf(shuffled(itemsOf(paper, limit), ctx.random), paper)) {
    try {
      const answered = await queryAbout(ctx, examinee, paper, exam, items)
      if (!answered) return await end(MODELS_HELD_BACK)
      exam = answered
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return end(messageOf(error))
    }
    onProgress?.(exam)
  }
  return end(null)
}

/** Undefined where models are held back. */
async function queryAbout(
  ctx: ExamCtx,
  examinee: Examinee,
  paper: Paper,
  started: Exam,
  items: Items,
): Promise<Exam | undefined> {
  let exam = started
  for (let refusal: { reason: string | null; checks: string[] } | null = null; ; ) {
    const requested: { exam: Exam; graded: Graded } | undefined = await queryOnce(
      ctx,
      examinee,
      paper,
      exam,
      items,
      refusal,
    )
    if (!requested) return undefined
    exam = requested.exam
    const { again, reason } = requested.graded
    if (!again) return exam
    refusal = { reason, checks: again }
  }
}

async function queryOnce(
  { database, clock, budget }: ExamCtx,
  { model, first, summariser }: Examinee,
  paper: Paper,
  exam: Exam,
  items: Items,
  refusal: { reason: string | null; checks: string[] } | null,
) {
  const question = paper.question(items, refusal?.reason ?? null)
  const asking = { clock, summariser, prompt: { version: paper.promptVersion } }
  const about = { purpose: 'exam', request: { exam: exam.id, items: items.length } } as const
  const planned = planCall(asking, question, about, paper.outputTokens)
  return budget.within(database.db, planned, async (row) => {
    const isFirst = exam.calls === 0
    // The words of questions are kept nowhere but in their files.
    const { value, text: _, ...use } = await (isFirst ? first : summariser).query(question)
    const graded = paper.grade(value, items, refusal?.checks ?? [])
    const isUnreadable = isFirst && value === null
    const { inputTokens, outputTokens, cost } = use.usageReported ? use : planned
    const after = await recordExamCall(
      database,
      exam.id,
      row,
      {
        ms: use.ms,
        inputTokens,
        outputTokens,
        cost,
        response: null,
        unreadable: value === null,
        verdict: graded.verdict,
        reason: graded.reason,
      },
      isUnreadable ? [] : graded.answers,
    )
    if (isUnreadable) throw new AppError('unprocessable', unreadableAdvice(model, use, planned))
    return { exam: after, graded }
  })
}

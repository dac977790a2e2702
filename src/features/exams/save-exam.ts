/** Exams of models: their answers are stored with the calls that gave them. */
import { type Selectable, sql } from 'kysely'
import { recordResponse, type Settlement } from '../../news/models/writes/ai-calls.ts'
import { type Database, type Db, transaction } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Exam } from './exam.ts'

/** One model in one part, asked by one prompt. */
export type ExamSubject = Pick<Exam, 'model' | 'baseUrl' | 'role' | 'language' | 'promptVersion' | 'items'>

const toExam = (row: Selectable<Schema['exams']>): Exam =>
  ({
    id: row.id,
    model: row.model,
    baseUrl: row.base_url,
    role: row.role,
    language: row.language,
    promptVersion: row.prompt_version,
    items: row.items,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    error: row.error,
    answers: row.answers,
    calls: row.calls,
    ms: row.ms,
    cost: row.cost,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
  }) as Exam

export async function insertExam(db: Db, subject: ExamSubject, now: Date): Promise<Exam> {
  const { model, baseUrl, role, language, promptVersion, items } = subject
  const row = await db
    .insertInto('exams')
    .values({ model, base_url: baseUrl, role, language, prompt_version: promptVersion, items, started_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toExam(row)
}

/** Stores the call and its answers in one transaction. Returns the exam as it is then. */
export function recordExamCall(
  database: Database,
  examId: number,
  call: number,
  settlement: Settlement,
  answers: readonly Exam['answers'][number][],
): Promise<Exam> {
  return transaction(database, async (trx) => {
    await recordResponse(trx, call, settlement)
    const row = await trx
      .updateTable('exams')
      .set((eb) => ({
        answers: sql<string>`answers || ${JSON.stringify(answers)}::jsonb`,
        calls: eb('calls', '+', 1),
        ms: eb('ms', '+', settlement.ms),
        input_tokens: eb('input_tokens', '+', settlement.inputTokens),
        output_tokens: eb('output_tokens', '+', settlement.outputTokens),
        cost: eb('cost', '+', settlement.cost),
      }))
      .where('id', '=', examId)
      .returningAll()
      .executeTakeFirstOrThrow()
    return toExam(row)
  })
}

/** `error`: why it ended before its last question. */
export async function endExam(db: Db, id: number, error: string | null, now: Date): Promise<Exam> {
  const row = await db
    .updateTable('exams')
    .set({ ended_at: now, error })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toExam(row)
}

/** Exams of models as they were taken. */
import { sql } from 'kysely'
import type { ReadDb } from '../../platform/database/read-db.ts'
import type { Exam } from './exam.ts'

const SHOWN = 40

/** The newest first. */
export async function listExams(db: ReadDb): Promise<Exam[]> {
  const { rows } = await selectExams(db, sql`true`, SHOWN)
  return rows
}

/** The newest of a model in a part that came to its end. */
export async function findExam(db: ReadDb, model: string, role: Exam['role']): Promise<Exam | undefined> {
  const { rows } = await selectExams(
    db,
    sql`model = ${model} and role = ${role} and ended_at is not null and error is null`,
    1,
  )
  return rows[0]
}

const selectExams = (db: ReadDb, which: ReturnType<typeof sql<boolean>>, limit: number) =>
  sql<Exam>`
    select id, model, base_url as "baseUrl", role, language, prompt_version as "promptVersion", items,
      started_at as "startedAt", ended_at as "endedAt", error, answers, calls, ms, input_tokens as "inputTokens",
      output_tokens as "outputTokens", cost
    from exams where ${which} order by id desc limit ${limit}`.execute(db)

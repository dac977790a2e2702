/** Exams of models as they were taken, and how much a site has to be written about. */
import { sql } from 'kysely'
import type { Exam } from '../../domain/quality/exam.ts'
import type { ReadDb } from '../articles/articles.ts'

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

const WEEK = 7

/** Over the last week; null where there is nothing to count. */
export async function articlesADay(db: ReadDb, now: Date): Promise<number | null> {
  const since = new Date(now.getTime() - WEEK * 86_400_000)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from articles where sort_at > ${since} and sort_at <= ${now}`.execute(db)
  return rows[0]?.count ? rows[0].count / WEEK : null
}

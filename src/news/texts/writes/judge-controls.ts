/** Controls of judges: each answer about sentences whose truth is known, the judge's standing, and its suspension. */

import { sql } from 'kysely'
import { type Database, type Db, type Trx, transaction } from '../../../platform/database/database.ts'
import type { Schema } from '../../../platform/database/schema.ts'
import { recordResponse, type Settlement } from '../../models/writes/ai-calls.ts'
import { type ControlCounts, RELIABILITY_WINDOW, reliabilityOf } from '../rules/judge-reliability.ts'

/** Another model or prompt is another judge, with a standing of its own. */
export interface JudgeId {
  model: string
  promptVersion: string
}

export interface AnsweredControl
  extends Pick<Schema['judge_controls'], 'language' | 'class' | 'expected' | 'answered'> {
  examId: string | null
  /** To the standing: it could not be recognised without its evidence. */
  counts: boolean
}

const HOUR_MS = 3_600_000
const EXAMINED_AFTER_MS = 6 * HOUR_MS

/**
 * Stores an answer of a judge with its answers to the controls, in one transaction: neither is without the other, and no
 * control counts twice. False where its standing has now suspended it.
 */
export function recordJudgeCall(
  database: Database,
  call: number,
  settlement: Settlement,
  judge: JudgeId,
  controls: readonly AnsweredControl[],
  at: Date,
): Promise<boolean> {
  return transaction(database, async (trx) => {
    await recordResponse(trx, call, settlement)
    // A call goes with the event or story that it was about.
    const row = await trx.selectFrom('ai_calls').select('id').where('id', '=', call).executeTakeFirst()
    await trx
      .insertInto('judge_controls')
      .values(
        controls.map(({ examId, ...control }, position) => ({
          ...control,
          exam_id: examId,
          call_id: row?.id ?? null,
          position,
          at,
          model: judge.model,
          prompt_version: judge.promptVersion,
        })),
      )
      .onConflict((conflict) => conflict.columns(['call_id', 'position']).doNothing())
      .execute()
    if (await findSuspension(trx, judge)) return false
    const counts = await countControls(trx, judge)
    if (!reliabilityOf(counts).isUnreliable) return true
    await suspend(trx, judge, counts, at)
    return false
  })
}

const suspend = (trx: Trx, { model, promptVersion }: JudgeId, counts: ControlCounts, at: Date) =>
  trx
    .insertInto('judge_suspensions')
    .values({
      model,
      prompt_version: promptVersion,
      suspended_at: at,
      ...counts,
      examine_at: new Date(at.getTime() + EXAMINED_AFTER_MS),
    })
    .onConflict((conflict) => conflict.columns(['model', 'prompt_version']).where('lifted_at', 'is', null).doNothing())
    .execute()

/** The newest controls, but those before the examination that let it back in. */
async function countControls(db: Db | Trx, { model, promptVersion }: JudgeId): Promise<ControlCounts> {
  const { rows } = await sql<{ since: Date | null }>`
    select max(examine_at) as since from judge_suspensions
    where model = ${model} and prompt_version = ${promptVersion} and lifted_at is not null`.execute(db)
  return countSince(db, { model, promptVersion }, rows[0]?.since ?? new Date(0))
}

async function countSince(db: Db | Trx, { model, promptVersion }: JudgeId, since: Date): Promise<ControlCounts> {
  const { rows } = await sql<ControlCounts>`
    select count(*) filter (where expected = 'refused')::integer as planted,
      count(*) filter (where expected = 'refused' and answered in ('contradicted', 'not_in_evidence'))::integer as refused,
      count(*) filter (where expected = 'supported')::integer as pairs,
      count(*) filter (where expected = 'supported' and answered = 'supported')::integer as supported
    from (
      select expected, answered from judge_controls
      where model = ${model} and prompt_version = ${promptVersion} and at >= ${since} and counts
      order by id desc limit ${RELIABILITY_WINDOW}) newest`.execute(db)
  return rows[0] ?? { planted: 0, refused: 0, pairs: 0, supported: 0 }
}

/** Controls in texts between two calls of pairs of the exams. */
const PAIRS_AFTER = 15

/** None of the newest controls is a true pair that counts. */
export async function arePairsDue(db: Db, { model, promptVersion }: JudgeId): Promise<boolean> {
  const { rows } = await sql<{ n: number; pairs: number }>`
    select count(*)::integer as n, (count(*) filter (where expected = 'supported' and counts))::integer as pairs
    from (
      select expected, counts from judge_controls
      where model = ${model} and prompt_version = ${promptVersion}
      order by id desc limit ${PAIRS_AFTER}) newest`.execute(db)
  return rows.some(({ n, pairs }) => n === PAIRS_AFTER && pairs === 0)
}

/** Pairs of a language's exams, those that were used last, newest first. */
export async function listUsedPairs(db: Db, pairs: readonly { language: string }[]): Promise<string[]> {
  const rows = await db
    .selectFrom('judge_controls')
    .select('exam_id')
    .where('language', '=', pairs[0]?.language ?? '')
    .where('exam_id', 'is not', null)
    .orderBy('id', 'desc')
    .limit(pairs.length)
    .execute()
  return rows.flatMap(({ exam_id: id }) => id ?? [])
}

export interface Suspension {
  id: number
  examineAt: Date
}

/** The suspension that is in force. */
export async function findSuspension(db: Db | Trx, { model, promptVersion }: JudgeId): Promise<Suspension | undefined> {
  return db
    .selectFrom('judge_suspensions')
    .select(['id', 'examine_at as examineAt'])
    .where('model', '=', model)
    .where('prompt_version', '=', promptVersion)
    .where('lifted_at', 'is', null)
    .executeTakeFirst()
}

/** Answers of the judge in its examination so far. */
export const countExamined = (db: Db, judge: JudgeId, { examineAt }: Suspension) => countSince(db, judge, examineAt)

/** Lets the judge back in, or has it examined again after six hours. The first of several processes decides. */
export async function recordExamination(
  db: Db,
  { id, examineAt }: Suspension,
  isPassed: boolean,
  now: Date,
): Promise<void> {
  await db
    .updateTable('judge_suspensions')
    .set(isPassed ? { lifted_at: now } : { examine_at: new Date(now.getTime() + EXAMINED_AFTER_MS) })
    .where('id', '=', id)
    .where('examine_at', '=', examineAt)
    .where('lifted_at', 'is', null)
    .execute()
}

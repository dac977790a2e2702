/** The judge of models' texts as readers see it: its model, and its record on the newest planted errors. */
import { sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import type { ClaimedText } from '../../claims/queries/claims.ts'
import type { JudgedBy, JudgeRecord, JudgeView } from './views.ts'

/** Planted errors that a record looks back on. */
const RECORD_WINDOW = 100

export interface JudgeSettings {
  AI_PROVIDER: string
  AI_MODEL?: string | undefined
  AI_JUDGE: 'on' | 'off'
  AI_JUDGE_MODEL?: string | undefined
}

/** Null where no model judges. */
export function judgedBy({ AI_PROVIDER, AI_MODEL, AI_JUDGE, AI_JUDGE_MODEL }: JudgeSettings): JudgedBy | null {
  if (AI_PROVIDER === 'none' || AI_JUDGE === 'off') return null
  return (AI_JUDGE_MODEL ?? AI_MODEL) === AI_MODEL ? 'same' : 'another'
}

/** Another prompt makes another judge. */
interface JudgeId {
  model: string
  promptVersion: string
}

/** The one of the settings; null where there is none, or none was asked yet. */
export async function findJudge(db: ReadDb, settings: JudgeSettings): Promise<JudgeView | null> {
  const model = settings.AI_JUDGE_MODEL ?? settings.AI_MODEL
  if (settings.AI_PROVIDER === 'none' || settings.AI_JUDGE === 'off' || model === undefined) return null
  const newest = await db
    .selectFrom('judge_controls')
    .select('prompt_version as promptVersion')
    .where('model', '=', model)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (!newest) return null
  const judge = { model, ...newest }
  const suspension = await db
    .selectFrom('judge_suspensions')
    .select('suspended_at')
    .where('model', '=', model)
    .where('prompt_version', '=', newest.promptVersion)
    .where('lifted_at', 'is', null)
    .executeTakeFirst()
  return { ...(await findRecord(db, judge)), suspendedSince: suspension?.suspended_at ?? null }
}

/** The one that a text was judged by last; null where none was. */
export async function findJudgeOf(db: ReadDb, text: ClaimedText): Promise<JudgeRecord | null> {
  if ('episode_id' in text) return null
  const subject = 'event_id' in text ? { event_id: text.event_id } : text
  const judge = await db
    .selectFrom('ai_calls')
    .select(['model', 'prompt_version as promptVersion'])
    .where('purpose', '=', 'judge')
    .where('verdict', '=', 'accepted')
    .where((row) => row.and(subject))
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const record = judge && (await findRecord(db, judge))
  return record && record.planted > 0 ? record : null
}

async function findRecord(db: ReadDb, { model, promptVersion }: JudgeId): Promise<JudgeRecord> {
  const { rows } = await sql<Omit<JudgeRecord, 'model'>>`
    select count(*)::integer as planted,
      (count(*) filter (where answered in ('contradicted', 'not_in_evidence')))::integer as caught
    from (
      select answered from judge_controls
      where model = ${model} and prompt_version = ${promptVersion} and expected = 'refused' and counts
      order by id desc limit ${RECORD_WINDOW}) newest`.execute(db)
  return { model, ...(rows[0] ?? { planted: 0, caught: 0 }) }
}

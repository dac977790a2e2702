/** The line of events: pairs to be asked about, answers, and the lines that follow from them. */
import { sql } from 'kysely'
import type { Outcome } from '../../news/actions/rules/actions.ts'
import { type ActionRecord, auditedAction } from '../../news/actions/writes/log.ts'
import { DEFAULT_LINE } from '../../news/events/clustering/line.ts'
import type { Features } from '../../news/events/clustering/pair-features.ts'
import type { Item } from '../../news/events/clustering/weighing.ts'
import { findLine } from '../../news/events/writes/line.ts'
import type { Actor } from '../../platform/database/actor.ts'
import {
  type ActorDatabase,
  type Database,
  type Db,
  rowsParameter,
  type Trx,
  transaction,
} from '../../platform/database/database.ts'
import { type AnsweredPair, calibrate, type PairAnswer } from './calibrate.ts'
import { type Found, keyOf } from './pairs.ts'

export interface GivenAnswer {
  /** Ids of the two articles, in any order. */
  pair: [number, number]
  answer: PairAnswer
}

/** A pair with the answer of a model. */
export interface ModelAnswer extends Found {
  same: boolean
  model: string
  at: Date
}

export interface FoundPairs {
  /** New questions, in this order. */
  drawn: Found[]
  /** Pairs with an answer in the database. */
  answered: Found[]
  /** New answers of models. */
  modelAnswers: ModelAnswer[]
}

/** Replaces the pairs without an answer, and updates the line and weight of those with one. */
export async function savePairs(
  database: Database,
  { drawn, answered, modelAnswers }: FoundPairs,
  now: Date,
): Promise<void> {
  const rows = [
    ...[...drawn, ...answered].map((found, place) => ({ ...rowOf(found), place })),
    ...modelAnswers.map(({ same, model, at, ...found }) => ({
      ...rowOf(found),
      place: 0,
      answer: same ? 'same' : 'different',
      by: `model:${model}`,
      at,
    })),
  ]
  await transaction(database, async (trx) => {
    await trx.deleteFrom('line_pairs').where('answer', 'is', null).execute()
    await sql`
      insert into line_pairs (article_a, article_b, joins_to, step_weight, place, found_at, answer, answered_by, answered_at)
      select a, b, "joinsTo", "stepWeight", place, ${now}, answer, "by", "at"
      from jsonb_to_recordset(${rowsParameter(rows)}::jsonb) x(a bigint, b bigint, "joinsTo" float8, "stepWeight" float8,
        place integer, answer text, "by" text, "at" timestamptz)
      on conflict (article_a, article_b) do update
        set joins_to = excluded.joins_to, step_weight = excluded.step_weight`.execute(trx)
  })
}

const rowOf = ({ pair: [a, b], joinsTo, stepWeight }: Found) => ({ a, b, joinsTo, stepWeight })

/** Keys of the pairs with an answer. */
export async function listAnswered(db: Db): Promise<Set<string>> {
  const rows = await db
    .selectFrom('line_pairs')
    .select(['article_a', 'article_b'])
    .where('answer', 'is not', null)
    .execute()
  return new Set(rows.map(({ article_a: a, article_b: b }) => keyOf({ pair: [a, b] })))
}

const MAX_MODEL_ANSWERS = 500

/** Answers of models about pairs, the newest first; only where the call is on record, with the model's name. */
export async function listModelAnswers(db: Db): Promise<Pick<ModelAnswer, 'pair' | 'same' | 'model' | 'at'>[]> {
  const { rows } = await sql<Pick<ModelAnswer, 'pair' | 'same' | 'model' | 'at'>>`
    select jsonb_build_array(d.article_a, d.article_b) as pair, d.same, d.at, c.model from event_decisions d
    join lateral (
      select model from ai_calls
      where purpose = 'same-event' and verdict = 'accepted' and article_id in (d.article_a, d.article_b)
        and request -> 'articles' @> jsonb_build_array(d.article_a, d.article_b)
      order by id desc limit 1) c on true
    where d.decided_by = 'model' order by d.at desc limit ${MAX_MODEL_ANSWERS}`.execute(db)
  return rows
}

/** Keeps answers and moves the line where there are enough of them. `unchanged` where none is new. */
export async function answerPairs(database: ActorDatabase, given: readonly GivenAnswer[], now: Date): Promise<Outcome> {
  let changed = 0
  await auditedAction(database, now, async (trx) => {
    for (const one of given) changed += await storeAnswer(trx, database.actor, one, now)
    return changed > 0 ? moveLine(trx, database.actor, now) : null
  })
  return changed > 0 ? 'done' : 'unchanged'
}

async function storeAnswer(trx: Trx, actor: Actor, { pair: [a, b], answer }: GivenAnswer, now: Date): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('line_pairs')
    .set({ answer, answered_by: actor, answered_at: now })
    .where('article_a', '=', Math.min(a, b))
    .where('article_b', '=', Math.max(a, b))
    .where((row) => row.or([row('answer', 'is', null), row('answer', '<>', answer)]))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

async function moveLine(trx: Trx, actor: Actor, now: Date): Promise<ActionRecord | null> {
  const calibration = calibrate(await listAnswers(trx))
  if (!calibration) return null
  const { line, answers, precision, recall } = calibration
  const before = await findLine(trx)
  await trx
    .insertInto('event_lines')
    .values({
      line,
      answers,
      joined: precision.of,
      same: recall.of,
      joined_same: precision.hits,
      made_by: actor,
      at: now,
    })
    .execute()
  return line === before ? null : moved('line_moved', before, line)
}

/** Those since the line was last taken back; a model's only while no judge of its name is suspended. */
async function listAnswers(trx: Trx): Promise<AnsweredPair[]> {
  const { rows } = await sql<AnsweredPair>`
    select joins_to as "joinsTo", step_weight as "stepWeight", answer = 'same' as same,
      answered_by like 'model:%' as "byModel"
    from line_pairs
    where answered_at > coalesce((select max(at) from event_lines where answers = 0), '-infinity')
      and not exists (
        select from judge_suspensions s where answered_by = 'model:' || s.model and s.lifted_at is null)
    order by article_a, article_b`.execute(trx)
  return rows
}

/** Takes the line back to the default; answers before it count no more. */
export const resetLine = (database: ActorDatabase, now: Date): Promise<Outcome> =>
  auditedAction(database, now, async (trx) => {
    const newest = await trx.selectFrom('event_lines').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
    if (!newest || newest.answers === 0) return null
    await trx
      .insertInto('event_lines')
      .values({ line: DEFAULT_LINE, answers: 0, joined: 0, same: 0, joined_same: 0, made_by: database.actor, at: now })
      .execute()
    return moved('line_reset', newest.line, DEFAULT_LINE)
  })

const moved = (action: 'line_moved' | 'line_reset', before: number, after: number): ActionRecord => ({
  action,
  target: 'line:0',
  subject: '',
  undo: null,
  before: { line: before },
  after: { line: after },
})

/** Published articles that clustering has read, the newest first. */
export async function listRecent(db: Db, limit: number): Promise<(Item & { publisher: string })[]> {
  const { rows } = await sql<{ id: number; at: Date; features: Features; publisher: string }>`
    select f.article_id as id, f.at, f.features, coalesce(a.credited_publisher, s.publisher) as publisher
    from article_features f join shown_articles a on a.id = f.article_id
    join feeds s on s.id = a.feed_id order by f.at desc, f.article_id desc limit ${limit}`.execute(db)
  return rows.map(({ at, ...item }) => ({ ...item, at: at.getTime() }))
}

/** What somebody decided about pairs of articles, and the doubtful pairs that a model is still to be asked about. */
import { sql } from 'kysely'
import type { EventState, PairRuling } from '../../domain/clustering/regroup.ts'
import type { Db, Trx } from '../database/database.ts'

interface RulingRow {
  a: number
  b: number
  same: boolean
  by: 'model' | 'operator'
  event_a: number | null
  event_b: number | null
}

/**
 * Rulings between the article and the members of these events, and among those. Of an event that is known by a sample,
 * its first member stands for the others.
 */
export async function listRulings(trx: Trx, articleId: number, near: EventState[]): Promise<PairRuling[]> {
  const { rows } = await sql<RulingRow>`
    with near as (
      select article_id from event_members where event_id = any(${near.map(({ id }) => id)}::bigint[])
      union select ${articleId}::bigint
    )
    select d.article_a as a, d.article_b as b, d.same, d.decided_by as by, one.event_id as event_a, two.event_id as event_b
    from event_decisions d
    left join event_members one on one.article_id = d.article_a
    left join event_members two on two.article_id = d.article_b
    where d.article_a in (select article_id from near) and d.article_b in (select article_id from near)
    order by d.article_a, d.article_b`.execute(trx)
  if (rows.length === 0) return []
  const present = new Set([articleId, ...near.flatMap((event) => event.members.map((member) => member.id))])
  const proxies = new Map(near.flatMap((event) => (event.members[0] ? [[event.id, event.members[0].id]] : [])))
  const standIn = (id: number, event: number | null) => (present.has(id) ? id : proxies.get(event ?? 0))
  return rows.flatMap(({ a, b, same, by, event_a, event_b }): PairRuling[] => {
    const [one, two] = [standIn(a, event_a), standIn(b, event_b)]
    return one === undefined || two === undefined || one === two ? [] : [{ pair: [one, two], same, by }]
  })
}

/** The event in which the article stands, and those that a decision ties it to. */
export async function listTiedEvents(trx: Trx, articleId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct m.event_id as id from (
      select ${articleId}::bigint as article_id
      union all select article_b from event_decisions where article_a = ${articleId} and same
      union all select article_a from event_decisions where article_b = ${articleId} and same
    ) tied join event_members m using (article_id) order by id`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Pairs to be asked about; a pair that was asked about, or is waiting for it, stays as it is. */
export async function saveQuestions(
  trx: Trx,
  questions: { pair: [number, number]; likeness: number }[],
  now: Date,
): Promise<void> {
  if (questions.length === 0) return
  await sql`
    insert into event_questions (article_a, article_b, likeness, at)
    select least(x.a, x.b), greatest(x.a, x.b), x.likeness, ${now}
    from unnest(${questions.map(({ pair }) => pair[0])}::bigint[], ${questions.map(({ pair }) => pair[1])}::bigint[],
      ${questions.map(({ likeness }) => likeness)}::float8[]) x(a, b, likeness)
    where not exists (
      select 1 from event_decisions d where d.article_a = least(x.a, x.b) and d.article_b = greatest(x.a, x.b))
    on conflict do nothing`.execute(trx)
}

export interface QuestionSide {
  id: number
  title: string
  text: string
  source: string
  at: Date
}

export interface EventQuestion {
  likeness: number
  sides: [QuestionSide, QuestionSide]
}

/** A question that has failed this often is let go: likeness alone decides. */
const MOST_TRIES = 3

/** Pairs that wait for an answer and came up since `since`, the newest first. */
export async function listQuestions(db: Db, since: Date, limit: number): Promise<EventQuestion[]> {
  const { rows } = await sql<{ likeness: number; one: QuestionSide; two: QuestionSide }>`
    select q.likeness, ${side('a')} as one, ${side('b')} as two from event_questions q
    join articles a on a.id = q.article_a and a.status = 'published' join feeds fa on fa.id = a.feed_id
    join articles b on b.id = q.article_b and b.status = 'published' join feeds fb on fb.id = b.feed_id
    where q.tries < ${MOST_TRIES} and q.at >= ${since}
    order by q.tries, q.at desc, q.article_a, q.article_b limit ${limit}`.execute(db)
  const dated = (one: QuestionSide) => ({ ...one, at: new Date(one.at) })
  return rows.map(({ likeness, one, two }) => ({ likeness, sides: [dated(one), dated(two)] }))
}

const side = (a: 'a' | 'b') => {
  const [article, feed] = [sql.raw(a), sql.raw(`f${a}`)]
  return sql`json_build_object('id', ${article}.id, 'title', ${article}.title, 'text', ${article}.excerpt,
    'source', ${feed}.title, 'at', ${article}.sort_at)`
}

const idsOf = ({ sides: [one, two] }: EventQuestion) => ({ one: one.id, two: two.id })

export async function countTry(db: Db, question: EventQuestion): Promise<void> {
  const { one, two } = idsOf(question)
  await db
    .updateTable('event_questions')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('article_a', '=', one)
    .where('article_b', '=', two)
    .execute()
}

/**
 * Keeps a model's answer for good; an operator's word stands. Where the events are otherwise, the later article is to be
 * clustered again. True where that is so.
 */
export async function saveAnswer(trx: Trx, question: EventQuestion, same: boolean, now: Date): Promise<boolean> {
  const { one, two } = idsOf(question)
  const kept = await trx
    .insertInto('event_decisions')
    .values({ article_a: one, article_b: two, same, decided_by: 'model', at: now })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst()
  await trx.deleteFrom('event_questions').where('article_a', '=', one).where('article_b', '=', two).execute()
  if (!kept.numInsertedOrUpdatedRows) return false
  const { rows } = await sql<{ id: number }>`
    update articles set cluster_state = 'pending'
    where id = (select id from articles where id in (${one}, ${two}) order by sort_at desc, id desc limit 1)
      and ${same} <> (select count(distinct event_id) = 1 from event_members where article_id in (${one}, ${two}))
    returning id`.execute(trx)
  return rows.length > 0
}

/** Manual overrides of pairs of articles, and the borderline pairs that a model is still to classify. */
import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/database.ts'
import { textToRead } from '../clustering/pair-features.ts'
import { originalOf } from './cluster-reads.ts'

/** Pairs to be asked about; a pair that was asked about, or is waiting for it, stays as it is. */
export async function saveQuestions(
  trx: Trx,
  questions: { pair: [number, number]; similarity: number }[],
  now: Date,
): Promise<void> {
  if (questions.length === 0) return
  await sql`
    insert into event_questions (article_a, article_b, likeness, at)
    select least(x.a, x.b), greatest(x.a, x.b), x.likeness, ${now}
    from unnest(${questions.map(({ pair }) => pair[0])}::bigint[], ${questions.map(({ pair }) => pair[1])}::bigint[],
      ${questions.map(({ similarity }) => similarity)}::float8[]) x(a, b, likeness)
    where not exists (
      select 1 from event_decisions d where d.article_a = least(x.a, x.b) and d.article_b = greatest(x.a, x.b))
    on conflict do nothing`.execute(trx)
}

export interface QuestionSide {
  id: number
  url: string
  title: string
  text: string
  source: string
  at: Date
}

export interface EventQuestion {
  similarity: number
  sides: [QuestionSide, QuestionSide]
}

/** A question that has failed this often is dropped: similarity alone decides. */
export const MAX_TRIES = 3

/** Pairs that wait for an answer and came up since `since`, the newest first; none that a publisher reserves. */
export async function listQuestions(db: Db, since: Date, limit: number): Promise<EventQuestion[]> {
  const { rows } = await sql<{ similarity: number; one: SideRow; two: SideRow }>`
    select q.likeness as similarity, ${side('a')} as one, ${side('b')} as two from event_questions q
    join articles a on a.id = q.article_a and a.status = 'published' join feeds fa on fa.id = a.feed_id
    join articles b on b.id = q.article_b and b.status = 'published' join feeds fb on fb.id = b.feed_id
    where q.tries < ${MAX_TRIES} and q.at >= ${since} and a.reservation is null and b.reservation is null
    order by q.tries, q.at desc, q.article_a, q.article_b limit ${limit}`.execute(db)
  return rows.map(({ similarity, one, two }) => ({ similarity, sides: [sideOf(one), sideOf(two)] }))
}

interface SideRow extends Omit<QuestionSide, 'text' | 'at'> {
  excerpt: string
  original: string | null
  at: string
}

const sideOf = ({ excerpt, original, at, ...side }: SideRow): QuestionSide => {
  return { ...side, text: textToRead(excerpt, original), at: new Date(at) }
}

const side = (a: 'a' | 'b') => {
  const [article, feed] = [sql.raw(a), sql.raw(`f${a}`)]
  return sql`json_build_object('id', ${article}.id, 'url', ${article}.url, 'title', ${article}.title, 'excerpt', ${article}.excerpt,
    'original', ${originalOf(a)}, 'source', ${feed}.title, 'at', ${article}.sort_at)`
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
 * Stores a model's answer for good; an operator's decision stays. Where the events differ from it, the later article is
 * to be clustered again. True where that is so.
 */
export async function saveAnswer(trx: Trx, question: EventQuestion, same: boolean, now: Date): Promise<boolean> {
  const { one, two } = idsOf(question)
  const inserted = await trx
    .insertInto('event_decisions')
    .values({ article_a: one, article_b: two, same, decided_by: 'model', at: now })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst()
  await trx.deleteFrom('event_questions').where('article_a', '=', one).where('article_b', '=', two).execute()
  if (!inserted.numInsertedOrUpdatedRows) return false
  const { rows } = await sql<{ id: number }>`
    update articles set cluster_state = 'pending'
    where id = (select id from articles where id in (${one}, ${two}) order by sort_at desc, id desc limit 1)
      and ${same} <> (select count(distinct event_id) = 1 from event_members where article_id in (${one}, ${two}))
    returning id`.execute(trx)
  return rows.length > 0
}

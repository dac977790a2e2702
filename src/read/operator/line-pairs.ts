/** The line of events for its operator, with the pairs of articles that wait for an answer. */
import { sql } from 'kysely'
import type { LineView, PairSide } from '../../domain/calibration/commands.ts'
import type { ReadDb } from '../articles/articles.ts'
import { findCalibration } from '../quality/calibration.ts'

/** With at most `limit` pairs. */
export async function findLineView(db: ReadDb, limit: number): Promise<LineView> {
  const { rows } = await sql<{ answers: number; modelAnswers: number }>`
    select (count(*) filter (where answered_by not like 'model:%'))::integer as answers,
      (count(*) filter (where answered_by like 'model:%'))::integer as "modelAnswers"
    from line_pairs
    where answered_at > coalesce((select max(at) from event_lines where answers = 0), '-infinity')`.execute(db)
  return {
    calibration: await findCalibration(db),
    ...(rows[0] ?? { answers: 0, modelAnswers: 0 }),
    pairs: await openPairs(db, limit),
  }
}

type Row = Record<'one' | 'two', Omit<PairSide, 'at'> & { at: string }>

async function openPairs(db: ReadDb, limit: number): Promise<[PairSide, PairSide][]> {
  const { rows } = await sql<Row>`
    select ${side('a')} as one, ${side('b')} as two from line_pairs p
    join articles a on a.id = p.article_a and a.status = 'published' join feeds fa on fa.id = a.feed_id
    join articles b on b.id = p.article_b and b.status = 'published' join feeds fb on fb.id = b.feed_id
    where p.answer is null order by p.place limit ${limit}`.execute(db)
  return rows.map(({ one, two }) => [dated(one), dated(two)])
}

const dated = (row: Row['one']): PairSide => ({ ...row, at: new Date(row.at) })

const side = (a: 'a' | 'b') => {
  const [article, feed] = [sql.raw(a), sql.raw(`f${a}`)]
  return sql`json_build_object('articleId', ${article}.id, 'title', ${article}.title, 'publisher', ${feed}.title, 'at', ${article}.sort_at)`
}

/** The line of events for its operator, with the pairs of articles that wait for an answer. */
import { sql } from 'kysely'
import type { Calibration } from '../../news/events/clustering/line.ts'
import { findCalibration } from '../../news/events/queries/calibration.ts'
import type { ReadDb } from '../../platform/database/read-db.ts'

/** One article of a pair to be answered. */
export interface PairSide {
  articleId: number
  title: string
  publisher: string
  at: Date
}

export interface LineView {
  /** Null while the line is the default. */
  calibration: (Calibration & { at: Date }) | null
  /** Answers that count: since the line was last taken back. */
  answers: number
  modelAnswers: number
  /** Pairs that wait for an answer, the most informative first. */
  pairs: [PairSide, PairSide][]
}

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
    join shown_articles a on a.id = p.article_a join feeds fa on fa.id = a.feed_id
    join shown_articles b on b.id = p.article_b join feeds fb on fb.id = b.feed_id
    where p.answer is null order by p.place limit ${limit}`.execute(db)
  return rows.map(({ one, two }) => [dated(one), dated(two)])
}

const dated = (row: Row['one']): PairSide => ({ ...row, at: new Date(row.at) })

const side = (a: 'a' | 'b') => {
  const [article, feed] = [sql.raw(a), sql.raw(`f${a}`)]
  return sql`json_build_object('articleId', ${article}.id, 'title', ${article}.original_title, 'publisher', ${feed}.title, 'at', ${article}.sort_at)`
}

/** Corrections by an operator: the former text, and the present one. */
import { sql } from 'kysely'
import type { ReadDb } from '../articles/articles.ts'

interface Statement {
  title: string
  summary: string
}

export interface CorrectionView {
  id: number
  at: Date
  articleId: number
  before: Statement
  after: Statement
}

/** Those among `ids` that stand: one that was undone is null. */
export async function hydrateCorrections(db: ReadDb, ids: number[]): Promise<CorrectionView[]> {
  const { rows } = await sql<{ id: number; at: Date; target: string; before: Statement; after: Statement }>`
    select id, at, target, before, after from operator_actions
    where id = any(${ids}::bigint[]) and action = 'article_corrected' and undone_at is null`.execute(db)
  return rows.map(({ id, at, target, before, after }) => ({
    id,
    at,
    articleId: Number(target.split(':')[1]),
    before: { title: before.title, summary: before.summary },
    after: { title: after.title, summary: after.summary },
  }))
}

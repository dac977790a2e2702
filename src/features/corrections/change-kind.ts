/** Corrections of articles in the log of changes: the former text, and the present one. */
import { sql } from 'kysely'
import { z } from 'zod'
import { loggedKind } from '../../news/changes/resource.ts'
import { instant, shape } from '../../news/resources/shape.ts'
import type { ReadDb } from '../../platform/database/read-db.ts'

interface Statement {
  title: string
  summary: string
}

interface LoggedCorrection {
  id: number
  at: Date
  articleId: number
  before: Statement
  after: Statement
}

const Text = z.object({ title: z.string(), summary: z.string() })

const Correction = shape<LoggedCorrection>()('Correction', 'A correction by the operator.', {
  id: [z.int(), (correction) => correction.id],
  at: [instant, (correction) => correction.at.toISOString()],
  entry_id: [z.int(), (correction) => correction.articleId],
  before: [Text.describe('The text before the correction.'), (correction) => correction.before],
  after: [Text.describe('The text after the correction.'), (correction) => correction.after],
})

/** Those among `ids` that stand: one that was undone is null. */
async function hydrateCorrections(db: ReadDb, ids: number[]): Promise<LoggedCorrection[]> {
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

export const correctionKind = loggedKind(
  'correction',
  Correction,
  ({ id }) => id,
  ({ db }, ids) => hydrateCorrections(db, ids.map(Number)),
)

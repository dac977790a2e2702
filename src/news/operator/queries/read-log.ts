/** The audit log: what operators have done, the latest first. */
import { sql } from 'kysely'
import type { Facts } from '../../../platform/database/actor.ts'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import type { Page, PageRequest } from '../../../platform/site/pages.ts'
import { likePatterns } from './find.ts'

export interface ActionView {
  id: number
  at: Date
  action: string
  /** Kind and id, as in `article:12`. */
  target: string
  subject: string
  before: Facts
  after: Facts
  undoable: boolean
  undoneAt: Date | null
  /** Actor, as domain/actor.ts writes it; null for actions of before it was noted. */
  actor: string | null
}

export interface ActionFilter {
  /** Words of what it was about, of who, or of what was so before or after; all of them. */
  q?: string
  action?: string
  /** One of `actorKinds`. */
  by?: string
}

const columns = sql`id, at, action, target, subject, before, after, undo is not null and undone_at is null as undoable,
  undone_at as "undoneAt", actor`

export async function pageActions(
  db: ReadDb,
  { page, perPage }: PageRequest,
  { q = '', action = '', by = '' }: ActionFilter = {},
): Promise<Page<ActionView>> {
  const text = sql`concat_ws(' ', subject, target, actor, before::text, after::text)`
  const found = sql`from operator_actions where search_normal(${text}) ilike all(${likePatterns(q)}::text[])
    and (${action} = '' or action = ${action}) and (${by} = '' or split_part(actor, ':', 1) = ${by})`
  const { rows } = await sql<ActionView>`
    select ${columns} ${found} order by id desc limit ${perPage} offset ${(page - 1) * perPage}`.execute(db)
  const count = await sql<{ n: number }>`select count(*) as n ${found}`.execute(db)
  return { items: rows, total: count.rows[0]?.n ?? 0, page, perPage }
}

/** Of which there is any. */
export async function listActionNames(db: ReadDb): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`select distinct action from operator_actions order by action`.execute(
    db,
  )
  return rows.map(({ action }) => action)
}

/** Those on one thing. */
export async function actionsOn(db: ReadDb, target: string, limit = 10): Promise<ActionView[]> {
  const { rows } = await sql<ActionView>`
    select ${columns} from operator_actions where target = ${target} order by id desc limit ${limit}`.execute(db)
  return rows
}

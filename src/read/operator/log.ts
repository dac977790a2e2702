/** The audit log: what operators have done, the latest first. */
import { sql } from 'kysely'
import type { Facts } from '../../domain/operator.ts'
import type { Page, PageRequest } from '../../domain/site/pages.ts'
import type { ReadDb } from '../articles/articles.ts'

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
}

const columns = sql`id, at, action, target, subject, before, after, undo is not null and undone_at is null as undoable,
  undone_at as "undoneAt"`

export async function pageActions(db: ReadDb, { page, perPage }: PageRequest): Promise<Page<ActionView>> {
  const { rows } = await sql<ActionView>`
    select ${columns} from operator_actions order by id desc limit ${perPage} offset ${(page - 1) * perPage}`.execute(
    db,
  )
  const count = await sql<{ n: number }>`select count(*) as n from operator_actions`.execute(db)
  return { items: rows, total: count.rows[0]?.n ?? 0, page, perPage }
}

/** Those on one thing. */
export async function actionsOn(db: ReadDb, target: string, limit = 10): Promise<ActionView[]> {
  const { rows } = await sql<ActionView>`
    select ${columns} from operator_actions where target = ${target} order by id desc limit ${limit}`.execute(db)
  return rows
}

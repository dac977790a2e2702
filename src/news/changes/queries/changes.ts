/** The log of changes as readers follow it: in the order of commits, each position handed out once. */
import { sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import type { ChangeCursor, ChangeKind } from '../change-types.ts'

export interface Change {
  position: number
  at: Date
  kind: ChangeKind
  act: 'created' | 'updated' | 'merged' | 'split' | 'removed'
  id: string
  into: string | null
  from: string | null
  /** Of the object as it is on the wire. */
  fields: string[]
}

export interface ChangeBatch {
  changes: Change[]
  next: ChangeCursor
  hasMore: boolean
}

/** Rows that one look reads, whatever the filter lets through. */
const MAX_SCANNED = 10_000

interface Row {
  epoch: string
  forgotten: number
  head: number
  last: number | null
  scanned: number
  changes: (Omit<Change, 'at'> & { at: string })[] | null
}

/**
 * The changes after a cursor, oldest first; without one none, and where the log ends now. 'gone' for a cursor from before what
 * is kept, or of another log. One statement: the end of the log belongs to the same snapshot as the changes.
 */
export async function listChanges(
  db: ReadDb,
  options: { after?: ChangeCursor | undefined; types?: string[] | undefined; limit: number },
): Promise<ChangeBatch | 'gone'> {
  const { after, types, limit } = options
  const wanted = types ? sql`kind || '.' || act = any(${types}::text[])` : sql`true`
  const { rows } = await sql<Row>`
    with near as materialized (
      select * from changes where position > ${after?.position ?? Number.MAX_SAFE_INTEGER} order by position limit ${MAX_SCANNED}
    )
    select l.epoch, l.forgotten_to as forgotten,
      coalesce((select max(position) from changes), l.forgotten_to) as head,
      (select max(position) from near) as last, (select count(*) from near) as scanned,
      (select json_agg(c order by c.position) from (
        select position, at, kind, act, id, into_id as into, from_id as "from", fields from near
        where ${wanted} order by position limit ${limit + 1}) c) as changes
    from change_log l`.execute(db)
  const row = rows[0] as Row
  const cursor = (position: number) => ({ epoch: row.epoch, position })
  if (!after) return { changes: [], next: cursor(row.head), hasMore: false }
  if (after.epoch !== row.epoch || after.position < row.forgotten) return 'gone'
  const found = (row.changes ?? []).map((change) => ({ ...change, at: new Date(change.at) }))
  const changes = found.slice(0, limit)
  const cut = found.length > limit
  const next = cut ? (changes.at(-1)?.position ?? after.position) : (row.last ?? after.position)
  return { changes, next: cursor(next), hasMore: cut || row.scanned === MAX_SCANNED }
}

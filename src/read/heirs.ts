/** Where the id of an event or story leads that was merged into another. */
import { sql } from 'kysely'
import type { ReadDb } from './articles/articles.ts'

/** The id at the end of the chain; null where this one was not merged. */
export async function findHeir(db: ReadDb, table: 'events' | 'stories', id: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    with recursive chain as (
      select id, merged_into, 0 as step from ${sql.table(table)} where id = ${id}
      union all select m.id, m.merged_into, c.step + 1 from ${sql.table(table)} m join chain c on m.id = c.merged_into
      where c.step < 50
    )
    select id from chain where merged_into is null and id <> ${id} limit 1`.execute(db)
  return rows[0]?.id ?? null
}

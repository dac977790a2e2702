/** Redirects of things that were merged into another, or dissolved. */
import { sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'

/** Target of a moved thing: the id of another of its kind, or else a path of the site. */
export interface Moved {
  moved: number | string
}

export type Lookup<View> = { found: View } | Moved | null

/** The thing, or else the first redirect that there is. */
export async function resolve<View>(
  find: () => Promise<View | null>,
  ...redirects: (() => Promise<number | string | null>)[]
): Promise<Lookup<View>> {
  const found = await find()
  if (found !== null) return { found }
  for (const redirect of redirects) {
    const moved = await redirect()
    if (moved !== null) return { moved }
  }
  return null
}

/** The id at the end of the chain of merges; null for what was not merged. */
export async function findMergeTarget(db: ReadDb, table: 'events' | 'stories', id: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    with recursive chain as (
      select id, merged_into, 0 as step from ${sql.table(table)} where id = ${id}
      union all select m.id, m.merged_into, c.step + 1 from ${sql.table(table)} m join chain c on m.id = c.merged_into
      where c.step < 50
    )
    select id from chain where merged_into is null and id <> ${id} limit 1`.execute(db)
  return rows[0]?.id ?? null
}

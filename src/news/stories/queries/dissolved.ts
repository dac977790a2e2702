/** Redirect target of a dissolved story. */
import { sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import { articlePath } from '../../../platform/site/paths.ts'

/** The page of the leading article of its best event, or of all stories; null for an id that was never dissolved. */
export async function findDissolvedPath(db: ReadDb, id: number): Promise<string | null> {
  const { rows } = await sql<{ id: number | null; title: string | null }>`
    select a.id, a.title
    from dissolved_stories d
    left join events e on e.id = d.event_id
    left join lateral (
      select id, title from shown_articles where event_id = coalesce(e.merged_into, e.id)
      order by relevant desc, sort_at, id limit 1) a on true
    where d.story_id = ${id}`.execute(db)
  const [row] = rows
  if (!row) return null
  return row.id === null ? '/stories' : articlePath({ id: row.id, title: row.title ?? '' })
}

/** Posts as other servers fetch them, and how many follow an actor. */
import { sql } from 'kysely'
import type { ReadDb } from '../../platform/database/read-db.ts'

/** As it is; 'deleted' where it was deleted, null where there never was one. */
export async function findPost(db: ReadDb, eventId: number): Promise<object | 'deleted' | null> {
  const row = await db.selectFrom('fediverse_posts').select('note').where('event_id', '=', eventId).executeTakeFirst()
  return row ? ((row.note as object | null) ?? 'deleted') : null
}

const LATEST = 20

/** Latest posts that an actor has published, newest first, and the number of all. */
export async function listPosts(db: ReadDb, actor: string): Promise<{ total: number; latest: object[] }> {
  const { rows } = await sql<{ note: object; total: number }>`
    select note, count(*) over () as total from fediverse_posts
    where ${actor} = any(audience) and note is not null order by at desc, event_id desc limit ${LATEST}`.execute(db)
  return { total: rows[0]?.total ?? 0, latest: rows.map(({ note }) => note) }
}

export async function countFollowers(db: ReadDb, actor: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from fediverse_followers where actor = ${actor}`.execute(db)
  return rows[0]?.n ?? 0
}

export async function countPosts(db: ReadDb): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from fediverse_posts where note is not null`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

/** Rooms of the site that may be empty: they are in the navigation once there is something in them. */
import { sql } from 'kysely'
import type { ReadDb } from '../articles/articles.ts'
import type { FilledRooms } from './views.ts'

export async function findFilledRooms(db: ReadDb): Promise<FilledRooms> {
  const { rows } = await sql<FilledRooms>`
    select exists (select from episodes) as podcast,
      exists (select from stories where merged_into is null) as stories`.execute(db)
  return rows[0] ?? { podcast: false, stories: false }
}

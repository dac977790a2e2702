/** Rooms of the site that may be empty: they are in the navigation once there is something in them. */
import { sql } from 'kysely'
import type { ReadDb } from '../articles/articles.ts'
import type { FilledSections } from './views.ts'

export async function findFilledSections(db: ReadDb): Promise<FilledSections> {
  const { rows } = await sql<FilledSections>`
    select exists (select from episodes) as podcast,
      exists (select from shown_stories) as stories`.execute(db)
  return rows[0] ?? { podcast: false, stories: false }
}

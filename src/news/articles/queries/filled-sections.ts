/** Rooms of the site that may be empty: they are in the navigation once there is something in them. */
import { type RawBuilder, sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'

export interface FilledSection {
  name: string
  isFilled: RawBuilder<boolean>
}

/** Names of those that have anything in them. */
export async function findFilledSections(db: ReadDb, sections: readonly FilledSection[]): Promise<ReadonlySet<string>> {
  const columns = sections.map(({ name, isFilled }) => sql`${isFilled} as ${sql.id(name)}`)
  const { rows } = await sql<Record<string, boolean>>`select ${sql.join(columns)}`.execute(db)
  return new Set(Object.entries(rows[0] ?? {}).flatMap(([name, isFilled]) => (isFilled ? [name] : [])))
}

/** Checks that an index in memory still fits the tables that it was made from. */

import type { Db, Trx } from './database.ts'
import type { Schema } from './schema.ts'

type Name = Schema['revisions']['name']
/** Revision of each table, raised by triggers with every write. */
export type Revisions = Record<Name, string>

export async function readRevisions(db: Db | Trx): Promise<Revisions> {
  const rows = await db.selectFrom('revisions').selectAll().execute()
  return Object.fromEntries(rows.map(({ name, revision }) => [name, revision])) as Revisions
}

/** Optimistic concurrency: another process has changed what the decisions rest on, so they must be made again. */
export class StaleIndexError extends Error {}

/**
 * Throws StaleIndexError unless these tables are as they were; from here on no other transaction can write them before `trx`
 * ends.
 */
export async function lockRevisions(trx: Trx, names: readonly Name[], existing: Revisions): Promise<void> {
  const rows = await trx.selectFrom('revisions').selectAll().where('name', 'in', names).forUpdate().execute()
  if (rows.some(({ name, revision }) => existing[name] !== revision)) throw new StaleIndexError('written concurrently')
}

/** Things that programs make for readers: they end with the program's access, and no other program removes them. */

import type { Program } from '../../../platform/accounts/program.ts'
import type { Database, Trx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'

/** Tables of them, and the words for one. */
const MADE = { webhooks: 'webhook', push_subscriptions: 'device', alert_rules: 'alert' }
type Made = keyof typeof MADE

interface MakerColumns {
  grant_id: number | null
  key_id: number | null
}

/** Both null for the reader in person. */
export const makerColumns = ({ grantId, keyId }: Program = {}): MakerColumns => ({
  grant_id: grantId ?? null,
  key_id: keyId ?? null,
})

/** Throws `forbidden` for a program that did not make it; a reader in person may all. */
export function requireMaker(made: MakerColumns, by: Program | undefined): void {
  const { grant_id, key_id } = makerColumns(by)
  if (grant_id === null && key_id === null) return
  if (made.grant_id !== grant_id || made.key_id !== key_id)
    throw new AppError('forbidden', 'A program changes and removes only what it made: the reader does the rest.')
}

/** Messages that wait for it go with it. Throws `not_found`, and `forbidden` for another program's. */
export async function removeMade(
  { db }: Pick<Database, 'db'>,
  table: Made,
  { userId, id }: { userId: number; id: number },
  by?: Program,
): Promise<void> {
  const row = await db
    .selectFrom(table)
    .select(['grant_id', 'key_id'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', `There is no such ${MADE[table]}.`)
  requireMaker(row, by)
  await db.deleteFrom(table).where('user_id', '=', userId).where('id', '=', id).execute()
}

/** A grant that follows another of the same program has what that one made. */
export async function inheritMade(trx: Trx, grantIds: number[], successor: number): Promise<void> {
  for (const table of Object.keys(MADE) as Made[])
    await trx.updateTable(table).set({ grant_id: successor }).where('grant_id', 'in', grantIds).execute()
}

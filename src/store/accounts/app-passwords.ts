/** Passwords for apps that know nothing but a name and a password: made by us, one an app, stored as hashes. */
import { type Account, type AppPassword, hashAppPassword, newAppPassword } from '../../domain/account.ts'
import { AppError } from '../../domain/errors.ts'
import type { Database } from '../database/database.ts'
import { lockAccount } from './follows.ts'

const MOST = 20
const TOUCH_MS = 60 * 60_000

/** The password is known to the caller alone. Throws `unprocessable` for too many. */
export async function makeAppPassword({ db }: Database, userId: number, name: string, now: Date): Promise<string> {
  const password = newAppPassword()
  await db.transaction().execute(async (trx) => {
    await lockAccount(trx, userId)
    const held = await trx.selectFrom('app_passwords').select('id').where('user_id', '=', userId).execute()
    if (held.length >= MOST)
      throw new AppError('unprocessable', `An account holds ${MOST} app passwords. Revoke one first.`)
    const values = { user_id: userId, name, hash: hashAppPassword(password), created_at: now }
    await trx.insertInto('app_passwords').values(values).execute()
  })
  return password
}

export async function listAppPasswords({ db }: Pick<Database, 'db'>, userId: number): Promise<AppPassword[]> {
  return db
    .selectFrom('app_passwords')
    .select(['id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

export async function revokeAppPassword({ db }: Database, userId: number, id: number): Promise<void> {
  await db.deleteFrom('app_passwords').where('user_id', '=', userId).where('id', '=', id).execute()
}

/** Account of a password, or null. Notes its use, at most once an hour. */
export async function userOfAppPassword({ db }: Database, password: string, now: Date): Promise<Account | null> {
  const hash = hashAppPassword(password)
  const row = await db
    .selectFrom('app_passwords as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['u.id', 'u.email', 'p.id as passwordId', 'p.last_used_at as lastUsedAt'])
    .where('p.hash', '=', hash)
    .executeTakeFirst()
  if (!row) return null
  if (row.lastUsedAt === null || now.getTime() - row.lastUsedAt.getTime() >= TOUCH_MS)
    await db.updateTable('app_passwords').set({ last_used_at: now }).where('id', '=', row.passwordId).execute()
  return { id: row.id, email: row.email }
}

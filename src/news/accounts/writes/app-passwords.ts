/** Passwords of reading apps and keys of the API: made by us, one an app, named, stored as hashes. */

import type { Program } from '../../../platform/accounts/program.ts'
import type { Database } from '../../../platform/database/database.ts'
import { foldSpace } from '../../../platform/text/text.ts'
import {
  type Account,
  type ApiKey,
  type AppPassword,
  type Caller,
  hashAppPassword,
  hashToken,
  isApiKey,
  type KeyAccess,
  newApiKey,
  newAppPassword,
} from '../rules/account.ts'
import { makerColumns, requireMaker } from './made-by-programs.ts'
import { quotas, requireQuota, withAccount } from './quotas.ts'

const TOUCH_MS = 60 * 60_000

type Access = 'reader' | KeyAccess

interface Made {
  userId: number
  name: string
  hash: Buffer
  access: Access
  key_id?: number | null
}

async function save(database: Database, { userId, ...values }: Made, now: Date): Promise<void> {
  await withAccount(database, userId, async (trx) => {
    await requireQuota(trx, userId, values.access === 'reader' ? quotas.appPasswords : quotas.apiKeys)
    await trx
      .insertInto('app_passwords')
      .values({ user_id: userId, ...values, name: foldSpace(values.name), created_at: now })
      .execute()
  })
}

/** The password is known to the caller alone. `by`: the key that makes it. Throws `unprocessable` for too many. */
export async function makeAppPassword(
  database: Database,
  userId: number,
  { name, by }: { name: string; by?: Program | undefined },
  now: Date,
): Promise<string> {
  const password = newAppPassword()
  const { key_id } = makerColumns(by)
  await save(database, { userId, name, hash: hashAppPassword(password), access: 'reader', key_id }, now)
  return password
}

/** The key is known to the caller alone. Throws `unprocessable` for too many. */
export async function makeApiKey(
  database: Database,
  userId: number,
  { name, access }: { name: string; access: KeyAccess },
  now: Date,
): Promise<string> {
  const key = newApiKey()
  await save(database, { userId, name, hash: hashToken(key), access }, now)
  return key
}

const listOf = ({ db }: Pick<Database, 'db'>, userId: number) =>
  db
    .selectFrom('app_passwords')
    .select(['id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('user_id', '=', userId)
    .orderBy('id')

export const listAppPasswords = (database: Pick<Database, 'db'>, userId: number): Promise<AppPassword[]> =>
  listOf(database, userId).where('access', '=', 'reader').execute()

export const listApiKeys = (database: Pick<Database, 'db'>, userId: number): Promise<ApiKey[]> =>
  listOf(database, userId).select('access').where('access', '<>', 'reader').$castTo<ApiKey>().execute()

interface Ref {
  userId: number
  id: number
}

/** A password or a key. */
export async function revokeSecret({ db }: Database, { userId, id }: Ref): Promise<void> {
  await db.deleteFrom('app_passwords').where('user_id', '=', userId).where('id', '=', id).execute()
}

/** A key alone. Throws `forbidden` for a program that wants another's than its own. */
export async function revokeApiKey(database: Database, ref: Ref, by?: Program): Promise<void> {
  if (!(await listApiKeys(database, ref.userId)).some(({ id }) => id === ref.id)) return
  requireMaker({ grant_id: null, key_id: ref.id }, by)
  await revokeSecret(database, ref)
}

/** A password alone. Throws `forbidden` for a program that did not make it. */
export async function revokeAppPassword(database: Database, ref: Ref, by?: Program): Promise<void> {
  const found = await listOf(database, ref.userId)
    .select('key_id')
    .where('access', '=', 'reader')
    .where('id', '=', ref.id)
    .executeTakeFirst()
  if (!found) return
  requireMaker({ grant_id: null, key_id: found.key_id }, by)
  await revokeSecret(database, ref)
}

/** By itself, as signing out ends a session. */
export async function endApiKey({ db }: Database, key: string): Promise<void> {
  await db.deleteFrom('app_passwords').where('hash', '=', hashToken(key)).execute()
}

/** Its account, or null. Notes its use, at most once an hour. */
async function find(
  { db }: Database,
  hash: Buffer,
  now: Date,
): Promise<(Account & { access: Access; passwordId: number }) | null> {
  const row = await db
    .selectFrom('app_passwords as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['u.id', 'u.email', 'p.access', 'p.id as passwordId', 'p.last_used_at as lastUsedAt'])
    .where('p.hash', '=', hash)
    .executeTakeFirst()
  if (!row) return null
  if (row.lastUsedAt === null || now.getTime() - row.lastUsedAt.getTime() >= TOUCH_MS)
    await db.updateTable('app_passwords').set({ last_used_at: now }).where('id', '=', row.passwordId).execute()
  const { id, email, access, passwordId } = row
  return { id, email, access, passwordId }
}

/** The account of a password, or null. */
export async function userOfAppPassword(database: Database, password: string, now: Date): Promise<Account | null> {
  const found = await find(database, hashAppPassword(password), now)
  return found?.access === 'reader' ? { id: found.id, email: found.email } : null
}

/** The account of a key, or null. */
export async function callerOfApiKey(database: Database, key: string, now: Date): Promise<Caller | null> {
  const found = isApiKey(key) ? await find(database, hashToken(key), now) : null
  return found && found.access !== 'reader'
    ? { id: found.id, email: found.email, access: found.access, keyId: found.passwordId, isSession: false }
    : null
}

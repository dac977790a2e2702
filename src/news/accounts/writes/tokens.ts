/** Access tokens, of which only hashes are kept. They live for a year of disuse. */
import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { type Account, hashToken, isToken, loginRules, newToken, type SignedInSession } from '../rules/account.ts'

const lifeMs = loginRules.tokenDays * 86_400_000

export async function issueToken(
  { db }: Database,
  userId: number,
  now: Date,
): Promise<{ token: string; expiresAt: Date }> {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + lifeMs)
  await db
    .insertInto('tokens')
    .values({ hash: hashToken(token), user_id: userId, created_at: now, last_used_at: now, expires_at: expiresAt })
    .execute()
  return { token, expiresAt }
}

/** Account of a token, or null for one that is unknown or expired. Notes its use, at most once an hour. */
export async function userOfToken({ db }: Database, token: string, now: Date): Promise<Account | null> {
  if (!isToken(token)) return null
  const hash = hashToken(token)
  const row = await db
    .selectFrom('tokens as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .select(['u.id', 'u.email', 't.last_used_at'])
    .where('t.hash', '=', hash)
    .where('t.expires_at', '>', now)
    .executeTakeFirst()
  if (!row) return null
  if (now.getTime() - row.last_used_at.getTime() >= loginRules.touchMinutes * 60_000)
    await db
      .updateTable('tokens')
      .set({ last_used_at: now, expires_at: new Date(now.getTime() + lifeMs) })
      .where('hash', '=', hash)
      .execute()
  return { id: row.id, email: row.email }
}

export async function revokeToken({ db }: Database, token: string): Promise<void> {
  await db.deleteFrom('tokens').where('hash', '=', hashToken(token)).execute()
}

const nameOf = sql<string>`left(encode(hash, 'hex'), 16)`

/** The value of `nameOf` for a token's row. */
export const sessionOfToken = (token: string): string => hashToken(token).toString('hex').slice(0, 16)

/** Used last, first. */
export async function listSessions({ db }: Database, userId: number, now: Date): Promise<SignedInSession[]> {
  return db
    .selectFrom('tokens')
    .select([nameOf.as('id'), 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute()
}

export async function revokeSession({ db }: Database, userId: number, id: string): Promise<void> {
  await db.deleteFrom('tokens').where('user_id', '=', userId).where(nameOf, '=', id).execute()
}

/** Deletes tokens and codes that have run out. */
export async function purgeExpired({ db }: Database, now: Date): Promise<void> {
  await sql`delete from tokens where expires_at <= ${now}`.execute(db)
  await sql`delete from login_codes where expires_at <= ${now}`.execute(db)
}

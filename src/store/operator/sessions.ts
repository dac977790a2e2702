/** Sessions of the console, of which only keyed hashes are kept: another operator's token ends them all. */
import { createHmac, randomBytes } from 'node:crypto'
import type { Database } from '../database/database.ts'

const HOURS = 12

const keyedHash = (key: string, session: string): Buffer => createHmac('sha256', key).update(session).digest()

export async function openOperatorSession({ db }: Database, key: string, now: Date): Promise<string> {
  const session = randomBytes(32).toString('base64url')
  const expires = new Date(now.getTime() + HOURS * 3_600_000)
  await db.deleteFrom('operator_sessions').where('expires_at', '<=', now).execute()
  await db
    .insertInto('operator_sessions')
    .values({ hash: keyedHash(key, session), created_at: now, expires_at: expires })
    .execute()
  return session
}

export async function isOperatorSession({ db }: Database, key: string, session: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('operator_sessions')
    .select('created_at')
    .where('hash', '=', keyedHash(key, session))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

export async function closeOperatorSession({ db }: Database, key: string, session: string): Promise<void> {
  await db.deleteFrom('operator_sessions').where('hash', '=', keyedHash(key, session)).execute()
}

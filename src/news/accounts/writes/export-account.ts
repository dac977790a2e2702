/** Everything that is stored about a person, for that person. */
import type { Database, Db } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { AccountExport } from '../rules/account.ts'
import { listAgents } from './agents.ts'
import { listApiKeys, listAppPasswords } from './app-passwords.ts'

/** Throws `not_found`. */
export async function exportAccount(database: Database, userId: number): Promise<AccountExport> {
  const { db } = database
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
  if (!user) throw new AppError('not_found', 'There is no such account.')
  return {
    id: user.id,
    email: user.email,
    createdAt: user.created_at,
    reading: { visitedAt: user.visited_at, seenUntil: user.seen_until, readUntil: user.read_until },
    ...(await signInsOf(db, userId)),
    ...(await readingOf(db, userId)),
    agents: (await listAgents(database, userId, new Date(0))).map(({ clientId: _, ...agent }) => agent),
  }
}

async function signInsOf(db: Db, userId: number) {
  const identities = await db
    .selectFrom('user_identities')
    .select(['provider', 'subject'])
    .where('user_id', '=', userId)
    .orderBy('provider')
    .orderBy('subject')
    .execute()
  const sessions = await db
    .selectFrom('tokens')
    .select(['created_at as createdAt', 'last_used_at as lastUsedAt', 'expires_at as expiresAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  const withoutId = <T extends { id: number }>({ id: _, ...rest }: T) => rest
  return {
    identities,
    sessions,
    appPasswords: (await listAppPasswords({ db }, userId)).map(withoutId),
    apiKeys: (await listApiKeys({ db }, userId)).map(withoutId),
  }
}

async function readingOf(db: Db, userId: number) {
  const follows = await db
    .selectFrom('follows')
    .select(['kind', 'key', 'created_at as since'])
    .where('user_id', '=', userId)
    .orderBy('kind')
    .orderBy('created_at')
    .orderBy('key')
    .execute()
  const mutes = await db
    .selectFrom('mutes')
    .select(['kind', 'key', 'created_at as since'])
    .where('user_id', '=', userId)
    .orderBy('kind')
    .orderBy('created_at')
    .execute()
  const saved = await db
    .selectFrom('saved_events')
    .select(['event_id as eventId', 'created_at as since'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  const read = await db
    .selectFrom('read_events')
    .select(['event_id as eventId', 'read', 'at'])
    .where('user_id', '=', userId)
    .orderBy('at')
    .execute()
  return { follows, mutes, saved, read }
}

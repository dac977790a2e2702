/** People: their identities, the joining of accounts that are one person's, and the end of an account. */
import { sql } from 'kysely'
import type { Account, AccountExport, VerifiedIdentity } from '../../domain/account.ts'
import { AppError } from '../../domain/errors.ts'
import { type Database, type Trx, transaction } from '../database/database.ts'
import { rateKey } from './rate-limits.ts'

/**
 * The account of who was just verified, made at the first sign-in. An identity and its verified address lead to one
 * account: where they led to two until now, the older one takes over what the other had.
 */
export async function signIn(database: Database, identity: VerifiedIdentity, now: Date): Promise<Account> {
  return transaction(database, async (trx) => {
    // Two concurrent first sign-ins must not make two accounts; sign-ins are rare, so one lock for all is enough.
    await sql`select pg_advisory_xact_lock(hashtextextended('sign-in', 0))`.execute(trx)
    const known = await accountsOf(trx, identity)
    const [oldest, ...others] = known
    const id = oldest ?? (await insertUser(trx, identity, now))
    for (const other of others) await mergeInto(trx, id, other)
    await saveIdentities(trx, id, identity)
    return trx.selectFrom('users').select(['id', 'email']).where('id', '=', id).executeTakeFirstOrThrow()
  })
}

/** Oldest first. */
async function accountsOf(trx: Trx, { provider, subject, email }: VerifiedIdentity): Promise<number[]> {
  const rows = await trx
    .selectFrom('user_identities')
    .select('user_id')
    .distinct()
    .where((eb) =>
      eb.or([
        eb.and([eb('provider', '=', provider), eb('subject', '=', subject)]),
        ...(email === null ? [] : [eb.and([eb('provider', '=', 'email'), eb('subject', '=', email)])]),
      ]),
    )
    .orderBy('user_id')
    .execute()
  return rows.map((row) => row.user_id)
}

async function insertUser(trx: Trx, { email }: VerifiedIdentity, now: Date): Promise<number> {
  const user = await trx
    .insertInto('users')
    .values({ email, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return user.id
}

async function mergeInto(trx: Trx, id: number, other: number): Promise<void> {
  await sql`insert into follows (user_id, feed_id, created_at)
    select ${id}::bigint, feed_id, created_at from follows where user_id = ${other} on conflict do nothing`.execute(trx)
  await trx.updateTable('user_identities').set({ user_id: id }).where('user_id', '=', other).execute()
  await trx.updateTable('tokens').set({ user_id: id }).where('user_id', '=', other).execute()
  await trx.deleteFrom('users').where('id', '=', other).execute()
}

async function saveIdentities(trx: Trx, id: number, { provider, subject, email }: VerifiedIdentity): Promise<void> {
  const rows = [{ provider: provider as string, subject, user_id: id }]
  if (email !== null) rows.push({ provider: 'email', subject: email, user_id: id })
  await trx
    .insertInto('user_identities')
    .values(rows)
    .onConflict((oc) => oc.doNothing())
    .execute()
  if (email === null) return
  await trx.updateTable('users').set({ email }).where('id', '=', id).where('email', 'is', null).execute()
}

/** Deletes the account and every row that names the person. Returns the mail addresses that it had. */
export async function deleteAccount(database: Database, userId: number): Promise<string[]> {
  return transaction(database, async (trx) => {
    const rows = await trx
      .selectFrom('user_identities')
      .select('subject')
      .where('user_id', '=', userId)
      .where('provider', '=', 'email')
      .execute()
    const emails = rows.map((row) => row.subject)
    await trx.deleteFrom('users').where('id', '=', userId).execute()
    if (emails.length === 0) return emails
    await trx.deleteFrom('login_codes').where('email', 'in', emails).execute()
    const keys = emails.map((email) => rateKey('codes', email))
    await trx.deleteFrom('rate_hits').where('limiter', '=', 'codes').where('key', 'in', keys).execute()
    return emails
  })
}

/** Everything that is kept about the person. Throws `not_found`. */
export async function exportAccount({ db }: Database, userId: number): Promise<AccountExport> {
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
  if (!user) throw new AppError('not_found', 'There is no such account.')
  const identities = await db
    .selectFrom('user_identities')
    .select(['provider', 'subject'])
    .where('user_id', '=', userId)
    .orderBy('provider')
    .orderBy('subject')
    .execute()
  const follows = await db
    .selectFrom('follows as f')
    .innerJoin('feeds', 'feeds.id', 'f.feed_id')
    .select(['f.feed_id as feedId', 'feeds.title', 'f.created_at as since'])
    .where('f.user_id', '=', userId)
    .orderBy('f.feed_id')
    .execute()
  const sessions = await db
    .selectFrom('tokens')
    .select(['created_at as createdAt', 'last_used_at as lastUsedAt', 'expires_at as expiresAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  return { id: user.id, email: user.email, createdAt: user.created_at, identities, follows, sessions }
}

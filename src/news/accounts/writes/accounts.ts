/** People: their identities, the joining of accounts that are one person's, and the end of an account. */
import { sql } from 'kysely'
import { type Database, type Trx, transaction } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Account, VerifiedIdentity } from '../rules/account.ts'
import { purgeCallsOf } from './rate-limits.ts'
import { listSearchesOf, purgeSearchesLeft } from './searches.ts'

/**
 * The account of who was just verified, made at the first sign-in. An identity and its verified address lead to one
 * account: where they led to two until now, the older one takes over what the other had.
 */
export async function signIn(database: Database, identity: VerifiedIdentity, now: Date): Promise<Account> {
  return transaction(database, async (trx) => {
    // Two concurrent first sign-ins must not make two accounts; sign-ins are rare, so one lock for all is enough.
    await sql`select pg_advisory_xact_lock(hashtextextended('sign-in', 0))`.execute(trx)
    const existing = await accountsOf(trx, identity)
    const [oldest, ...others] = existing
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

/** Tables of which both accounts may hold the same, and their columns beside the account's. */
const PERSONAL_ROWS = {
  follows: 'kind, key, created_at',
  mutes: 'kind, key, created_at',
  saved_events: 'event_id, created_at',
  alert_rules: 'kind, key, min_sources, by_push, by_mail, by_webhook, heeds_quiet, created_at, grant_id, key_id',
  alerts: 'event_id, source_count, at',
}

/** Tables of which an account has one row, or one of each value of a column: the other's is taken where it has none. */
const ONE_EACH = {
  mail_subscriptions: 'list',
  webhooks: 'url',
  spoken_editions: 'day',
  personal_feeds: null,
  alert_quiet_times: null,
}

async function mergeInto(trx: Trx, id: number, other: number): Promise<void> {
  for (const [table, columns] of Object.entries(PERSONAL_ROWS)) {
    const rest = sql.raw(columns)
    await sql`insert into ${sql.table(table)} (user_id, ${rest})
      select ${id}::bigint, ${rest} from ${sql.table(table)} where user_id = ${other} on conflict do nothing`.execute(
      trx,
    )
  }
  for (const table of ['user_identities', 'tokens', 'app_passwords', 'push_subscriptions', 'oauth_grants'] as const)
    await trx.updateTable(table).set({ user_id: id }).where('user_id', '=', other).execute()
  for (const [table, column] of Object.entries(ONE_EACH)) {
    const same = column === null ? sql`` : sql`and own.${sql.ref(column)} = o.${sql.ref(column)}`
    await sql`
      update ${sql.table(table)} o set user_id = ${id} where user_id = ${other}
        and not exists (select from ${sql.table(table)} own where own.user_id = ${id} ${same})`.execute(trx)
  }
  await sql`
    insert into read_events (user_id, event_id, read, at)
    select ${id}::bigint, event_id, read, at from read_events where user_id = ${other}
    on conflict (user_id, event_id) do update set read = excluded.read, at = excluded.at
    where excluded.at > read_events.at`.execute(trx)
  // Alerts that wait hang by the rule, and go to receivers that are this account's now.
  await sql`
    update outbox o set rule_id = kept.id
    from alert_rules gone join alert_rules kept on kept.user_id = ${id} and kept.kind = gone.kind and kept.key = gone.key
    where gone.user_id = ${other} and o.rule_id = gone.id`.execute(trx)
  await sql`
    update users u set visited_at = greatest(u.visited_at, o.visited_at), seen_until = greatest(u.seen_until, o.seen_until),
      read_until = greatest(u.read_until, o.read_until)
    from users o where u.id = ${id} and o.id = ${other}`.execute(trx)
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

/** Throws `not_found`. */
export async function findAccount({ db }: Pick<Database, 'db'>, userId: number): Promise<Account> {
  const user = await db.selectFrom('users').select(['id', 'email']).where('id', '=', userId).executeTakeFirst()
  if (!user) throw new AppError('not_found', 'There is no such account.')
  return user
}

/** The account that a mail address signs in to. Throws `not_found`. */
export async function accountOfEmail({ db }: Pick<Database, 'db'>, email: string): Promise<number> {
  const row = await db
    .selectFrom('user_identities')
    .select('user_id')
    .where('provider', '=', 'email')
    .where('subject', '=', email)
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', `Nobody has signed in as ${email}: sign in on the site once.`)
  return row.user_id
}

/** Deletes the account and every row that names the person. Returns the mail addresses that it had. */
export async function deleteAccount(database: Database, userId: number): Promise<string[]> {
  return transaction(database, async (trx) => {
    const { rows } = await sql<{ email: string }>`
      select subject as email from user_identities where user_id = ${userId} and provider = 'email'
      union select email from users where id = ${userId} and email is not null`.execute(trx)
    const emails = rows.map(({ email }) => email)
    const searches = await listSearchesOf(trx, userId)
    await trx.deleteFrom('users').where('id', '=', userId).execute()
    await purgeSearchesLeft(trx, searches)
    await purgeCallsOf(trx, [String(userId), ...emails])
    if (emails.length > 0) await trx.deleteFrom('login_codes').where('email', 'in', emails).execute()
    return emails
  })
}

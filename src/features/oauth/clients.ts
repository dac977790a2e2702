/** Programs that have registered (RFC 7591). Anyone may register, so those without a grant are bounded and short-lived. */
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { newClientId, type OAuthClient, oauthRules } from './grant.ts'

export async function saveClient(
  { db }: Database,
  { name, redirectUris }: Omit<OAuthClient, 'id'>,
  now: Date,
): Promise<OAuthClient> {
  const id = newClientId()
  await db.insertInto('oauth_clients').values({ id, name, redirect_uris: redirectUris, created_at: now }).execute()
  await sql`
    delete from oauth_clients where id in (
      select id from oauth_clients where granted_at is null
      order by created_at desc, id offset ${oauthRules.maxUnused})`.execute(db)
  return { id, name, redirectUris }
}

export async function findClient({ db }: Database, id: string): Promise<OAuthClient | null> {
  if (!/^[\w-]{22}$/.test(id)) return null
  const row = await db
    .selectFrom('oauth_clients')
    .select(['id', 'name', 'redirect_uris as redirectUris'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Deletes grants that have run out, then clients that have none. */
export async function purgeExpiredGrants({ db }: Database, now: Date): Promise<void> {
  const before = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
  const { unusedHours, usedDays } = oauthRules
  await sql`delete from oauth_grants where expires_at <= ${now}`.execute(db)
  await sql`
    delete from oauth_clients c
    where case when granted_at is null then created_at <= ${before(unusedHours)} else granted_at <= ${before(usedDays * 24)} end
      and not exists (select from oauth_grants g where g.client_id = c.id)`.execute(db)
}

import { type Kysely, sql } from 'kysely'

/** The session in which a device was added: it ends with it. Devices of before have none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table push_subscriptions add token_hash bytea references tokens on delete cascade`.execute(db)
  await sql`create index push_subscriptions_token on push_subscriptions (token_hash)`.execute(db)
}

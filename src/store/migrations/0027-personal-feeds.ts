import { type Kysely, sql } from 'kysely'

/** The secret address of a reader's own feed: one an account, kept as a hash. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table personal_feeds (
      user_id bigint primary key references users on delete cascade,
      hash bytea not null unique,
      created_at timestamptz not null,
      last_used_at timestamptz
    )`.execute(db)
}

import { type Kysely, sql } from 'kysely'

/** When the next request to a domain may start. Unlogged: after a crash of the server nothing need be remembered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create unlogged table fetch_turns (domain text primary key, next_at timestamptz not null)`.execute(db)
}

import { type Kysely, sql } from 'kysely'

/** What an operator calls a publisher; where it is null, the titles of its feeds say it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table feeds add column publisher_name text`.execute(db)
  await sql`create index feeds_publisher on feeds (publisher, id)`.execute(db)
}

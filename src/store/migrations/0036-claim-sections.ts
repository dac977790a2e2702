import { type Kysely, sql } from 'kysely'

/** Which paragraph, point or segment a sentence belongs to, from 1, so that a text can be put together from its sentences again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table claims add section integer not null default 0`.execute(db)
}

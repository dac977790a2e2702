import { type Kysely, sql } from 'kysely'

/** Who acted is known from here on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table operator_actions add column actor text`.execute(db)
}

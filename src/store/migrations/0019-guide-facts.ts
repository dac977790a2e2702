import { type Kysely, sql } from 'kysely'

/** Where a guide's facts come from, when they were checked, and which news is its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table guides
      add checked date,
      add sources jsonb not null default '[]',
      add specs jsonb not null default '[]',
      add picture jsonb,
      -- what an article must mention, beside having one of the tags
      add names text[] not null default '{}'`.execute(db)
}

import { type Kysely, sql } from 'kysely'

/**
 * A publication date that is still to come when an item is first seen is the moment at which it is seen, whoever writes it:
 * no reader and no surface has to decide that again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function clamp_published_at() returns trigger language plpgsql as $$ begin
      new.published_at := new.discovered_at;
      return new;
    end $$`.execute(db)
  await sql`
    create trigger articles_published_at before insert or update of published_at, discovered_at on articles
    for each row when (new.published_at > new.discovered_at) execute function clamp_published_at()`.execute(db)
  await sql`update articles set published_at = published_at where published_at > discovered_at`.execute(db)
}

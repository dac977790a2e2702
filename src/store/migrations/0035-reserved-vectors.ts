import { type Kysely, sql } from 'kysely'

/** Vectors are no longer made of what publishers reserve from machines; those that were made of it go. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    delete from article_vectors v using articles a where a.id = v.article_id and a.reservation is not null`.execute(db)
}

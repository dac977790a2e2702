import { type Kysely, sql } from 'kysely'

/** Vectors of guides, so that they too are found by meaning. They are few: no index, and one table for every model. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table guide_vectors (
      model_id integer not null references embedding_models on delete cascade,
      slug text not null references guides on delete cascade,
      -- of the guide as it was embedded
      content_hash text not null,
      v real[] not null,
      primary key (model_id, slug)
    )`.execute(db)
}

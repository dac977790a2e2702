/** Vectors of guides: those that are missing or out of date for a model, and their storage. */
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import type { VectorModel } from './embedding-models.ts'
import { bytesOf } from './vectors.ts'

export interface UnembeddedGuide {
  slug: string
  hash: string
  text: string
}

/** Guides that have no vector of the model of this name, or one of an older text. */
export async function listUnembeddedGuides(db: Db, model: string, limit: number): Promise<UnembeddedGuide[]> {
  const { rows } = await sql<UnembeddedGuide>`
    select g.slug, g.content_hash as hash, concat_ws(chr(10), g.title, g.summary, g.body) as text from guides g
    where not exists (select from guide_vectors v join embedding_models m on m.id = v.model_id
      where m.name = ${model} and v.slug = g.slug and v.content_hash = g.content_hash)
    order by g.slug limit ${limit}`.execute(db)
  return rows
}

/** Keeps vectors of guides; one whose guide has gone in the meantime is dropped. */
export async function saveGuideVectors(
  db: Db,
  model: VectorModel,
  vectors: { guide: UnembeddedGuide; vector: number[] }[],
): Promise<void> {
  for (const { guide, vector } of vectors)
    await sql`
      insert into guide_vectors (model_id, slug, content_hash, v)
      select ${model.id}, slug, ${guide.hash}, ${bytesOf(model, vector)}::bytea from guides where slug = ${guide.slug}
      on conflict (model_id, slug) do update set content_hash = excluded.content_hash, v = excluded.v`.execute(db)
}

/** Vectors of guides: those that are missing or out of date for a model, and their storage. */
import { sql } from 'kysely'
import type { VectorModel } from '../../news/embeddings/writes/embedding-models.ts'
import { bytesOf } from '../../news/embeddings/writes/vectors.ts'
import type { ListPassages } from '../../news/search/embed.ts'
import type { Db } from '../../platform/database/database.ts'

interface Unembedded {
  slug: string
  hash: string
  text: string
}

/** Guides that have no vector of the model of this name, or one of an older text. */
export const listUnembeddedGuides: ListPassages = async (db, model, limit) => {
  const { rows } = await sql<Unembedded>`
    select g.slug, g.content_hash as hash, concat_ws(chr(10), g.title, g.summary, g.body) as text from guides g
    where not exists (select from guide_vectors v join embedding_models m on m.id = v.model_id
      where m.name = ${model} and v.slug = g.slug and v.content_hash = g.content_hash)
    order by g.slug limit ${limit}`.execute(db)
  return rows.map((guide) => ({ text: guide.text, save: (model, vector) => saveVector(db, model, guide, vector) }))
}

/** Nothing is kept where the guide has gone in the meantime. */
const saveVector = (db: Db, model: VectorModel, { slug, hash }: Unembedded, vector: number[]) =>
  sql`
    insert into guide_vectors (model_id, slug, content_hash, v)
    select ${model.id}, slug, ${hash}, ${bytesOf(model, vector)}::bytea from guides where slug = ${slug}
    on conflict (model_id, slug) do update set content_hash = excluded.content_hash, v = excluded.v`.execute(db)

/** Vectors of articles, quantised to int8: kept for search, and read back for comparing articles with each other. */
import { sql } from 'kysely'
import { type Database, type Db, type Trx, transaction } from '../../../platform/database/database.ts'
import { quantise, unitOf } from '../rules/quantise.ts'
import type { VectorModel } from './embedding-models.ts'
import { dequeue, type Unembedded } from './embedding-queue.ts'

/**
 * Keeps vectors and takes their articles off the queue, unless they changed in the meantime. Throws for vectors of other
 * dimensions.
 */
export async function saveVectors(
  database: Database,
  model: VectorModel,
  vectors: { item: Pick<Unembedded, 'articleId' | 'queuedAt'>; vector: number[] }[],
): Promise<void> {
  if (vectors.length === 0) return
  const rows = vectors.map(({ item, vector }) => sql`(${item.articleId}::bigint, ${bytesOf(model, vector)}::bytea)`)
  await transaction(database, async (trx) => {
    // One writer at a time, so that `changed` grows in the order of commits: readers ask for what came after the last they saw.
    await sql`select pg_advisory_xact_lock(4711003)`.execute(trx)
    await sql`
      insert into article_vectors (article_id, model_id, v)
      select x.id, ${model.id}::integer, x.v from (values ${sql.join(rows)}) x(id, v)
      where exists (select from articles a where a.id = x.id)
      on conflict (article_id, model_id) do update set v = excluded.v, changed = excluded.changed`.execute(trx)
    const items = vectors.map(({ item }) => item)
    await dequeue(trx, items)
  })
}

/** An article that its publisher reserves from machines has none. */
export async function purgeVectors(db: Db | Trx, articleId: number): Promise<void> {
  await db.deleteFrom('article_vectors').where('article_id', '=', articleId).execute()
}

/** A vector as the database keeps it. Throws for one of other dimensions than the model's. */
export function bytesOf(model: VectorModel, vector: number[]): Buffer {
  if (vector.length !== model.dimensions)
    throw new RangeError(`${model.name} has ${model.dimensions} dimensions, but gave ${vector.length}`)
  return Buffer.from(quantise(vector).buffer)
}

/** The unit vectors of some articles, for comparing them with each other; those without one are left out. */
export async function findVectors(
  db: Db | Trx,
  model: VectorModel,
  articleIds: number[],
): Promise<Map<number, number[]>> {
  if (articleIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('article_vectors')
    .select(['article_id', 'v'])
    .where('model_id', '=', model.id)
    .where('article_id', 'in', articleIds)
    .execute()
  return new Map(rows.map(({ article_id, v }) => [article_id, unitOf(new Int8Array(v))]))
}

/** The articles whose vectors are nearest to a vector: by pgvector's index where there is one, else by a scan in memory. */
import { type RawBuilder, sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import { cosineTo, directionOf, type QueryDirection } from '../../embeddings/rules/quantise.ts'
import type { Dated } from '../rules/freshness.ts'
import { type Neighbour, purgeMemory, scanMemory, type VectorModel } from './vector-memory.ts'

// Of twice as many as are wanted, so that the conditions leave something.
const SPARE = 2
// Search width of pgvector's index: with 400 it misses a hundredth of the ten nearest of 100,000.
const EF_SEARCH = 800

export type NearArticle = Neighbour & Dated

/**
 * At most `k` published articles, best first; `conditions` may use `a`, the article. Rejects when the signal aborts, and for a
 * vector of other dimensions than the model's.
 */
export async function nearest(
  db: ReadDb,
  model: VectorModel,
  vector: number[],
  { k, conditions = [], signal }: { k: number; conditions?: RawBuilder<unknown>[]; signal?: AbortSignal },
): Promise<NearArticle[]> {
  if (vector.length !== model.dimensions)
    throw new RangeError(`the vectors have ${model.dimensions} dimensions, the query ${vector.length}`)
  const query = directionOf(vector)
  const indexed = await findIndexed(db, model)
  const max = SPARE * k
  if (indexed) purgeMemory(db)
  const found = indexed
    ? await byIndex(db, model, query, { max, indexed })
    : await scanMemory(db, model, query, { max, ...(signal ? { signal } : {}) })
  return (await filterFitting(db, found, conditions)).slice(0, k)
}

/** The expression that the index of the model is on, or undefined where there is none. */
async function findIndexed(db: ReadDb, { id }: VectorModel): Promise<string | undefined> {
  const { rows } = await sql<{ expression: string }>`
    select pg_get_expr(indexprs, indrelid) as expression from pg_index
    where indrelid = 'article_vectors'::regclass and indisvalid
      and pg_get_expr(indpred, indrelid) = ${`(model_id = ${id})`}`.execute(db)
  return rows[0]?.expression
}

/** The index finds by half precision of the same bytes; what it found is measured exactly. */
async function byIndex(
  db: ReadDb,
  model: VectorModel,
  query: QueryDirection,
  { max, indexed }: { max: number; indexed: string },
): Promise<Neighbour[]> {
  const text = `[${query.values.join(',')}]`
  const rows = await db.transaction().execute(async (trx) => {
    await sql`select set_config('hnsw.ef_search', ${String(Math.max(EF_SEARCH, max))}, true)`.execute(trx)
    const found = await sql<{ id: number; v: Buffer }>`
      select article_id as id, v from article_vectors where model_id = ${sql.lit(model.id)}
      order by ${sql.raw(indexed)} <=> ${text} limit ${max}`.execute(trx)
    return found.rows
  })
  return rows
    .map(({ id, v }) => ({ articleId: id, similarity: cosineTo(query, new Int8Array(v)) }))
    .sort((a, b) => b.similarity - a.similarity || b.articleId - a.articleId)
}

async function filterFitting(
  db: ReadDb,
  found: Neighbour[],
  conditions: RawBuilder<unknown>[],
): Promise<NearArticle[]> {
  const ids = found.map(({ articleId }) => articleId)
  const where = sql.join([sql`true`, ...conditions], sql` and `)
  const { rows } = await sql<{ id: number } & Dated>`
    select a.id, a.sort_at as "sortAt", a.published_at as "publishedAt" from shown_articles a where a.id = any(${ids}::bigint[]) and ${where}`.execute(
    db,
  )
  const fitting = new Map(rows.map(({ id, ...dated }) => [id, dated]))
  return found.flatMap((one) => {
    const dated = fitting.get(one.articleId)
    return dated ? [{ ...one, ...dated }] : []
  })
}

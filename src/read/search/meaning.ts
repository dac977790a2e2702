/** Search by meaning: the query as a vector, and the articles whose vectors are nearest. */
import { type RawBuilder, sql } from 'kysely'
import type { Embedder } from '../../domain/ports.ts'
import { likenessThreshold } from '../../domain/search/likeness.ts'
import type { ReadDb } from '../articles/articles.ts'
import type { QueryVector } from '../articles/views.ts'

const NEAREST = 100
const BACKGROUND = 200

/** The embedder of the vectors that serve now, or null where there are none yet (or no pgvector to hold them). */
async function findServing(db: ReadDb, embedder: Embedder): Promise<{ id: number; embedder: Embedder } | null> {
  const model = await db
    .selectFrom('embedding_models')
    .select(['id', 'name'])
    .where('serving', '=', true)
    .executeTakeFirst()
  if (!model) return null
  const own = model.name === embedder.model ? embedder : embedder.sibling?.(model.name)
  return own ? { id: model.id, embedder: own } : null
}

export interface Meaning {
  /** Of articles that mean what the text means, best first. */
  ids: number[]
  /** Null where nothing was embedded yet. */
  vector: QueryVector | null
}

export const unknownMeaning: Meaning = { ids: [], vector: null }

/** What the text means, and the articles that mean it. Rejects when the model does. */
export async function searchByMeaning(
  db: ReadDb,
  embedder: Embedder,
  text: string,
  options: { conditions: RawBuilder<unknown>[]; signal: AbortSignal },
): Promise<Meaning> {
  const serving = await findServing(db, embedder)
  if (!serving) return unknownMeaning
  options.signal.throwIfAborted()
  const [vector] = await serving.embedder.embed([text], 'query', options.signal)
  if (!vector?.length || options.signal.aborted) return unknownMeaning
  const length = Math.hypot(...vector) || 1
  const unit = vector.map((value) => value / length)
  return {
    ids: await nearest(db, serving.id, unit, options.conditions),
    vector: { modelId: serving.id, vector: unit },
  }
}

async function nearest(
  db: ReadDb,
  modelId: number,
  vector: number[],
  conditions: RawBuilder<unknown>[],
): Promise<number[]> {
  const table = sql.table(`vectors_${modelId}`)
  const query = sql`${`[${vector.join(',')}]`}::${sql.raw(await typeOf(db, modelId))}`
  const where = sql.join([sql`a.status = 'published'`, ...conditions], sql` and `)
  return db.transaction().execute(async (trx) => {
    // How widely pgvector's index looks around: enough for the filters to leave something.
    await sql`select set_config('hnsw.ef_search', ${String(2 * NEAREST)}, true)`.execute(trx)
    // The vectors are unit vectors, so their inner product is the cosine.
    const background = await sql<{ cosine: number }>`
      select -(v <#> ${query}) as cosine from (
        select v from ${table} order by article_id desc limit ${BACKGROUND}) s`.execute(trx)
    const found = await sql<{ id: number; cosine: number }>`
      select n.article_id as id, n.cosine from (
        select article_id, -(v <#> ${query}) as cosine from ${table} order by v <#> ${query} limit ${2 * NEAREST}
      ) n join articles a on a.id = n.article_id
      where ${where} order by n.cosine desc, n.article_id desc limit ${NEAREST}`.execute(trx)
    const least = likenessThreshold(background.rows.map(({ cosine }) => cosine))
    return found.rows.filter(({ cosine }) => cosine >= least).map(({ id }) => id)
  })
}

/** `halfvec` or `vector`, as the table was made. */
async function typeOf(db: ReadDb, modelId: number): Promise<string> {
  const { rows } = await sql<{ type: string }>`
    select format_type(atttypid, null) as type from pg_attribute
    where attrelid = ${`vectors_${modelId}`}::regclass and attname = 'v'`.execute(db)
  return rows[0]?.type ?? 'vector'
}

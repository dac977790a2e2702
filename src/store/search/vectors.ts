/** Vectors of articles in pgvector: a table per model and dimension, the queue of what is to embed, the nearest ones. */
import { type RawBuilder, sql } from 'kysely'
import { type Database, type Db, type Trx, transaction } from '../database/database.ts'

export interface VectorModel {
  id: number
  name: string
  dimensions: number
  /** Search uses this one; another is being filled. */
  serving: boolean
}

export interface Pgvector {
  version: string
  /** Has vectors of half precision (from version 0.7): half the memory at no loss that shows. */
  halfvec: boolean
}

// What an HNSW index can hold.
const MOST_INDEXED = { vector: 2000, halfvec: 4000 }
const EF_SEARCH = 200

/** The installed extension, installed now if the server has it and allows it; null otherwise. */
export async function findPgvector(database: Database): Promise<Pgvector | null> {
  const installed = await extensionVersion(database.db)
  if (installed) return describe(installed)
  if (!(await isOffered(database.db))) return null
  try {
    await sql`create extension if not exists vector`.execute(database.db)
  } catch {
    return null
  }
  const version = await extensionVersion(database.db)
  return version ? describe(version) : null
}

/** The server has the extension's files, so that it could be installed. */
async function isOffered(db: Db): Promise<boolean> {
  const { rows } = await sql`select from pg_available_extensions where name = 'vector'`.execute(db)
  return rows.length > 0
}

function describe(version: string): Pgvector {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return { version, halfvec: major > 0 || minor >= 7 }
}

async function extensionVersion(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ v: string }>`select extversion as v from pg_extension where extname = 'vector'`.execute(
    db,
  )
  return rows[0]?.v
}

const tableOf = (model: { id: number }) => sql.table(`vectors_${model.id}`)

/**
 * The table for a model, made when it is new; then every published article is queued for it. The first model serves at
 * once, a later one when its table has been filled.
 */
export async function ensureVectorModel(
  database: Database,
  pgvector: Pgvector,
  model: { name: string; dimensions: number },
  at: Date,
): Promise<VectorModel> {
  const known = await findModel(database.db, model.name)
  if (known?.dimensions === model.dimensions) return known
  return transaction(database, async (trx) => {
    // One process at a time makes tables.
    await sql`select pg_advisory_xact_lock(4711001)`.execute(trx)
    const other = await findModel(trx, model.name)
    if (other?.dimensions === model.dimensions) return other
    if (other) await dropModel(trx, other)
    return createModel(trx, database, pgvector, model, at)
  })
}

async function createModel(
  trx: Trx,
  database: Database,
  pgvector: Pgvector,
  model: { name: string; dimensions: number },
  at: Date,
): Promise<VectorModel> {
  const first = (await listVectorModels(trx)).length === 0
  const row = await trx
    .insertInto('embedding_models')
    .values({ name: model.name, dimensions: model.dimensions, serving: first, created_at: at })
    .returning(['id', 'name', 'dimensions', 'serving'])
    .executeTakeFirstOrThrow()
  await makeTable(trx, pgvector, row)
  await queueAll(trx)
  return row
}

async function makeTable(trx: Trx, pgvector: Pgvector, model: { id: number; dimensions: number }): Promise<void> {
  // Half precision saves memory for an index at no loss that shows.
  const type = pgvector.halfvec ? 'halfvec' : 'vector'
  await sql`
    create table if not exists ${tableOf(model)} (
      article_id bigint primary key references articles on delete cascade,
      v ${sql.raw(`${type}(${model.dimensions})`)} not null
    )`.execute(trx)
  if (model.dimensions <= MOST_INDEXED[type]) {
    const name = sql.ref(`vectors_${model.id}_nearest`)
    await sql`create index if not exists ${name} on ${tableOf(model)} using hnsw (v ${sql.raw(`${type}_ip_ops`)})`.execute(
      trx,
    )
  }
}

async function queueAll(trx: Trx): Promise<void> {
  await sql`
    insert into embedding_queue (article_id, at) select id, clock_timestamp() from articles where status = 'published'
    on conflict (article_id) do nothing`.execute(trx)
}

/** The tables of every model on record, where they are missing: a restore has brought the records. */
export async function ensureVectorTables(trx: Trx, pgvector: Pgvector): Promise<void> {
  for (const model of await listVectorModels(trx)) await makeTable(trx, pgvector, model)
}

/** Drops every model and its table; with `queue`, all articles wait to be embedded anew. */
export async function forgetVectors(trx: Trx, options: { queue?: boolean } = {}): Promise<void> {
  for (const model of await listVectorModels(trx)) await dropModel(trx, model)
  if (options.queue) await queueAll(trx)
}

async function findModel(db: Db | Trx, name: string): Promise<VectorModel | undefined> {
  return db
    .selectFrom('embedding_models')
    .select(['id', 'name', 'dimensions', 'serving'])
    .where('name', '=', name)
    .executeTakeFirst()
}

export async function listVectorModels(db: Db | Trx): Promise<VectorModel[]> {
  return db.selectFrom('embedding_models').select(['id', 'name', 'dimensions', 'serving']).orderBy('id').execute()
}

/** The model of this name, where it has a table that can be read. */
export async function findVectorModel(db: Db | Trx, name: string): Promise<VectorModel | undefined> {
  const model = await findModel(db, name)
  if (!model) return undefined
  const { rows } = await sql<{
    there: boolean
  }>`select to_regclass(${`vectors_${model.id}`}) is not null as there`.execute(db)
  return rows[0]?.there ? model : undefined
}

/** The model that search must embed its queries with, or undefined when nothing was embedded yet. */
export async function findServingModel(db: Db): Promise<VectorModel | undefined> {
  return (await listVectorModels(db)).find((model) => model.serving)
}

/** From now on search uses this model; the tables of the others go. */
export async function serveModel(database: Database, model: VectorModel): Promise<void> {
  await transaction(database, async (trx) => {
    await sql`select pg_advisory_xact_lock(4711001)`.execute(trx)
    for (const other of await listVectorModels(trx)) if (other.id !== model.id) await dropModel(trx, other)
    await trx.updateTable('embedding_models').set({ serving: true }).where('id', '=', model.id).execute()
  })
}

async function dropModel(trx: Trx, model: VectorModel): Promise<void> {
  await sql`drop table if exists ${tableOf(model)}`.execute(trx)
  // By hand, since a restore has no keys that would do it.
  await trx.deleteFrom('guide_vectors').where('model_id', '=', model.id).execute()
  await trx.deleteFrom('embedding_models').where('id', '=', model.id).execute()
}

export interface Unembedded {
  articleId: number
  /** Title and summary, as readers see them. */
  text: string
  /** When it was queued; a later change queues it anew. */
  queuedAt: string
}

/** The next articles to embed, newest first. */
export async function listUnembedded(db: Db, limit: number): Promise<Unembedded[]> {
  const rows = await db
    .selectFrom('embedding_queue as q')
    .innerJoin('articles as a', 'a.id', 'q.article_id')
    .select(['a.id', 'a.title', 'a.excerpt', 'a.translated_title', 'a.translated_summary'])
    // As text: a Date would lose the microseconds that tell two changes apart.
    .select(sql<string>`q.at::text`.as('queuedAt'))
    .where('a.status', '=', 'published')
    .orderBy('q.article_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    articleId: row.id,
    text: `${row.translated_title ?? row.title}\n${row.translated_summary ?? row.excerpt}`,
    queuedAt: row.queuedAt,
  }))
}

export async function countUnembedded(db: Db): Promise<number> {
  const row = await db
    .selectFrom('embedding_queue as q')
    .innerJoin('articles as a', 'a.id', 'q.article_id')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('a.status', '=', 'published')
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** Stores vectors and takes their articles off the queue, unless they changed meanwhile. */
export async function saveVectors(
  database: Database,
  model: VectorModel,
  vectors: { item: Unembedded; vector: number[] }[],
): Promise<void> {
  if (vectors.length === 0) return
  await transaction(database, async (trx) => {
    const values = vectors.map(({ item, vector }) => sql`(${item.articleId}::bigint, ${vectorText(vector)})`)
    await sql`
      insert into ${tableOf(model)} (article_id, v)
      select x.id, x.v::${sql.raw(await typeOf(trx, model))} from (values ${sql.join(values)}) x(id, v)
      where exists (select from articles a where a.id = x.id)
      on conflict (article_id) do update set v = excluded.v`.execute(trx)
    const done = vectors.map(({ item }) => sql`(${item.articleId}::bigint, ${item.queuedAt}::timestamptz)`)
    await sql`
      delete from embedding_queue q using (values ${sql.join(done)}) x(id, at)
      where q.article_id = x.id and q.at = x.at`.execute(trx)
  })
}

async function typeOf(db: Db | Trx, model: VectorModel): Promise<string> {
  const { rows } = await sql<{ type: string }>`
    select format_type(atttypid, null) as type from pg_attribute
    where attrelid = ${`vectors_${model.id}`}::regclass and attname = 'v'`.execute(db)
  return rows[0]?.type ?? 'vector'
}

const vectorText = (vector: number[]): RawBuilder<string> => sql`${`[${vector.join(',')}]`}::text`

export interface Neighbour {
  articleId: number
  /** Cosine of the angle between the vectors: 1 for the same direction. */
  similarity: number
}

/** The published articles whose (unit) vectors are nearest, best first. Rejects where pgvector or the model's table is missing. */
export async function nearest(
  database: { db: Db },
  model: VectorModel,
  vector: number[],
  k: number,
): Promise<Neighbour[]> {
  return database.db.transaction().execute(async (trx) => {
    await sql`select set_config('hnsw.ef_search', ${String(Math.max(EF_SEARCH, 2 * k))}, true)`.execute(trx)
    return nearestIn(trx, model, vector, k)
  })
}

async function nearestIn(db: Db | Trx, model: VectorModel, vector: number[], k: number): Promise<Neighbour[]> {
  const query = sql`${`[${vector.join(',')}]`}::${sql.raw(await typeOf(db, model))}`
  const { rows } = await sql<{ id: number; distance: number }>`
    select n.article_id as id, n.distance from (
      select article_id, v <#> ${query} as distance from ${tableOf(model)} order by v <#> ${query} limit ${k + 50}
    ) n join articles a on a.id = n.article_id and a.status = 'published'
    order by n.distance, n.article_id limit ${k}`.execute(db)
  return rows.map(({ id, distance }) => ({ articleId: Number(id), similarity: -distance }))
}

/** The stored vectors of some articles, for comparing them with each other; those without one are left out. */
export async function findVectors(
  db: Db | Trx,
  model: VectorModel,
  articleIds: number[],
): Promise<Map<number, number[]>> {
  if (articleIds.length === 0) return new Map()
  const { rows } = await sql<{ id: number; v: string }>`
    select article_id as id, v::text as v from ${tableOf(model)} where article_id in (${sql.join(articleIds)})`.execute(
    db,
  )
  return new Map(rows.map(({ id, v }) => [Number(id), JSON.parse(v) as number[]]))
}

/** An HNSW index of pgvector over the vectors of each model, on servers that have it; elsewhere search scans in memory. */
import { sql } from 'kysely'
import { type Database, type Db, type Trx, transaction } from '../../../platform/database/database.ts'

interface Model {
  id: number
  name: string
  dimensions: number
}

/** The type that the installed pgvector indexes: half precision from version 0.7, and how many dimensions it can index. */
export interface Pgvector {
  type: 'halfvec' | 'vector'
  maxDimensions: number
}

/** The extension, installed now if the server has it and allows it; null without it, and for one older than HNSW (0.5). */
export async function findPgvector(database: Database): Promise<Pgvector | null> {
  const installed = await installedVersion(database.db)
  if (installed) return describe(installed)
  if (!(await isOffered(database.db))) return null
  try {
    await sql`create extension if not exists vector`.execute(database.db)
  } catch {
    return null
  }
  return describe((await installedVersion(database.db)) ?? '0')
}

async function isOffered(db: Db): Promise<boolean> {
  const { rows } = await sql`select from pg_available_extensions where name = 'vector'`.execute(db)
  return rows.length > 0
}

async function installedVersion(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ v: string }>`select extversion as v from pg_extension where extname = 'vector'`.execute(
    db,
  )
  return rows[0]?.v
}

function describe(version: string): Pgvector | null {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 0 || minor >= 7) return { type: 'halfvec', maxDimensions: 4000 }
  return minor >= 5 ? { type: 'vector', maxDimensions: 2000 } : null
}

const indexOf = (modelId: number) => sql.table(`article_vectors_nearest_${modelId}`)

/**
 * Indexes the vectors of every model that lack an index, where pgvector is; returns those models. Takes minutes for
 * 100,000 vectors, in which others can read them but not write.
 */
export async function indexVectors(database: Database): Promise<Model[]> {
  const pgvector = await findPgvector(database)
  return pgvector ? transaction(database, (trx) => indexMissing(trx, pgvector)) : []
}

/** As `indexVectors`, within a transaction that has found pgvector before it began. */
export async function indexMissing(trx: Trx, pgvector: Pgvector): Promise<Model[]> {
  await sql`select pg_advisory_xact_lock(4711001)`.execute(trx)
  const { rows } = await sql<Model>`
    select id, name, dimensions from embedding_models
    where dimensions <= ${pgvector.maxDimensions} and to_regclass('article_vectors_nearest_' || id) is null`.execute(
    trx,
  )
  for (const model of rows) await makeIndex(trx, pgvector, model)
  return rows
}

async function makeIndex(trx: Trx, { type }: Pgvector, { id, dimensions }: Model): Promise<void> {
  const decode = sql.raw(`int8_${type}`)
  // Bytes are unsigned to PostgreSQL: (b # 128) - 128 gives the sign back.
  await sql`
    create or replace function ${decode}(v bytea) returns ${sql.raw(type)}
    language sql immutable strict parallel safe cost 1000
    return array(select (get_byte(v, i) # 128) - 128 from generate_series(0, length(v) - 1) i)::${sql.raw(type)}`.execute(
    trx,
  )
  await sql`
    create index ${indexOf(id)} on article_vectors
    using hnsw ((${decode}(v)::${sql.raw(`${type}(${dimensions})`)}) ${sql.raw(`${type}_cosine_ops`)})
    where model_id = ${sql.lit(id)}`.execute(trx)
  // Without statistics: to analyse would decode thousands of vectors, and nothing asks how they are spread.
  await sql`alter index ${indexOf(id)} alter column 1 set statistics 0`.execute(trx)
}

export async function dropVectorIndex(trx: Trx, modelId: number): Promise<void> {
  await sql`drop index if exists ${indexOf(modelId)}`.execute(trx)
}

/** The embedding models on record: which one search uses, and which one is being filled. */

import { sql } from 'kysely'
import { type Database, type Db, type Trx, transaction } from '../../../platform/database/database.ts'
import { queueEveryArticle } from './embedding-queue.ts'
import { dropVectorIndex } from './vector-index.ts'

export interface VectorModel {
  id: number
  name: string
  dimensions: number
  /** Search uses this one; another is being filled. */
  serving: boolean
}

const COLUMNS = ['id', 'name', 'dimensions', 'serving'] as const

/**
 * The model on record, put there when it is new; then every published article is queued for it. The first model serves at
 * once, a later one when it has a vector of every article.
 */
export async function ensureVectorModel(
  database: Database,
  model: { name: string; dimensions: number },
  at: Date,
): Promise<VectorModel> {
  const existing = await findVectorModel(database.db, model.name)
  if (existing?.dimensions === model.dimensions) return existing
  return transaction(database, async (trx) => {
    await lockModels(trx)
    const other = await findVectorModel(trx, model.name)
    if (other?.dimensions === model.dimensions) return other
    if (other) await dropModel(trx, other)
    return insertModel(trx, model, at)
  })
}

async function insertModel(trx: Trx, model: { name: string; dimensions: number }, at: Date): Promise<VectorModel> {
  const first = (await listVectorModels(trx)).length === 0
  await queueEveryArticle(trx)
  return trx
    .insertInto('embedding_models')
    .values({ ...model, serving: first, created_at: at })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

export async function listVectorModels(db: Db | Trx): Promise<VectorModel[]> {
  return db.selectFrom('embedding_models').select(COLUMNS).orderBy('id').execute()
}

/** The model of this name, or undefined where nothing was embedded with it yet. */
export async function findVectorModel(db: Db | Trx, name: string): Promise<VectorModel | undefined> {
  return db.selectFrom('embedding_models').select(COLUMNS).where('name', '=', name).executeTakeFirst()
}

/** From now on search uses this model; the vectors of the others go. */
export async function serveModel(database: Database, model: VectorModel): Promise<void> {
  await transaction(database, async (trx) => {
    await lockModels(trx)
    for (const other of await listVectorModels(trx)) if (other.id !== model.id) await dropModel(trx, other)
    await trx.updateTable('embedding_models').set({ serving: true }).where('id', '=', model.id).execute()
  })
}

/** With its vectors, by their foreign keys. */
async function dropModel(trx: Trx, model: VectorModel): Promise<void> {
  await dropVectorIndex(trx, model.id)
  await trx.deleteFrom('embedding_models').where('id', '=', model.id).execute()
}

/** One process at a time changes what models there are. */
const lockModels = (trx: Trx) => sql`select pg_advisory_xact_lock(4711001)`.execute(trx)

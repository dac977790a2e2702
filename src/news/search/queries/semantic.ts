/** Search by meaning: the query as a vector, and the articles whose vectors are near enough. */
import type { RawBuilder } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import type { Embedder } from '../../../platform/models/ports.ts'
import { cosineTo, directionOf } from '../../embeddings/rules/quantise.ts'
import type { QueryVector } from '../../embeddings/rules/query-vector.ts'
import { type Dated, freshness } from '../rules/freshness.ts'
import { similarityThreshold } from '../rules/similarity-threshold.ts'
import { nearest } from './nearest.ts'
import type { VectorModel } from './vector-memory.ts'

const NEAREST = 100
const BACKGROUND = 200

/** The model of the vectors that serve now and its embedder, or null where nothing was embedded yet. */
async function findServing(db: ReadDb, embedder: Embedder): Promise<{ model: VectorModel; embedder: Embedder } | null> {
  const model = await db
    .selectFrom('embedding_models')
    .select(['id', 'name', 'dimensions'])
    .where('serving', '=', true)
    .executeTakeFirst()
  if (!model) return null
  const serving = model.name === embedder.model ? embedder : embedder.sibling?.(model.name)
  return serving ? { model, embedder: serving } : null
}

export type DatedArticle = Dated & { id: number }

export interface SemanticHits {
  /** Articles that mean what the text means, best first; of those that are as near, the newer. */
  near: DatedArticle[]
  /** Null where nothing was embedded yet. */
  vector: QueryVector | null
}

export const noSemanticHits: SemanticHits = { near: [], vector: null }

/** Vector of the text, and the articles near it. Rejects when the model does. */
export async function searchSemantically(
  db: ReadDb,
  embedder: Embedder,
  text: string,
  { conditions, signal, now }: { conditions: RawBuilder<unknown>[]; signal: AbortSignal; now: Date },
): Promise<SemanticHits> {
  const serving = await findServing(db, embedder)
  if (!serving) return noSemanticHits
  signal.throwIfAborted()
  const [vector] = await serving.embedder.embed([text], 'query', signal)
  if (!vector?.length || signal.aborted) return noSemanticHits
  const found = await nearest(db, serving.model, vector, { k: NEAREST, conditions, signal })
  const min = similarityThreshold(await backgroundOf(db, serving.model, vector))
  // The threshold is the model's nought: only what is above it is fit.
  const near = found
    .filter(({ similarity }) => similarity >= min)
    .map((one) => ({ one, fit: (one.similarity - min) * freshness(one, now) }))
    .sort((a, b) => b.fit - a.fit || b.one.similarity - a.one.similarity || b.one.articleId - a.one.articleId)
  return {
    near: near.map(({ one: { articleId: id, sortAt, publishedAt } }) => ({ id, sortAt, publishedAt })),
    vector: { modelId: serving.model.id, vector },
  }
}

/** Cosines with the newest articles, which were taken without choice. */
async function backgroundOf(db: ReadDb, { id }: VectorModel, vector: number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('article_vectors')
    .select('v')
    .where('model_id', '=', id)
    .orderBy('article_id', 'desc')
    .limit(BACKGROUND)
    .execute()
  const query = directionOf(vector)
  return rows.map(({ v }) => cosineTo(query, new Int8Array(v)))
}

/**
 * The embedding stage: queued articles and texts of features into vectors, in batches; a new model is filled while the old one
 * serves.
 */
import type { Logger } from 'pino'
import type { Db } from '../../platform/database/database.ts'
import type { Embedder } from '../../platform/models/ports.ts'
import type { Clock } from '../../platform/time/clock.ts'
import {
  ensureVectorModel,
  listVectorModels,
  serveModel,
  type VectorModel,
} from '../embeddings/writes/embedding-models.ts'
import { countUnembedded, dequeue, listUnembedded } from '../embeddings/writes/embedding-queue.ts'
import { indexVectors } from '../embeddings/writes/vector-index.ts'
import { saveVectors } from '../embeddings/writes/vectors.ts'
import { insertAiCall } from '../models/writes/ai-calls.ts'
import type { Budget } from '../texts/budget.ts'
import { MAX_EMBEDDED_LENGTH, textTokens } from '../texts/plan-call.ts'
import { type ReservationCtx, withoutReserved } from '../texts/summaries/reserved.ts'

/** A text of a feature. */
export interface Passage {
  text: string
  save(model: VectorModel, vector: number[]): Promise<unknown>
}

/** Those that have no vector of the model of this name, or one of an older text. */
export type ListPassages = (db: Db, model: string, limit: number) => Promise<Passage[]>

export interface EmbedCtx extends ReservationCtx {
  clock: Clock
  log: Logger
  embedder: Embedder
  budget: Pick<Budget, 'canSpend' | 'isUsedUp'>
  /** Of a million tokens; 0 where nothing is paid. */
  price: number
  /** Of features. */
  passages: readonly ListPassages[]
}

const BATCH = 32

/**
 * Embeds the queued articles but those that their publishers reserve, and then texts of features, at most `batches` times 32; returns how many. Pauses where the
 * budget for models is used up.
 * Rejects when the model is unavailable, so that the job is retried; what is done stays done.
 */
export async function embedPending(ctx: EmbedCtx, batches = Number.POSITIVE_INFINITY): Promise<number> {
  let embedded = 0
  for (let batch = 0; batch < batches; batch++) {
    const queued = await listUnembedded(ctx.database.db, BATCH)
    const items = await withoutReserved(ctx, queued)
    await dequeue(
      ctx.database.db,
      queued.filter((item) => !items.includes(item)),
    )
    const others = await listPassages(ctx, ctx.embedder.model, BATCH - items.length)
    const passages = [...items, ...others].map(({ text }) => text.slice(0, MAX_EMBEDDED_LENGTH))
    if (passages.length === 0 && queued.length > 0) continue
    if (passages.length === 0 && !(await isNewModel(ctx))) break
    const characters = passages.reduce((sum, text) => sum + text.length, 0)
    if (!(await ctx.budget.canSpend(ctx.database.db, (textTokens(characters) * ctx.price) / 1_000_000))) break
    const vectors = await ctx.embedder.embed(passages.length > 0 ? passages : ['x'], 'passage')
    const dimensions = vectors[0]?.length ?? 0
    const model = await ensureVectorModel(ctx.database, { name: ctx.embedder.model, dimensions }, ctx.clock.now())
    await saveVectors(
      ctx.database,
      model,
      items.flatMap((item, index) => (vectors[index] ? { item, vector: vectors[index] } : [])),
    )
    for (const [index, { save }] of others.entries()) {
      const vector = vectors[items.length + index]
      if (vector) await save(model, vector)
    }
    embedded += passages.length
    await serveWhenFilled(ctx, model)
  }
  for (const { name } of await indexVectors(ctx.database))
    ctx.log.info({ model: name }, 'pgvector now indexes the vectors of this model')
  return embedded
}

const listPassages = async (
  { database, passages }: Pick<EmbedCtx, 'database' | 'passages'>,
  model: string,
  limit: number,
) => (await Promise.all(passages.map((list) => list(database.db, model, limit)))).flat().slice(0, limit)

type DueCtx = Pick<EmbedCtx, 'database' | 'embedder' | 'budget' | 'price' | 'passages'>

/** True when articles wait for vectors, or the configured model has none yet, and either is free or the budget has room. */
export async function embeddingIsDue(ctx: DueCtx): Promise<boolean> {
  const { database, embedder, budget, price } = ctx
  if (price > 0 && budget.isUsedUp()) return false
  if ((await countUnembedded(database.db)) > 0) return true
  if ((await listPassages(ctx, embedder.model, 1)).length > 0) return true
  return !(await listVectorModels(database.db)).some((model) => model.name === embedder.model)
}

/** Records the cost of embeddings with the model calls; free ones leave no row. */
export function recordEmbeddings(
  ctx: Pick<EmbedCtx, 'database' | 'clock' | 'log'>,
): (use: { model: string; texts: number; tokens: number; cost: number; ms: number }) => void {
  return ({ model, texts, tokens, cost, ms }) => {
    if (cost === 0) return
    insertAiCall(ctx.database.db, {
      purpose: 'embedding',
      articleId: null,
      at: ctx.clock.now(),
      ms,
      provider: 'openai',
      model,
      promptVersion: 'none',
      contentHash: null,
      request: { texts },
      response: null,
      inputTokens: tokens,
      outputTokens: 0,
      cost,
      verdict: 'accepted',
      reason: null,
    }).catch((error: unknown) => ctx.log.warn({ err: error }, 'the cost of an embedding could not be recorded'))
  }
}

/** The configured model is not stored yet: the first embedding gives its dimensions and queues every article. */
async function isNewModel(ctx: EmbedCtx): Promise<boolean> {
  return (await listVectorModels(ctx.database.db)).every((model) => model.name !== ctx.embedder.model)
}

async function serveWhenFilled(ctx: EmbedCtx, model: VectorModel): Promise<void> {
  const { db } = ctx.database
  if (model.serving || (await countUnembedded(db)) > 0) return
  if ((await listPassages(ctx, model.name, 1)).length > 0) return
  await serveModel(ctx.database, model)
  ctx.log.info({ model: model.name }, 'search now uses the vectors of the new model')
}

/** Pairs of recent articles that the line of events decides about, found by making events of them at every line. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Services } from '../../app/services.ts'
import { findVectorModel } from '../../news/embeddings/writes/embedding-models.ts'
import { findVectors } from '../../news/embeddings/writes/vectors.ts'
import { openMsOf } from '../../news/events/clustering/decide.ts'
import { VECTOR_SAMPLE, type Vectors, vectorFloorOf } from '../../news/events/clustering/similarity.ts'
import type { ClusterCtx } from '../../news/events/clustering/stage/cluster.ts'
import type { Item } from '../../news/events/clustering/weighing.ts'
import { findLine } from '../../news/events/writes/line.ts'
import type { Db } from '../../platform/database/database.ts'
import { listAnswered, listModelAnswers, listRecent, type ModelAnswer, savePairs } from './answers.ts'
import { drawPairs, type Found, keyOf, pairsBetween } from './pairs.ts'
import { MAX_REPLAYED, replayLines } from './replay.ts'

/** Pairs that wait for an answer at a time: some are left unanswered. */
const MAX_OPEN = 80

export type FindPairsCtx = Pick<ClusterCtx, 'database' | 'lexicon' | 'now' | 'vectorModel' | 'openMs'>

/** The search as a job of a worker, and of the command. */
export const findLinePairs = ({ database, content, clock, models, config }: Services): Promise<number> =>
  findPairs({
    database,
    lexicon: content.lexicon,
    now: () => clock.now(),
    vectorModel: models.embedder?.model ?? null,
    openMs: openMsOf(config.KEEP_EVENTS_OPEN),
  })

/** Some twenty seconds of work, with pauses for other jobs; returns the number of new questions. */
export async function findPairs({ database, lexicon, now, vectorModel, openMs }: FindPairsCtx): Promise<number> {
  const { db } = database
  const items = await listRecent(db, MAX_REPLAYED)
  const vectors = await vectorsOf(db, items, vectorModel)
  const found = pairsBetween(await replayLines(items, { lexicon, vectors, openMs, pause: yieldToEventLoop }))
  const answered = await listAnswered(db)
  const modelAnswers = await newModelAnswers(db, found, answered)
  const answeredKeys = new Set([...answered, ...modelAnswers.map(keyOf)])
  const facts = new Map(items.map((item) => [item.id, item]))
  const open = found.filter((each) => !answeredKeys.has(keyOf(each)))
  const drawn = drawPairs(open, { facts, line: await findLine(db), limit: MAX_OPEN, random: Math.random })
  const again = found.filter((each) => answered.has(keyOf(each)))
  await savePairs(database, { drawn, answered: again, modelAnswers }, now())
  return drawn.length
}

/** Answers of models to questions of clustering about these pairs. */
async function newModelAnswers(db: Db, found: readonly Found[], answered: ReadonlySet<string>): Promise<ModelAnswer[]> {
  const byPair = new Map(found.map((each) => [keyOf(each), each]))
  return (await listModelAnswers(db)).flatMap(({ pair, ...answer }) => {
    const each = byPair.get(keyOf({ pair }))
    return each && !answered.has(keyOf(each)) ? [{ ...each, ...answer }] : []
  })
}

async function vectorsOf(db: Db, items: readonly Item[], name: string | null): Promise<Vectors | null> {
  const model = name === null ? undefined : await findVectorModel(db, name)
  if (!model) return null
  const ids = items.map(({ id }) => id)
  const vectors = await findVectors(db, model, ids)
  const sample = ids.slice(0, VECTOR_SAMPLE).map((id) => vectors.get(id) ?? [])
  const floor = vectorFloorOf(sample.filter((vector) => vector.length > 0))
  return floor === null ? null : { floor, of: (id) => vectors.get(id) }
}

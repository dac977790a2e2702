/** Vectors as models give them, the same each time: few hidden subjects and something in common with all, with noise. */

import { listVectorModels } from '../../src/news/embeddings/writes/embedding-models.ts'
import type { Db } from '../../src/platform/database/database.ts'

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

// Vectors of texts vary in some dozens of directions, however many dimensions they have.
const SUBJECTS = 32
// Two unrelated texts have a cosine of about 0.7 under the models of the E5 family.
const COMMON = 1.5
const NOISE = 0.1

/** Makes unit vectors of so many dimensions. */
export function vectorMaker(dimensions: number, seed = 7): () => number[] {
  const random = dice(seed)
  const gauss = () => Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random())
  const axes = Array.from({ length: SUBJECTS }, () => Float32Array.from({ length: dimensions }, gauss))
  const common = Array.from({ length: dimensions }, () => COMMON * gauss())
  return () => {
    const vector = common.map((value) => value + NOISE * gauss())
    for (const axis of axes) {
      const weight = gauss() / Math.sqrt(SUBJECTS)
      for (let i = 0; i < dimensions; i++) vector[i] = (vector[i] as number) + weight * (axis[i] as number)
    }
    return toUnit(vector)
  }
}

export function toUnit(vector: number[]): number[] {
  const length = Math.hypot(...vector) || 1
  return vector.map((value) => value / length)
}

/** Places in `vectors` of the `k` nearest, by single precision. */
export function exactNearest(query: number[], vectors: readonly Float32Array[], k: number): number[] {
  const scored = vectors.map((vector, at) => {
    let dot = 0
    for (let i = 0; i < query.length; i++) dot += (query[i] as number) * (vector[i] as number)
    return { at, dot }
  })
  return scored
    .sort((a, b) => b.dot - a.dot)
    .slice(0, k)
    .map(({ at }) => at)
}

/** The model whose vectors search reads. */
export const findServingModel = async (db: Db) => (await listVectorModels(db)).find(({ serving }) => serving)

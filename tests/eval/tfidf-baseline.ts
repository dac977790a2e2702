/** What clustering is measured against: TF-IDF, one pass in order of time, nearest centroid above a threshold. */
import { bcubed, type Score } from './cluster-scores.ts'

export interface BaselineArticle {
  title: string
  text: string
  at: number
  label: string
}

export interface Baseline {
  threshold: number
  groups: number[]
  score: Score
}

type Vector = Map<string, number>
interface Centroid {
  sum: Vector
  norm: number
  lastAt: number
}

const WINDOW_MS = 96 * 3_600_000
const THRESHOLDS = [0.02, 0.03, 0.04, 0.05, 0.06, 0.08, 0.1, 0.12, 0.15, 0.18, 0.22, 0.26, 0.3, 0.35, 0.4, 0.5]

/** The best of all thresholds on this very data, with the IDF of the whole file: what no real system could know. */
export function tunedBaseline(articles: BaselineArticle[], stop: Set<string>): Baseline {
  const vectors = vectorsOf(articles, stop)
  const runs = THRESHOLDS.map((threshold): Baseline => {
    const groups = singlePass(articles, vectors, threshold)
    return { threshold, groups, score: bcubed(articles.map((a, i) => ({ label: a.label, group: groups[i] ?? -1 }))) }
  })
  return runs.reduce((best, run) => (run.score.f1 > best.score.f1 ? run : best))
}

function vectorsOf(articles: BaselineArticle[], stop: Set<string>): Vector[] {
  const documents = articles.map((a) =>
    (`${a.title} ${a.text}`.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !stop.has(word)),
  )
  const seen = new Map<string, number>()
  for (const words of documents) for (const word of new Set(words)) seen.set(word, (seen.get(word) ?? 0) + 1)
  return documents.map((words) => {
    const vector: Vector = new Map()
    for (const word of words)
      vector.set(word, (vector.get(word) ?? 0) + Math.log(documents.length / (seen.get(word) ?? 1)))
    const norm = Math.sqrt([...vector.values()].reduce((sum, x) => sum + x * x, 0)) || 1
    return new Map([...vector].map(([word, weight]) => [word, weight / norm]))
  })
}

function singlePass(articles: BaselineArticle[], vectors: Vector[], threshold: number): number[] {
  const centroids: Centroid[] = []
  return articles.map(({ at }, i) => {
    const vector = vectors[i] ?? new Map()
    let [best, bestScore] = [-1, threshold]
    centroids.forEach((centroid, c) => {
      const score = at - centroid.lastAt > WINDOW_MS ? 0 : cosine(vector, centroid)
      if (score >= bestScore) [best, bestScore] = [c, score]
    })
    if (best < 0) best = centroids.push({ sum: new Map(), norm: 0, lastAt: at }) - 1
    const joined = centroids[best]
    if (joined) join(joined, vector, at)
    return best
  })
}

function cosine(vector: Vector, centroid: Centroid): number {
  let dot = 0
  for (const [word, weight] of vector) dot += weight * (centroid.sum.get(word) ?? 0)
  return centroid.norm ? dot / centroid.norm : 0
}

function join(centroid: Centroid, vector: Vector, at: number): void {
  for (const [word, weight] of vector) centroid.sum.set(word, (centroid.sum.get(word) ?? 0) + weight)
  centroid.norm = Math.sqrt([...centroid.sum.values()].reduce((sum, x) => sum + x * x, 0))
  centroid.lastAt = at
}

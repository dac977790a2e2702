/** What clustering is measured against: TF-IDF, one pass in order of time, nearest centroid above a threshold. */

export interface BaselineArticle {
  title: string
  text: string
  at: number
}

export interface Pass {
  threshold: number
  hours: number
  groups: number[]
}

/** Words by their numbers, with weights; of unit length. */
interface Vector {
  words: Int32Array
  weights: Float64Array
}

const HOURS = [24, 48, 96]
const THRESHOLDS = [0.04, 0.06, 0.08, 0.1, 0.12, 0.15, 0.18, 0.22, 0.26, 0.3, 0.35, 0.4, 0.5]

/** One pass for each threshold and window, with the IDF of the whole file: what no real system could know. */
export function sweepPasses(articles: BaselineArticle[], stop: Set<string>): Pass[] {
  const vectors = vectorsOf(articles, stop)
  return HOURS.flatMap((hours) =>
    THRESHOLDS.map((threshold) => ({ threshold, hours, groups: singlePass(articles, vectors, threshold, hours) })),
  )
}

function vectorsOf(articles: BaselineArticle[], stop: Set<string>): Vector[] {
  const documents = articles.map((a) =>
    (`${a.title} ${a.text}`.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !stop.has(word)),
  )
  const seen = new Map<string, number>()
  for (const words of documents) for (const word of new Set(words)) seen.set(word, (seen.get(word) ?? 0) + 1)
  const numbers = new Map([...seen.keys()].map((word, number) => [word, number]))
  return documents.map((words) => {
    const vector = new Map<number, number>()
    for (const word of words) {
      const [number, rarity] = [numbers.get(word) ?? 0, Math.log(documents.length / (seen.get(word) ?? 1))]
      vector.set(number, (vector.get(number) ?? 0) + rarity)
    }
    const norm = Math.sqrt([...vector.values()].reduce((sum, x) => sum + x * x, 0)) || 1
    return {
      words: Int32Array.from(vector.keys()),
      weights: Float64Array.from(vector.values(), (weight) => weight / norm),
    }
  })
}

/** The group of each article: that of the nearest centroid, found through the words that the centroids have. */
function singlePass(articles: BaselineArticle[], vectors: Vector[], threshold: number, hours: number): number[] {
  const weights: Map<number, number>[] = []
  const [norms, lastAt]: [number[], number[]] = [[], []]
  return articles.map(({ at }, i) => {
    const vector = vectors[i]
    if (!vector) return -1
    let [best, bestScore] = [-1, threshold]
    for (const [group, dot] of dotsOf(weights, vector)) {
      const score = at - (lastAt[group] ?? 0) > hours * 3_600_000 ? 0 : dot / (norms[group] || 1)
      if (score > bestScore || (score === bestScore && group > best)) [best, bestScore] = [group, score]
    }
    if (best < 0) best = norms.push(0) - 1
    norms[best] = join(weights, norms[best] ?? 0, vector, best)
    lastAt[best] = at
    return best
  })
}

/** `weights` of each word in each centroid; returns what each centroid that shares a word has in common with the vector. */
function dotsOf(weights: Map<number, number>[], { words, weights: own }: Vector): Map<number, number> {
  const dots = new Map<number, number>()
  for (const [i, word] of words.entries())
    for (const [group, weight] of weights[word] ?? []) dots.set(group, (dots.get(group) ?? 0) + weight * (own[i] ?? 0))
  return dots
}

/** Adds the vector to the centroid's sum; returns the length of that. */
function join(weights: Map<number, number>[], norm: number, { words, weights: own }: Vector, group: number): number {
  let square = norm * norm
  for (const [i, word] of words.entries()) {
    const groups = weights[word] ?? new Map<number, number>()
    weights[word] = groups
    const [before, added] = [groups.get(group) ?? 0, own[i] ?? 0]
    groups.set(group, before + added)
    square += 2 * before * added + added * added
  }
  return Math.sqrt(square)
}

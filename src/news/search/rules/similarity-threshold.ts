/** Threshold of semantic similarity: every model has its own scale of cosines, so a query's own background decides. */

// No model calls texts alike below this.
const MIN_THRESHOLD = 0.25
const DEVIATIONS = 2
const ENOUGH_TO_JUDGE = 50

/** The least cosine that counts as alike. `background` holds the query's cosines with articles taken without choice. */
export function similarityThreshold(background: number[]): number {
  if (background.length < ENOUGH_TO_JUDGE) return MIN_THRESHOLD
  const mean = background.reduce((sum, value) => sum + value, 0) / background.length
  const variance = background.reduce((sum, value) => sum + (value - mean) ** 2, 0) / background.length
  return Math.max(MIN_THRESHOLD, mean + DEVIATIONS * Math.sqrt(variance))
}

/** Intervals by bootstrap over groups: cases of one article are alike, so articles are drawn, not cases. */

export interface Interval {
  low: number
  high: number
}

const DRAWS = 1000

/** The middle 95 % of the mean over groups drawn with replacement; the same for the same groups. */
export function intervalOf(groups: number[][]): Interval {
  const next = randomFrom(groups.length)
  const means = Array.from({ length: DRAWS }, () => {
    const drawn = groups.flatMap(() => groups[Math.floor(next() * groups.length)] ?? [])
    return drawn.reduce((sum, value) => sum + value, 0) / Math.max(1, drawn.length)
  }).sort((a, b) => a - b)
  return { low: means[Math.floor(DRAWS * 0.025)] ?? 0, high: means[Math.floor(DRAWS * 0.975)] ?? 0 }
}

/** Mulberry32: small, seeded, good enough for drawing. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

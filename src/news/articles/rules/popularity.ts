/**
 * Popularity: views weighted by recency (half-life 48 h) times 1 + ln(source_count).
 *
 * Every view loses half its weight in 48 hours, all at the same pace, so the order between articles never changes by time
 * alone. Weights are therefore kept as log2 in half-lives since 2020: a view at time t weighs 2^halfLives(t), and dividing
 * by 2^halfLives(now) gives its weight now. The sum with source_count is the generated column `articles.popularity`.
 */
const halfLifeMs = 48 * 3_600_000
const epoch = Date.UTC(2020, 0, 1)

/** Half-lives from 2020 to `at`: log2 of what one view at that moment weighs. */
export function halfLives(at: Date): number {
  return (at.getTime() - epoch) / halfLifeMs
}

/** The score as of `at`, rounded to 4 decimals as it is published. */
export function scoreAt(popularity: number, at: Date): number {
  return Math.round(2 ** (popularity - halfLives(at)) * 10_000) / 10_000
}

/** Comparison of a publisher's dates with the times at which its reports were seen. Pure. */

export type Clock = 'right' | 'ahead' | 'behind'

const MIN_REPORTS = 12
/** Beyond this a report is one of an archive. */
const MAX_LAG = 86_400_000
const MIN_LAG = 50 * 60_000

/**
 * By the times from a report's date until it was seen. A date that was still to come is stored as the time at which it was seen,
 * so that one half of such reports shows a clock that is ahead. A clock that is behind delays all of them alike, a slow visit only
 * some. Null for too few.
 */
export function clockOf(lags: readonly (number | null)[]): Clock | null {
  const dated = lags.filter((lag): lag is number => lag !== null && lag < MAX_LAG).sort((a, b) => a - b)
  if (dated.length < MIN_REPORTS) return null
  if (dated.filter((lag) => lag <= 0).length * 2 >= dated.length) return 'ahead'
  const minimum = dated[Math.floor(dated.length / 20)] ?? 0
  const median = dated[Math.floor(dated.length / 2)] ?? 0
  return minimum > MIN_LAG && minimum * 2 > median ? 'behind' : 'right'
}

/** Rule by which events are posted to networks outside the site, one post each. Pure. */

export interface PostingRule {
  /** Independent sources. */
  minSources: number
  /** Begun since then: an old event that is reported again is no news. */
  firstSince: Date
  /** Reported since then, so that a site that begins to post does not begin with days of news. */
  lastSince: Date
}

const HOUR_MS = 3_600_000
const NEW_HOURS = 48
const CURRENT_HOURS = 6

/** An event that began before is no news. */
export const newsSince = (now: Date): Date => new Date(now.getTime() - NEW_HOURS * HOUR_MS)

/** Events off the topic are never posted. */
export const postingRule = (minSources: number, now: Date): PostingRule => ({
  minSources,
  firstSince: newsSince(now),
  lastSince: new Date(now.getTime() - CURRENT_HOURS * HOUR_MS),
})

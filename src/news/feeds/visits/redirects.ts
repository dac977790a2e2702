/** Permanent redirects of a feed: believed when seen 5 times in a row over 3 days. Pure. */
import { sharesLogin } from '../rules/source-settings.ts'
import type { FeedPatch, FeedState, Succeeded } from './feed-record.ts'

const SIGHTINGS = 5
const DAYS_MS = 3 * 24 * 60 * 60_000

/** The changes that a successful fetch over `redirects` makes; its `url`, if any, may already be another feed's. */
export function redirectPatch(feed: FeedState, redirects: Succeeded['redirects'], now: Date): FeedPatch {
  const target = permanentTarget(redirects)
  if (target === null || target === feed.url || losesLogin(feed, target)) return feed.redirectUrl ? NO_REDIRECT : {}
  const again = target === feed.redirectUrl && feed.redirectSince !== null
  const since = again && feed.redirectSince ? feed.redirectSince : now
  const seen = again ? feed.redirectSeen + 1 : 1
  if (seen >= SIGHTINGS && now.getTime() - since.getTime() >= DAYS_MS) return { ...NO_REDIRECT, url: target }
  return { redirectUrl: target, redirectSeen: seen, redirectSince: since }
}

const NO_REDIRECT: FeedPatch = { redirectUrl: null, redirectSeen: 0, redirectSince: null }

/** Target of the unbroken run of 301 and 308 from the start; a temporary hop ends it. */
function permanentTarget(redirects: Succeeded['redirects']): string | null {
  let target: string | null = null
  for (const { status, to } of redirects) {
    if (status !== 301 && status !== 308) break
    target = to
  }
  return target
}

/** A login is not sent to another server, which would then be asked with it. */
const losesLogin = ({ url, hasLogin }: FeedState, target: string) =>
  (URL.parse(url)?.username ?? '') !== '' || (hasLogin === true && !sharesLogin(url, target))

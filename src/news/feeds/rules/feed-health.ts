/**
 * Health of a source: one rule and one set of words for the log, the console, the status page, commands, numbers and
 * notices. The site's messages have the words in its language, below `health`.
 */

/** Those that need attention first. */
export const healthStates = [
  'gone',
  'wants_login',
  'not_a_feed',
  'never_answered',
  'failing',
  'offline',
  'silent',
  'moved',
  'republishing',
  'slow',
  'unread',
  'paused',
  'well',
] as const

export type HealthState = (typeof healthStates)[number]

/**
 * Reason why a fetch failed. `offline`: no server was reachable, so that this machine's network is taken to be the
 * cause.
 */
export const failureCauses = [
  'offline',
  'unreachable',
  'timeout',
  'broken',
  'busy',
  'refused',
  'login',
  'missing',
  'gone',
  'not_a_feed',
  'not_modified',
  'status',
] as const

export type FailureCause = (typeof failureCauses)[number]

export interface HealthRecord {
  status: 'active' | 'paused' | 'gone' | 'removed'
  createdAt: Date
  lastFetchedAt: Date | null
  lastSuccessAt: Date | null
  lastNewAt: Date | null
  /** First failure since the last success. */
  failingSince: Date | null
  failure: FailureCause | null
  errorsInRow: number
  usualGapMinutes: number | null
  /** Among its latest articles. */
  longestGapMinutes: number | null
  /** Response time, the latest counting most. */
  answerMs: number | null
  republishedAt: Date | null
  /** Target of its permanent redirects, until they are believed. */
  redirectUrl: string | null
  redirectSince: Date | null
}

export interface Health {
  state: HealthState
  /** Since when, where that is known. */
  since: Date | null
  /** Why the last visit failed; null where it did not. */
  cause: FailureCause | null
}

const MINUTE = 60_000
const DAY = 24 * 60
const MIN_SILENCE = 3 * DAY
/** For a source with too few articles to know what is usual. */
const UNKNOWN_SILENCE = 30 * DAY
const SLOW_MS = 10_000
const REPUBLISHING_DAYS = 7

/** `offline`: this machine reaches no server (`isOffline`); then no source is blamed for being unreachable. */
export function healthOf(feed: HealthRecord, now: Date, offline = false): Health {
  if (feed.status === 'gone') return { state: 'gone', since: feed.failingSince ?? feed.lastFetchedAt, cause: 'gone' }
  if (feed.status !== 'active') return { state: 'paused', since: null, cause: null }
  if (feed.lastFetchedAt === null) return { state: 'unread', since: null, cause: null }
  if (feed.errorsInRow > 0) return failureOf(feed, offline)
  if (feed.lastSuccessAt === null) return { state: 'unread', since: null, cause: null }
  return { ...answering(feed, now), cause: null }
}

function failureOf(feed: HealthRecord, offline: boolean): Health {
  const since = feed.failingSince
  if (offline && isUnreached(feed.failure)) return { state: 'offline', since, cause: 'offline' }
  // Others answer by now: that this one was not reached is no longer taken to be our own failure.
  const cause = feed.failure === 'offline' ? 'unreachable' : feed.failure
  if (cause === 'login') return { state: 'wants_login', since, cause }
  if (cause === 'not_a_feed') return { state: 'not_a_feed', since, cause }
  if (feed.lastSuccessAt === null) return { state: 'never_answered', since: since ?? feed.createdAt, cause }
  return { state: 'failing', since: since ?? feed.lastSuccessAt, cause }
}

function answering(feed: HealthRecord, now: Date): Pick<Health, 'state' | 'since'> {
  const minutesSince = (at: Date) => (now.getTime() - at.getTime()) / MINUTE
  const latest = feed.lastNewAt ?? feed.createdAt
  if (minutesSince(latest) > silenceAfter(feed)) return { state: 'silent', since: latest }
  if (feed.redirectUrl !== null) return { state: 'moved', since: feed.redirectSince }
  if (isRepublishing(feed, now)) return { state: 'republishing', since: feed.republishedAt }
  if ((feed.answerMs ?? 0) >= SLOW_MS) return { state: 'slow', since: null }
  return { state: 'well', since: null }
}

/** True for a source whose recent documents have brought old articles under new identities or dates. */
export const isRepublishing = ({ republishedAt }: Pick<HealthRecord, 'republishedAt'>, now: Date): boolean =>
  republishedAt !== null && now.getTime() - republishedAt.getTime() < REPUBLISHING_DAYS * DAY * MINUTE

/** Minutes without news that are far more than usual: five usual gaps, twice the longest one, and never under three days. */
function silenceAfter({ usualGapMinutes, longestGapMinutes }: HealthRecord): number {
  if (usualGapMinutes === null) return UNKNOWN_SILENCE
  return Math.max(MIN_SILENCE, 5 * usualGapMinutes, 2 * (longestGapMinutes ?? 0))
}

const isUnreached = (cause: FailureCause | null) => cause === 'unreachable' || cause === 'offline'

/** Broken is also an address that is not fetched at all, and the gate of a network that lets nothing out. */
const provesNothing = (cause: FailureCause) => isUnreached(cause) || cause === 'broken'

const errorStates: ReadonlySet<HealthState> = new Set([
  'gone',
  'wants_login',
  'not_a_feed',
  'never_answered',
  'failing',
])

/** True for a source that gives nothing and is itself the cause. */
export const isErrorState = (state: HealthState): boolean => errorStates.has(state)

export type Verdict = 'none' | 'offline' | 'some_bad' | 'some_unread' | 'all_well' | 'all_paused'

/** State of all sources together, with how many decide it. Sources that are all well have answered. */
export function verdictOn(states: readonly HealthState[]): { verdict: Verdict; n: number } {
  const count = (fits: (state: HealthState) => boolean) => states.filter(fits).length
  const offline = count((state) => state === 'offline')
  if (offline > 0) return { verdict: 'offline', n: offline }
  const [bad, unread] = [count(isErrorState), count((state) => state === 'unread')]
  if (bad > 0) return { verdict: 'some_bad', n: bad }
  if (unread > 0) return { verdict: 'some_unread', n: unread }
  const active = count((state) => state !== 'paused')
  return { verdict: active > 0 ? 'all_well' : states.length > 0 ? 'all_paused' : 'none', n: active }
}

/** Time for an error state to end by itself before the operator is notified, in minutes. */
const PATIENCE: Partial<Record<HealthState, number>> = {
  gone: 0,
  wants_login: 6 * 60,
  not_a_feed: 6 * 60,
  never_answered: DAY,
  failing: DAY,
  silent: 0,
}

/** True once waiting does not help: a person has to look. */
export function needsPerson({ state, since }: Pick<Health, 'state' | 'since'>, now: Date): boolean {
  const patience = PATIENCE[state]
  if (patience === undefined) return false
  return since === null || now.getTime() - since.getTime() >= patience * MINUTE
}

export interface Reach {
  publisher: string
  lastSuccessAt: Date | null
  lastFetchedAt: Date | null
  failingSince: Date | null
  failure: FailureCause | null
}

/** So many publishers at once cannot all have failed. */
const PUBLISHERS_AT_ONCE = 3

/**
 * True when this machine's own network is unreachable. Since any source last answered, three publishers or more have
 * become unreachable and none has answered; all of them, where there are fewer, two at least. `feeds` are the active
 * ones.
 */
export function isOffline(feeds: Reach[]): boolean {
  const answers = feeds.flatMap((feed) => {
    const refused = feed.failure !== null && !provesNothing(feed.failure) ? feed.lastFetchedAt : null
    return [feed.lastSuccessAt, refused].flatMap((at) => at?.getTime() ?? [])
  })
  const lastAnswer = Math.max(Number.NEGATIVE_INFINITY, ...answers)
  const lost = feeds.filter(({ failure, failingSince }) => {
    return isUnreached(failure) && failingSince !== null && failingSince.getTime() >= lastAnswer
  })
  const publishers = (list: Reach[]) => new Set(list.map(({ publisher }) => publisher)).size
  return publishers(lost) >= Math.max(2, Math.min(PUBLISHERS_AT_ONCE, publishers(feeds)))
}

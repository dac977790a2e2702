/** Stored state of a feed, and the result of fetching from its publisher. Types only. */
import type { FailureCause } from '../rules/feed-health.ts'

/** The part of a feed's row that fetching reads and writes. */
export interface FeedState {
  id: number
  /** It is asked with a login. */
  hasLogin?: boolean
  url: string
  status: 'active' | 'paused' | 'gone' | 'removed'
  statusReason: string | null
  etag: string | null
  lastModified: string | null
  bodyHash: string | null
  nextFetchAt: Date
  holdUntil: Date | null
  intervalMinutes: number
  /** An operator's choice, which precedes the computed one. */
  ownIntervalMinutes: number | null
  usualGapMinutes: number | null
  longestGapMinutes: number | null
  answerMs: number | null
  republishedAt: Date | null
  /** The interval that its last document requested; a 304 does not repeat it. */
  ttlMinutes: number | null
  lastFetchedAt: Date | null
  lastSuccessAt: Date | null
  lastNewAt: Date | null
  errorsInRow: number
  failingSince: Date | null
  failure: FailureCause | null
  lastError: string | null
  redirectUrl: string | null
  redirectSeen: number
  redirectSince: Date | null
  /** The latest push of its hub; null while polling finds what was not pushed. */
  pushedAt: Date | null
}

export type FeedPatch = Partial<Omit<FeedState, 'id' | 'hasLogin'>>

/** Result of one fetch from a publisher. */
export type Attempt = Succeeded | Failed

export interface Succeeded {
  outcome: 'new' | 'unchanged'
  /** Of the answer, names in lower case: validators and freshness are read from them. */
  headers: Record<string, string>
  /** Null keeps the one on record (a 304 has no body). */
  bodyHash: string | null
  /** The document's own request (`ttl`, `sy:updatePeriod`); null where it has none or there was no document. */
  ttlMinutes: number | null
  /** Publication times of the feed's newest articles as stored, up to 100, in any order. */
  times: Date[]
  redirects: { from: string; to: string; status: number }[]
  /** Time that the answer took. */
  ms: number
  /** The document lists old articles under new identities or dates. */
  republished: boolean
}

export interface Failed {
  outcome: 'failed'
  /** One sentence for the status page. */
  error: string
  /** `offline` where this machine's own network is taken to be away. */
  cause: FailureCause
  /** Null when no answer came. */
  httpStatus: number | null
  /** Of the answer; empty when none came. */
  headers: Record<string, string>
}

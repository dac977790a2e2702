/** Commands of surfaces and of the command line: functions that app.ts builds from store/ and pipeline/. Types only. */

import type { ModelCommands } from '../../platform/models/models.ts'
import type { Caller, Credentials, LoginResult } from '../accounts/rules/account.ts'
import type { ReprocessPlan, ReprocessRequest, StageReport } from '../articles/rules/reprocess-request.ts'
import type { Health, HealthState } from '../feeds/rules/feed-health.ts'
import type { FetchReport, IngestProgress } from '../feeds/rules/ingest-report.ts'
import type { ListSync } from '../feeds/rules/source-list.ts'
import type { SecretHeaders, SourceEdit, SourceSettings } from '../feeds/rules/source-settings.ts'
import type { OperatorCommands, Outcome } from './rules/operator.ts'

export interface ViewEvent {
  articleId: number
  ip: string
  userAgent: string
}

/** A source as its operator sees it. */
export interface SourceRecord extends Health {
  id: number
  title: string
  url: string
  siteUrl: string | null
  status: 'active' | 'paused' | 'gone'
  reason: string | null
  articles: number
  lastSuccessAt: Date | null
  lastNewAt: Date | null
  nextFetchAt: Date
  errorsInRow: number
  lastError: string | null
  folder: string | null
  language: string | null
  publisher: { domain: string; name: string }
}

export interface FoundFeed {
  url: string
  title: string
}

export interface StageDepth {
  stage: string
  ready: number
  active: number
  failed: number
  /** Seconds that the longest waiting job has been ready. */
  oldest: number
}

/** Stored data in bytes, and its growth. */
export interface Storage {
  bytes: number
  /** Bytes of 100,000 articles with all that belongs to them; null where there are too few to estimate. */
  per100000: number | null
  months: { month: string; articles: number }[]
  /** KEEP_ARTICLES. */
  keepDays: number | null
  /** Data older than that, and the bytes that its deletion frees. */
  old: { articles: number; bytes: number }
}

export interface Stats {
  feeds: {
    active: number
    failing: number
    paused: number
    /** This machine's own network is away. */
    offline: boolean
    states: Partial<Record<HealthState, number>>
  }
  articles: { published: number; relevant: number; pending: number; removed: number }
  events: number
  stories: number
  queue: StageDepth[]
  spend: { thisMonth: number; budget: number | null; calls: number }
  storage: Storage
}

/** Sign-in, and the account of a caller. The surface enforces the limits on signing in. */
export interface Accounts {
  /**
   * Mails a code, or answers with a new session. Throws `unauthorized` for a refused credential, `unprocessable` for a
   * provider that is not set up, `unavailable` when mail or the provider's keys cannot be reached. `lastFor`: seconds in
   * which no other code can be mailed, so that this one is valid as long.
   */
  login(credentials: Credentials, lastFor?: number): Promise<LoginResult>
  /** True while a code that was mailed there still works. */
  isCodeValid(email: string): Promise<boolean>
  /** By the token of a session or a key of the API; null for what is neither, or is none any more. */
  callerOf(token: string): Promise<Caller | null>
  /** That token or key is dead. */
  logout(token: string): Promise<void>
  /** Every row that names the person is gone, and mail that waits for them. */
  deleteAccount(userId: number): Promise<void>
}

export interface Commands {
  /** Commands of the console alone. */
  operator: OperatorCommands
  models: ModelCommands

  listSources(): Promise<SourceRecord[]>
  /** Feeds at the address of a feed or a site, the likeliest first. Throws `unprocessable` where there is none. */
  findFeeds(url: string, login?: SecretHeaders): Promise<FoundFeed[]>
  /** A feed's address, or a site's whose likeliest feed is taken. Throws `unprocessable` when neither is one. */
  addSource(url: string, options?: { title?: string; folder?: string; login?: SecretHeaders }): Promise<SourceRecord>
  /** Its articles stay unless `withArticles`. */
  removeSource(id: number, withArticles?: boolean): Promise<SourceRecord>
  /** Null takes its login away. Throws `bad_request` for what no source can have. */
  editSource(id: number, edit: SourceEdit, login?: SecretHeaders | null): Promise<Outcome>
  sourceSettings(id: number): Promise<SourceSettings & { hasLogin: boolean; proposedUrl: string | null }>
  /** The headers with which it is asked, for an operator who wants to see them; null where there are none. */
  sourceLogin(id: number): Promise<SecretHeaders | null>
  /** Looks on the source's site for a feed in place of one that is gone; null where there is none. */
  proposeAddress(id: number): Promise<string | null>
  /** Applies the file that SOURCES names, and reports the differences. */
  syncSourceList(): Promise<ListSync>
  pauseSource(id: number, reason?: string): Promise<SourceRecord>
  resumeSource(id: number): Promise<SourceRecord>
  /** `leftOut` has the lines that name no feed. Throws `bad_request` naming the line for what is no OPML. */
  importSources(opml: string | Uint8Array): Promise<{ added: SourceRecord[]; existing: number; leftOut: string[] }>
  /** Addresses that a reader's own list names. Throws as `importSources` does. */
  feedsIn(opml: Uint8Array): { addresses: string[]; leftOut: string[] }
  exportSources(): Promise<string>
  /** The active sources as OPML for readers, or those among `ids`: without what is the operator's alone. */
  publishSources(ids?: number[]): Promise<string>

  /** One full pass; a visit for each feed that was asked. */
  ingest(options: { feedIds?: number[]; onProgress?: (progress: IngestProgress) => void }): Promise<FetchReport[]>
  stats(): Promise<Stats>

  /** Estimates running stages again; spends nothing. Throws `unprocessable` for a stage that is not set up. */
  planReprocess(request: ReprocessRequest): Promise<ReprocessPlan>
  /** Runs stages again: it may take hours, and resumes where a killed run stopped. */
  reprocess(request: ReprocessRequest & { onProgress?: (progress: IngestProgress) => void }): Promise<StageReport[]>
}

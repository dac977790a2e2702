/** The context that app.ts gives to the surfaces: a plain object; functions take the narrowest part of it. Types only. */
import type { Logger } from 'pino'
import type { z } from 'zod'
import type { Config } from './config.ts'
import type { Accounts } from './news/accounts/rules/account.ts'
import type { ChangeKind } from './news/changes/change-types.ts'
import type { SharedEdition } from './news/editions/queries/shared-edition.ts'
import type { PodcastShow } from './news/editions/rules/show.ts'
import type { OperatorIssue } from './news/operator/rules/notices.ts'
import type { SearchGate } from './news/search/queries/search-gate.ts'
import type { SearchContent } from './news/search/rules/search-content.ts'
import type { Database } from './platform/database/database.ts'
import type { ReadDb } from './platform/database/read-db.ts'
import type { Poster } from './platform/fetch/post.ts'
import type { EventStreams } from './platform/http/event-streams.ts'
import type { RateLimiter } from './platform/http/rate-limit.ts'
import type { ReadCache } from './platform/http/read-cache.ts'
import type { Embedder } from './platform/models/ports.ts'
import type { Mailer } from './platform/outbox/mailer.ts'
import type { Origin } from './platform/site/paths.ts'
import type { Site } from './platform/site/site.ts'
import type { Vocabulary } from './platform/text/vocabulary.ts'
import type { Clock } from './platform/time/clock.ts'

/** A kind of objects that the log of changes has. */
export interface LoggedKind {
  kind: ChangeKind
  /** Its ids are numbers, not texts. */
  isNumbered: boolean
  schema: z.ZodObject
  /** The objects as they are now, by their ids. */
  load(ctx: Pick<Ctx, 'db' | 'site' | 'origin'>, ids: string[]): Promise<Map<string, object>>
}

/** Images in our own sizes and types, which never reject. */
export interface SiteImages {
  /** Null where there is none to show. */
  get(url: string, width: number, type: 'webp' | 'jpg'): Promise<Buffer | null>
  /** True for an image that recently failed to load. */
  isBroken(url: string): boolean
  /** The image by which an event is shared, PNG; `name` changes with its content. */
  shared(name: string, event: SharedEvent): Promise<Buffer | null>
}

export interface SharedEvent {
  title: string
  line: string
  siteName: string
  heading: string
  sides: readonly { who: string; claim: string }[]
}

export interface ViewEvent {
  articleId: number
  ip: string
  userAgent: string
}

export interface Ctx {
  config: Config
  site: Site
  /** The WebSub hub that feeds name, or null. */
  hub: string | null
  /** Address that leads a refused client of `path` to its reader's sign-in (RFC 9728), or null. */
  signInAt(path: string): string | null
  /** Parts of absolute addresses of this site. */
  origin: Origin
  /** The site's tags. */
  vocabulary: Vocabulary
  /** Filters, times and synonyms of the site's language. */
  search: SearchContent
  /** That what is spoken belongs to. */
  show: PodcastShow
  /** Of the log of changes. */
  kinds: readonly LoggedKind[]
  log: Logger
  clock: Clock
  /** For reading only: the replica where there is one. */
  db: ReadDb
  /** For writes that no operator makes; what is recorded needs an actor besides. */
  database: Database
  cache: ReadCache
  /** Server-sent events, counted and limited together. */
  streams: EventStreams
  /** Calls back after each change of published content, in whichever process. */
  onContent(listener: () => void): void
  /** Events as readers' own editions are made from them. */
  edition: SharedEdition
  limiter: RateLimiter
  /** Searches of all surfaces, a few at a time. */
  searches: SearchGate
  accounts: Accounts
  /** Sends at once, as what confirms an address. */
  mail: Pick<Mailer, 'send'>
  /** Rules for addresses that strangers name. */
  strangers: Pick<Poster, 'secure'>
  images: SiteImages
  /** Counts a reading of an article's page, later and in a batch; never slows or fails a page. */
  countView(view: ViewEvent): void
  /** Open issues for the operator, by the health check that found them. */
  issues(): Promise<{ check: string; open: OperatorIssue[] }[]>
  /** Null when no embedding model is configured. */
  embedder: Embedder | null
}

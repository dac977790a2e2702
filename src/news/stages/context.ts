/** Dependencies of the stages, built by app.ts. Types only. */
import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import type { ActorDatabase } from '../../platform/database/database.ts'
import type { Fetcher } from '../../platform/fetch/fetcher.ts'
import type { Stage } from '../../platform/queue/stages.ts'
import type { Lexicon } from '../../platform/text/thesaurus.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { Extracted, Refusal } from '../articles/extraction/extract.ts'
import type { About } from '../articles/extraction/words-of-feed.ts'
import type { FeedDocument } from '../feeds/documents/document.ts'
import type { ReadFeed } from '../feeds/documents/document-worker.ts'
import type { Classifier } from '../feeds/visits/classify-items.ts'
import type { Visits } from '../feeds/writes/fetches.ts'

/** Dependencies of fetching, parsing, ingesting and extracting. */
export interface Crawl {
  config: Config
  log: Logger
  clock: Clock
  database: ActorDatabase
  fetcher: Fetcher
  visits: Visits
  /** The product token of our User-Agent. */
  agent: string
  /** Rejects as the document reader does. `address` is the feed's site as known. */
  parse: (document: FeedDocument, address: string) => Promise<ReadFeed>
  classify: Classifier
  /** Reads an article's page; never throws for what the page does. */
  readPage: (url: string, about: About) => Promise<Extracted | Refusal>
  lexicon: Lexicon
}

/** A stage that a feature brings. */
export interface FeatureStage {
  stage: Stage
  handle(key: string): Promise<unknown>
  /** Keys of what is to be done now. */
  due(): Promise<string[]>
  close?(): void
}

/** The whole pipeline: the crawl, and the later stages as app.ts has bound them to their models. */
export interface Pipeline extends Crawl {
  enrich(articleId: number): Promise<void>
  /** The budget for models is used up until the month turns, an operator has stopped them, or their judge is suspended. */
  enrichmentPaused(): Promise<boolean>
  embed(): Promise<void>
  embeddingDue(): Promise<boolean>
  cluster(): Promise<void>
  stories(): Promise<void>
  writeEventTexts(): Promise<void>
  eventTextsDue(): Promise<boolean>
  /** Of features. */
  stages: readonly FeatureStage[]
  maintain(): Promise<void>
}

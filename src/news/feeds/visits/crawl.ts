/** Dependencies of visits to feeds and pages. Types only. */
import type { Logger } from 'pino'
import type { Config } from '../../../config.ts'
import type { ActorDatabase } from '../../../platform/database/database.ts'
import type { Fetcher } from '../../../platform/fetch/fetcher.ts'
import type { Lexicon } from '../../../platform/text/thesaurus.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import type { Extracted, Refusal } from '../../articles/extraction/extract.ts'
import type { About } from '../../articles/extraction/words-of-feed.ts'
import type { FeedDocument } from '../documents/document.ts'
import type { ReadFeed } from '../documents/document-worker.ts'
import type { Visits } from '../writes/fetches.ts'
import type { Classifier } from './classify-items.ts'

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

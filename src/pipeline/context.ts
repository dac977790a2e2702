/** What the stages work with: built by app.ts. Types only. */
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Clock } from '../domain/clock.ts'
import type { FeedItem } from '../domain/feed.ts'
import type { Fetcher } from '../feeds/fetcher.ts'
import type { Judgement } from '../store/articles.ts'
import type { Database } from '../store/database.ts'

/** Judges an item without a model: relevance, tags, kind, language, excerpt. */
export type Judge = (
  item: Pick<FeedItem, 'title' | 'language'> & { url: string; text: string; summary: string },
  feed: { title: string; publisher: string; language: string | null; relevance: 'model' | 'all' },
) => Judgement

export interface Pipeline {
  config: Config
  log: Logger
  clock: Clock
  database: Database
  fetcher: Fetcher
  judge: Judge
}

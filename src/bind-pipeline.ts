/** Ties the stages to their rules and models. */
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Content } from './content.ts'
import type { Clock } from './domain/clock.ts'
import type { Fetcher } from './feeds/fetcher.ts'
import type { Pipeline } from './pipeline/context.ts'
import { createJudge } from './pipeline/judge.ts'
import type { Database } from './store/database.ts'
import { forgetOldCalls } from './store/rate-limits.ts'
import { forgetVisitors } from './store/views.ts'

interface Parts {
  config: Config
  log: Logger
  clock: Clock
  content: Content
  database: Database
  fetcher: Fetcher
  tagIds: Map<string, number>
}

export function bindPipeline(parts: Parts): Pipeline {
  const { config, log, clock, content, database, fetcher, tagIds } = parts
  return {
    config,
    log,
    clock,
    database,
    fetcher,
    judge: createJudge(content.rules, tagIds, config.RELEVANCE),
    readPage: async () => null,
    enrich: async () => {},
    embed: async () => {},
    embeddingDue: async () => false,
    cluster: async () => {},
    stories: async () => {},
    maintain: async () => {
      await forgetOldCalls(database, clock.now())
      await forgetVisitors(database, clock.now())
    },
  }
}

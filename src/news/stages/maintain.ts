/** Hourly clean-up: what has expired, what is older than the settings keep, and the daily backup. */
import { join } from 'node:path'
import { imageFolder, pruneImages } from '../../platform/media/images/folder.ts'
import { purgeExpiredRows } from '../../platform/outbox/rows.ts'
import { purgeOldCalls } from '../accounts/writes/rate-limits.ts'
import { purgeOldReading } from '../accounts/writes/read-markers.ts'
import { purgeUnusedSearches } from '../accounts/writes/searches.ts'
import { purgeExpired } from '../accounts/writes/tokens.ts'
import { purgeOldTexts } from '../articles/writes/articles.ts'
import { decideByAllEvents } from '../articles/writes/event-relevance.ts'
import { purgeOldPrints } from '../articles/writes/page-prints.ts'
import { pruneArticles, recordPruning } from '../articles/writes/retention.ts'
import { purgeVisitors } from '../articles/writes/views.ts'
import { makeDailyBackup } from '../backup/daily-backup.ts'
import { purgeOldChanges } from '../changes/writes/changes.ts'
import { purgeOldEvidence } from '../claims/writes/claims.ts'
import type { DocumentReader } from '../feeds/documents/document-reader.ts'
import type { Crawl } from '../feeds/visits/crawl.ts'
import { proposeAddresses } from '../feeds/visits/propose-address.ts'
import { purgeOldFetches } from '../feeds/writes/feeds.ts'
import { purgeOldTurns } from '../feeds/writes/turns.ts'
import { purgeOldResponses } from '../models/writes/ai-calls.ts'

export type Purge = (database: Crawl['database'], now: Date, config: Crawl['config']) => Promise<unknown>
type MaintainCtx = Pick<Crawl, 'config' | 'log' | 'clock' | 'database' | 'fetcher'> & {
  reader: DocumentReader
  /** Of features. */
  purges: readonly Purge[]
}

const PURGES = [
  ...[
    purgeOldTexts,
    purgeOldPrints,
    purgeOldEvidence,
    purgeOldResponses,
    purgeOldFetches,
    purgeOldTurns,
    purgeOldChanges,
  ],
  ...[purgeOldCalls, purgeVisitors, purgeExpired, purgeOldReading, purgeExpiredRows, purgeUnusedSearches],
]

export async function maintain(ctx: MaintainCtx): Promise<void> {
  const { config, log, clock, database } = ctx
  for (const purge of [...PURGES, ...ctx.purges]) await purge(database, clock.now(), config)
  await prune(ctx)
  await decideByAllEvents(database)
  await proposeAddresses(ctx)
  // An operator's own server is the operator's to back up.
  if (!config.embedded) return
  const backup = await makeDailyBackup(database, join(config.DATA_DIR, 'backups'), clock.now())
  if (backup) log.info({ backup }, 'database backed up')
}

/** Deletes articles and images that are older than the settings keep. */
async function prune({ config, log, clock, database }: MaintainCtx): Promise<void> {
  const before = (days: number) => new Date(clock.now().getTime() - days * 86_400_000)
  if (config.KEEP_ARTICLES !== undefined) {
    const pruned = await pruneArticles(database, before(config.KEEP_ARTICLES))
    if (pruned.retired + pruned.deleted > 0)
      await recordPruning(database, { days: config.KEEP_ARTICLES, ...pruned }, clock.now())
  }
  if (config.KEEP_IMAGES === undefined) return
  const images = await pruneImages(imageFolder(config.DATA_DIR), before(config.KEEP_IMAGES))
  if (images > 0) log.info({ images }, 'old images pruned')
}

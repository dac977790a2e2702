/** Hourly clean-up: what has expired, what is older than the settings keep, and the daily backup. */
import { join } from 'node:path'
import type { DocumentReader } from '../feeds/documents/document-reader.ts'
import { imageFolder, pruneImages } from '../media/images/folder.ts'
import { purgeOldCalls } from '../store/accounts/rate-limits.ts'
import { purgeOldReading } from '../store/accounts/read-markers.ts'
import { purgeUnusedSearches } from '../store/accounts/searches.ts'
import { purgeExpired } from '../store/accounts/tokens.ts'
import { purgeOldTexts } from '../store/articles/articles.ts'
import { purgeOldEvidence } from '../store/articles/claims.ts'
import { decideByAllEvents } from '../store/articles/event-relevance.ts'
import { purgeOldPrints } from '../store/articles/page-prints.ts'
import { pruneArticles, recordPruning } from '../store/articles/retention.ts'
import { purgeVisitors } from '../store/articles/views.ts'
import { makeDailyBackup } from '../store/backup/daily-backup.ts'
import { purgeOldChanges } from '../store/changes/changes.ts'
import { purgeOldFetches } from '../store/feeds/feeds.ts'
import { purgeOldTurns } from '../store/feeds/turns.ts'
import { purgeExpiredRows } from '../store/outbox/rows.ts'
import type { Crawl } from './context.ts'
import { proposeAddresses } from './fetch/propose-address.ts'

export type Purge = (database: Crawl['database'], now: Date, config: Crawl['config']) => Promise<unknown>
type MaintainCtx = Pick<Crawl, 'config' | 'log' | 'clock' | 'database' | 'fetcher'> & {
  reader: DocumentReader
  /** Of features. */
  purges: readonly Purge[]
}

const PURGES = [
  ...[purgeOldTexts, purgeOldPrints, purgeOldEvidence, purgeOldFetches, purgeOldTurns, purgeOldChanges],
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

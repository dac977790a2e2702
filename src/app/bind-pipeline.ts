/** Ties the stages to their rules and models. */
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Content } from '../content.ts'
import { slugify } from '../domain/text/text.ts'
import type { Clock } from '../domain/time/clock.ts'
import type { DocumentReader } from '../feeds/documents/document-reader.ts'
import type { Fetcher } from '../feeds/fetch/fetcher.ts'
import type { Poster } from '../feeds/fetch/post.ts'
import type { Robots } from '../feeds/fetch/robots.ts'
import { createExtractor } from '../feeds/pages/extract.ts'
import { isJudgeAway } from '../generation/judge/examination.ts'
import { sweepSounds } from '../media/audio/sounds.ts'
import { imageFolder, pruneImages } from '../media/images/folder.ts'
import { createClustering } from '../pipeline/cluster/cluster.ts'
import type { Pipeline } from '../pipeline/context.ts'
import { soundsFolder } from '../pipeline/editions/speak.ts'
import { eventTextsDue, writeEventTexts } from '../pipeline/events/events.ts'
import { createJudge } from '../pipeline/fetch/judge.ts'
import { proposeAddresses } from '../pipeline/fetch/propose-address.ts'
import { embeddingPrice } from '../pipeline/models/cost.ts'
import { embeddingIsDue, embedPending } from '../pipeline/models/embed.ts'
import { enrichArticle } from '../pipeline/models/enrich.ts'
import type { ReservationCtx } from '../pipeline/models/reserved.ts'
import { createStories } from '../pipeline/stories/stories.ts'
import { subscribe } from '../pipeline/websub/subscriber.ts'
import { forgetOldCalls } from '../store/accounts/rate-limits.ts'
import { forgetOldReading } from '../store/accounts/reading.ts'
import { forgetExpired } from '../store/accounts/tokens.ts'
import { forgetOldAlerts } from '../store/alerts/matching.ts'
import { forgetUnusedSearches } from '../store/alerts/searches.ts'
import { pruneArticles, recordPruning } from '../store/articles/retention.ts'
import { forgetVisitors } from '../store/articles/views.ts'
import { keepDailyBackup } from '../store/backup/daily-backup.ts'
import { forgetOldChanges } from '../store/changes/changes.ts'
import type { Database } from '../store/database/database.ts'
import { forgetOldSpoken, listSoundsInUse } from '../store/editions/spoken.ts'
import { forgetOldTurns } from '../store/feeds/turns.ts'
import { areModelsStopped } from '../store/operator/model-stop.ts'
import { purgeExpiredRows } from '../store/outbox/rows.ts'
import { bindAlerts } from './bind-alerts.ts'
import { bindEditions } from './bind-editions.ts'
import type { Models } from './bind-models.ts'
import { createDeliveries } from './reader-deliveries.ts'

/** What the crawler is called in User-Agent and robots.txt. */
export const robotName = (siteName: string): string => slugify(siteName) || 'newsreader'

interface Parts {
  config: Config
  log: Logger
  clock: Clock
  content: Content
  database: Database
  fetcher: Fetcher
  robots: Robots
  poster: Poster
  strangers: Poster
  reader: DocumentReader
  feedReader: DocumentReader
  tagIds: Map<string, number>
  models: Models
  reservationOf: ReservationCtx['reservationOf']
}

export function bindPipeline(parts: Parts): Pipeline {
  const {
    config,
    log,
    clock,
    content,
    database,
    fetcher,
    poster,
    reader,
    feedReader,
    tagIds,
    models,
    robots,
    reservationOf,
  } = parts
  const { enrichment, embedder, budget } = models
  const price = embeddingPrice(config)
  const extractor = createExtractor({ fetcher, robots, reader })
  const cluster = createClustering({
    database,
    lexicon: content.lexicon,
    now: () => clock.now(),
    vectorModel: embedder?.model ?? null,
    openMs: openMsOf(config),
    askAboutDoubtfulPairs: models.askAboutDoubtfulPairs,
  })
  const stories = createStories({
    database,
    clock,
    log,
    lexicon: content.lexicon,
    t: content.messages.t,
    language: content.site.language,
    timeZone: content.site.timezone,
    write: models.storyWriter,
  })
  return {
    config,
    log,
    clock,
    database,
    fetcher,
    agent: robots.agent,
    parse: (document, address) => feedReader.read({ task: 'feed', document, address }),
    judge: createJudge(feedReader, tagIds, config.RELEVANCE),
    readPage: (url, about) => extractor.extractArticle(url, about),
    lexicon: content.lexicon,
    enrich: async (articleId) => {
      if (enrichment) await enrichArticle(enrichment, articleId)
    },
    embed: async () => {
      if (!embedder) return
      await embedPending({ database, clock, log, embedder, budget, price, reservationOf })
    },
    enrichmentPaused: async () =>
      budget.isUsedUp() || (await areModelsStopped(database.db)) || isJudgeAway(enrichment?.judge ?? null),
    embeddingDue: async () =>
      embedder !== null && !(price > 0 && budget.isUsedUp()) && embeddingIsDue(database, embedder),
    cluster: async () => {
      await cluster()
    },
    stories,
    writeEventTexts: async () => {
      if (models.events) await writeEventTexts(models.events)
    },
    eventTextsDue: async () => models.events !== null && eventTextsDue(models.events),
    subscribe: (feedId) => subscribe({ database, clock, log, poster, fetcher, baseUrl: config.BASE_URL }, feedId),
    editions: bindEditions(parts),
    alerts: bindAlerts(parts),
    deliveries: createDeliveries(parts),
    maintain: async () => {
      await forgetOldCalls(database, clock.now())
      await forgetVisitors(database, clock.now())
      await forgetExpired(database, clock.now())
      await forgetOldReading(database, clock.now())
      await forgetOldSpoken(database, clock.now())
      await sweepSounds(soundsFolder(config.DATA_DIR), await listSoundsInUse(database), clock.now())
      await purgeExpiredRows(database, clock.now())
      await forgetOldAlerts(database, clock.now())
      await forgetUnusedSearches(database)
      await prune(parts)
      await proposeAddresses({ database, fetcher, reader, clock, log })
      await forgetOldChanges(database, clock.now())
      await forgetOldTurns(database)
      // An operator's own server is the operator's to back up.
      if (!config.embedded) return
      const backup = await keepDailyBackup(database, join(config.DATA_DIR, 'backups'), clock.now())
      if (backup) log.info({ backup }, 'database backed up')
    },
  }
}

const DAY_MS = 86_400_000

/** Age of an event, in milliseconds, above which it takes in nothing. */
export const openMsOf = ({ KEEP_EVENTS_OPEN: days }: Pick<Config, 'KEEP_EVENTS_OPEN'>): number =>
  days === undefined ? Number.POSITIVE_INFINITY : days * DAY_MS

/** What is older than the settings keep. */
async function prune({ config, log, clock, database }: Parts): Promise<void> {
  const before = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)
  if (config.KEEP_ARTICLES !== undefined) {
    const pruned = await pruneArticles(database, before(config.KEEP_ARTICLES))
    if (pruned.retired + pruned.deleted > 0)
      await recordPruning(database, { days: config.KEEP_ARTICLES, ...pruned }, clock.now())
  }
  if (config.KEEP_IMAGES === undefined) return
  const images = await pruneImages(imageFolder(config.DATA_DIR), before(config.KEEP_IMAGES))
  if (images > 0) log.info({ images }, 'old images pruned')
}

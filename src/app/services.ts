/** Services of the stages and the web over an open database: the fetcher, the models, the pipeline and its queue. */
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { loadFeatures } from '../features.ts'
import type { UndoHandlers } from '../news/actions/writes/log.ts'
import { createDocumentReader, type DocumentReader, FEED_LIMITS } from '../news/feeds/documents/document-reader.ts'
import { leaseTurn } from '../news/feeds/writes/turns.ts'
import type { ListPassages } from '../news/search/embed.ts'
import { setSearchLanguage } from '../news/search/writes/search.ts'
import type { FeatureStage, Pipeline } from '../news/stages/context.ts'
import type { Purge } from '../news/stages/maintain.ts'
import type { ReprocessCtx } from '../news/stages/reprocess.ts'
import { syncTags } from '../news/tags/writes/tags.ts'
import type { ReservationCtx } from '../news/texts/summaries/reserved.ts'
import { reportWaits } from '../platform/database/waits.ts'
import { createFetcher, type Fetcher } from '../platform/fetch/fetcher.ts'
import { createPoster, type Poster, type Reach, STRANGERS } from '../platform/fetch/post.ts'
import { createReservations } from '../platform/fetch/rights/reservations.ts'
import { createRobots, robotName } from '../platform/fetch/robots.ts'
import { onDemand } from '../platform/on-demand.ts'
import type { Queue } from '../platform/queue/queue.ts'
import { type Base, type BaseOptions, openBase } from './base.ts'
import { type Content, readContent } from './content.ts'
import { createModels, type Models } from './create-models.ts'
import { createPipeline } from './create-pipeline.ts'

export interface Services extends Base {
  content: Content
  languages: Content['languages']
  fetcher: Fetcher
  /** Sends to addresses that the operator or a publisher names. */
  poster: Poster
  /** Sends to addresses that strangers name. */
  strangers: Poster
  /** Reads pages. */
  reader: DocumentReader
  pipeline: Pipeline
  models: Models
  reprocessing: ReprocessCtx
  /** The publisher's reservation of the page at an address from machines, or null. */
  reservationOf: ReservationCtx['reservationOf']
  /** Of features. */
  undoHandlers: UndoHandlers
  /** Started on first use: many commands need no queue. */
  queue(): Promise<Queue>
}

/** A part of the service that runs until it is closed. */
export interface Running {
  /** Address that it listens on; null for a worker. */
  address: string | null
  close(): Promise<void>
}

interface Seam {
  /** For tests, which play strangers' servers on loopback. */
  reachOfStrangers?: Reach
}

export async function openServices(
  config: Config,
  log: Logger,
  { reachOfStrangers, ...options }: BaseOptions & Seam = {},
): Promise<Services> {
  const base = await openBase(config, log, options)
  try {
    return await reportWaits(base.database.address, () =>
      makeServices(
        { ...base, content: readContent(config.CONTENT_DIR, config.AI_PROVIDER !== 'none') },
        reachOfStrangers,
      ),
    )
  } catch (error) {
    await base.close()
    throw error
  }
}

/** Time limits of one message: strangers have less, since they may be many. */
const DELIVERY_MS = { operator: 15_000, strangers: 8_000 }

/** As much of a feature (src/feature.ts) as is part of the services, which that file knows. */
interface OfFeature {
  purges?: readonly Purge[]
  passages?: readonly ListPassages[]
  undo?: UndoHandlers
  stages?(
    frame: Pick<Services, 'config' | 'log' | 'clock' | 'database' | 'content' | 'poster' | 'strangers' | 'fetcher'>,
  ): FeatureStage[]
}

/** Services over an open, migrated database, which they close at their end. */
export async function makeServices(
  parts: Pick<Base, 'config' | 'log' | 'clock' | 'database'> & { content: Content },
  reachOfStrangers = STRANGERS,
): Promise<Services> {
  const { config, log, database, content } = parts
  const tagIds = await syncTags(database, content.rules.vocabulary.tags.values())
  await setSearchLanguage(database, content.site.language)
  const { clock } = parts
  const fetcher = createFetcher({
    allow: config.FETCH_ALLOW,
    userAgent: userAgent(config, content),
    clock,
    leaseTurn: (domain, gapMs) => leaseTurn(database, domain, gapMs).catch(() => 0),
  })
  const sender = (reach: Reach, totalMs: number) =>
    createPoster({ reach, totalMs, userAgent: userAgent(config, content) })
  const poster = sender({ allow: config.FETCH_ALLOW, secure: false }, DELIVERY_MS.operator)
  const strangers = sender(reachOfStrangers, DELIVERY_MS.strangers)
  const reader = createDocumentReader()
  // A thread of its own, so that a slow page never delays a feed.
  const feedReader = createDocumentReader(FEED_LIMITS, content.rules)
  const robots = createRobots(fetcher, reader, robotName(content.site.name), clock)
  const { find: reservationOf } = createReservations(fetcher, robots)
  const features: readonly OfFeature[] = await loadFeatures(config)
  const models = await createModels({ ...parts, content, reservationOf })
  const pipeline = createPipeline({
    ...parts,
    content,
    fetcher,
    robots,
    poster,
    strangers,
    reader,
    feedReader,
    tagIds,
    models,
    reservationOf,
    purges: features.flatMap((feature) => feature.purges ?? []),
    passages: features.flatMap((feature) => feature.passages ?? []),
    stages: features.flatMap((feature) => feature.stages?.({ ...parts, poster, strangers, fetcher }) ?? []),
  })
  const queue = onDemand(async () => (await import('../platform/queue/queue.ts')).startQueue(database, log))
  return {
    ...parts,
    site: content.site,
    languages: content.languages,
    content,
    fetcher,
    poster,
    strangers,
    reader,
    models,
    reservationOf,
    pipeline,
    reprocessing: {
      pipeline,
      costOf: models.enrichment?.summariser.costOf ?? null,
      judgeCostOf: models.enrichment?.judge?.summariser.costOf ?? null,
      missing: models.embedder ? {} : { embed: 'EMBEDDING_PROVIDER is none: there is no model to embed with.' },
      timezone: content.site.timezone,
    },
    undoHandlers: Object.assign({}, ...features.map(({ undo }) => undo)),
    queue,
    close: async () => {
      await queue.ifMade((started) => started.stop())
      for (const stage of pipeline.stages) stage.close?.()
      await reader.close()
      await feedReader.close()
      await fetcher.close()
      await poster.close()
      await strangers.close()
      await database.close()
    },
  }
}

/** Name of the service for other servers. */
const userAgent = (config: Config, { site }: Content) =>
  `${robotName(site.name)}/1.0 (+${config.BASE_URL}${site.paths.about})`

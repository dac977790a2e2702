/** The operator's acts, shared by the command line and the console: built from the store, the crawler and the queue. */
import type { ReprocessStage, StageReport } from '../news/articles/rules/reprocess-request.ts'
import { discoverFeeds } from '../news/feeds/discover.ts'
import { checkHeaders, type SecretHeaders, sharesLogin, splitCredentials } from '../news/feeds/rules/source-settings.ts'
import { proposeAddress } from '../news/feeds/visits/propose-address.ts'
import { getFeed } from '../news/feeds/writes/feeds.ts'
import { addSource } from '../news/feeds/writes/operator-sources.ts'
import { sealHeaders } from '../news/feeds/writes/source-secrets.ts'
import type { Commands, FoundFeed } from '../news/operator/commands.ts'
import { recordReprocess } from '../news/operator/writes/log.ts'
import { planReprocess, type ReprocessCtx, reprocess } from '../news/stages/reprocess.ts'
import { runOnce, stageHandlers, withWorkers } from '../news/stages/run.ts'
import { AppError } from '../platform/errors.ts'
import { buildModels } from './model-commands.ts'
import { buildOperator } from './operator.ts'
import type { Services } from './services.ts'
import { buildSources, toRecord } from './source-commands.ts'
import { readStats } from './stats.ts'
import { withLogin } from './with-login.ts'

export function buildOperations(services: Services): Commands {
  const { database, clock } = services
  return {
    ...buildSources(services),
    addSource: async (url, options = {}) => {
      const given = splitCredentials(url)
      const login = options.login ?? given.headers
      const [best] = await findFeeds(services, given.url, login)
      const { feed, added } = await addSource(
        database,
        {
          url: best.url,
          title: options.title ?? (best.title || best.url),
          siteUrl: null,
          language: null,
          relevance: 'model',
          extract: true,
          publisher: null,
          folder: options.folder ?? null,
          secret:
            login && sharesLogin(given.url, best.url)
              ? sealHeaders(services.config.DATA_DIR, checkHeaders(login))
              : null,
        },
        clock.now(),
      )
      if (!added) throw new AppError('unprocessable', `${best.url} is a source already (id ${feed.id}).`)
      return toRecord(services, feed)
    },
    findFeeds: (url, login) => {
      const given = splitCredentials(url)
      return findFeeds(services, given.url, login ?? given.headers)
    },
    proposeAddress: async (id) => proposeAddress(services, await getFeed(database, id)),
    ingest: async ({ feedIds, onProgress }) => {
      for (const id of feedIds ?? []) await getFeed(database, id)
      return runOnce(services.pipeline, await services.queue(), {
        ...(feedIds ? { feedIds } : {}),
        ...(onProgress ? { onProgress } : {}),
      })
    },
    stats: () => readStats(services),
    planReprocess: async (request) => planReprocess(reprocessCtx(services), request),
    reprocess: async (request) => {
      const queue = await services.queue()
      await recordReprocess(database, request, clock.now())
      const run = () => reprocess(reprocessCtx(services), queue, request)
      return withWorkers(queue, stageHandlers(services.pipeline), run)
    },
    operator: buildOperator(services),
    models: buildModels(services),
  }
}

/** Asked with a login where there is one. Throws `unprocessable` where there is no feed. */
async function findFeeds(
  { fetcher, reader }: Services,
  url: string,
  login: SecretHeaders | null,
): Promise<[FoundFeed, ...FoundFeed[]]> {
  const [best, ...others] = await discoverFeeds(url, { fetcher: withLogin(fetcher, url, login), reader })
  if (!best) throw new AppError('unprocessable', `No feed was found at ${url}.`)
  return [best, ...others]
}

/** Runs when a worker takes a job that the console has queued. */
export async function reprocessJob(services: Services, key: string): Promise<StageReport[]> {
  const { since, stages } = JSON.parse(key) as { since: string | null; stages?: ReprocessStage[] }
  const request = { since: since === null ? null : new Date(since), ...(stages ? { stages } : {}) }
  return reprocess(reprocessCtx(services), await services.queue(), request)
}

function reprocessCtx({ pipeline, models, content }: Services): ReprocessCtx {
  const costOf = models.enrichment?.summariser.costOf ?? null
  const missing = models.embedder ? {} : { embed: 'EMBEDDING_PROVIDER is none: there is no model to embed with.' }
  return {
    pipeline,
    costOf,
    judgeCostOf: models.enrichment?.judge?.summariser.costOf ?? null,
    missing,
    timezone: content.site.timezone,
  }
}

/** Composition root: config → services → Ctx → surfaces. */
import type { FastifyInstance } from 'fastify'
import type { Ctx } from './ctx.ts'
import { ReadCache } from './http/read-cache.ts'
import { buildServer } from './http/server.ts'
import { buildOperations } from './operations.ts'
import { startWorker } from './pipeline/run.ts'
import { startViewCounter } from './pipeline/view-counter.ts'
import { createArticleLoader } from './read/article-loader.ts'
import type { Services } from './services.ts'
import { isMigrated } from './store/migrate.ts'
import { countCall } from './store/rate-limits.ts'
import { followVersions } from './store/versions.ts'
import { legacyRoutes } from './surfaces/legacy/routes.ts'
import { statusRoutes } from './surfaces/status/routes.ts'

export interface Web {
  app: FastifyInstance
  ctx: Ctx
  close(): Promise<void>
}

/** Every surface on one Fastify instance, not yet listening. */
export async function buildWeb(services: Services): Promise<Web> {
  const { config, log, clock, content, database } = services
  const cache = new ReadCache(config.CACHE_MB * 1024 * 1024)
  const views = startViewCounter(database, clock, log)
  const versions = await followVersions(database, config, log, (name) => cache.raise(name))
  const ctx: Ctx = {
    config,
    site: content.site,
    log,
    clock,
    db: database.readDb,
    articles: createArticleLoader(database.readDb, content.site.language),
    cache,
    limiter: (limit, key) => countCall(database, limit, key, clock.now()),
    commands: { ...buildOperations(services), countView: (reading) => views.add(reading) },
    embedder: null,
  }
  const { app } = buildServer({
    logger: log,
    trustProxy: config.TRUST_PROXY,
    https: config.BASE_URL.startsWith('https:'),
    notFoundPage: notFoundPage(content.site.name),
  })
  legacyRoutes(app, ctx)
  statusRoutes(app, ctx, () => isMigrated(database))
  return {
    app,
    ctx,
    close: async () => {
      await app.close()
      await versions.close()
      await views.stop()
    },
  }
}

const notFoundPage = (name: string) => `<!doctype html><title>404 – ${name}</title><h1>404</h1>`

/** The web half, the worker half, or both, until `close`. Returns the address that it listens on. */
export async function startProcess(
  services: Services,
  halves: { web: boolean; worker: boolean },
): Promise<{ address: string | null; close(): Promise<void> }> {
  const web = halves.web ? await buildWeb(services) : null
  const address = web ? await web.app.listen({ port: services.config.PORT, host: services.config.HOST }) : null
  const worker = halves.worker ? await startWorker(services.pipeline, await services.queue()) : null
  return {
    address,
    close: async () => {
      await web?.close()
      await worker?.stop()
    },
  }
}

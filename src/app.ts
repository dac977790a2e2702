/** Composition root: config → services → Ctx → surfaces. */
import { EventEmitter } from 'node:events'
import type { McpServer } from '@modelcontextprotocol/server'
import type { FastifyInstance } from 'fastify'
import { buildAccountOperations } from './app/account-operations.ts'
import { ensureBrand } from './app/brand.ts'
import type { Services } from './app/services.ts'
import type { Ctx } from './ctx.ts'
import type { Feature, WebPart } from './feature.ts'
import { loadFeatures } from './features.ts'
import { countCalls } from './news/accounts/writes/rate-limits.ts'
import { loggedKinds } from './news/changes/resource.ts'
import { shareEdition } from './news/editions/queries/shared-edition.ts'
import { backupAges } from './news/health/backup-checks.ts'
import { checkReadiness, listIssues } from './news/health/health-check.ts'
import { healthChecks } from './news/health/registry.ts'
import { type AnyResource, markdownAddress } from './news/resources/resource.ts'
import { createSearchGate } from './news/search/queries/search-gate.ts'
import { startViewCounter } from './news/stages/view-counter.ts'
import { cancelledBy } from './platform/database/cancelling.ts'
import { subscribeToVersions } from './platform/database/versions.ts'
import { fetchImage } from './platform/fetch/images.ts'
import { EventStreams } from './platform/http/event-streams.ts'
import { ReadCache } from './platform/http/read-cache.ts'
import { buildServer, plainErrors } from './platform/http/server.ts'
import { createArticleImages } from './platform/media/images/article-images.ts'
import { imageFolder } from './platform/media/images/folder.ts'
import { drawShareImage } from './platform/media/images/share-image.ts'
import { readVersion } from './platform/package/version.ts'
import { queueDepth } from './platform/queue/stages.ts'
import { adminErrors, adminRoutes } from './surfaces/console/routes.ts'
import { legacyRoutes } from './surfaces/legacy/routes.ts'
import { markdownRoutes } from './surfaces/markdown/routes.ts'
import type { McpDeps } from './surfaces/mcp/parts.ts'
import { mcpErrors, mcpRoutes } from './surfaces/mcp/routes.ts'
import { apiErrors } from './surfaces/rest/api-errors.ts'
import { apiRoutes } from './surfaces/rest/routes.ts'
import { oembedErrors } from './surfaces/site/event/embed-routes.ts'
import { siteOf } from './surfaces/site/feature-site.ts'
import { layout } from './surfaces/site/layout.ts'
import { buildSiteContext } from './surfaces/site/page-context.ts'
import { siteErrors, siteRoutes } from './surfaces/site/routes.ts'
import { pageSender } from './surfaces/site/send-page.ts'
import { metricsRoutes } from './surfaces/status/metrics.ts'
import { statusRoutes } from './surfaces/status/routes.ts'
import { syndicationRoutes } from './surfaces/syndication/routes.ts'

export interface Surfaces {
  app: FastifyInstance
  ctx: Ctx
  mcp: McpDeps
  /** Of the features that are on. */
  parts: WebPart[]
  /** Flushes the counted readings to the database, as happens every few seconds. */
  flushViews(): Promise<void>
  close(): Promise<void>
}

/** Every surface on one Fastify instance, for the service and for commands: it answers, and sends nothing by itself. */
export async function buildSurfaces(services: Services): Promise<Surfaces> {
  const { config, log, clock, content, database } = services
  await ensureBrand(config, content.site.name)
  const cache = new ReadCache(config.CACHE_MB * 1024 * 1024)
  const views = startViewCounter(database, clock, log)
  const streams = new EventStreams()
  const onContent = new EventEmitter<{ raised: [] }>()
  const edition = shareEdition({
    db: database.readDb,
    siteLanguage: content.site.language,
    content: content.search,
    clock,
    inflection: content.inflection,
  })
  const versions = await subscribeToVersions(database, log, (name) => {
    cache.raise(name)
    if (name !== 'content') return
    edition.raise()
    onContent.emit('raised')
  })
  const features: Feature[] = await loadFeatures(config)
  const resources = features.flatMap((feature) => feature.resources ?? [])
  const accounts = buildAccountOperations(
    services,
    features.flatMap((feature) => feature.tokens?.(services) ?? []),
  )
  const images = createArticleImages({
    folder: imageFolder(config.DATA_DIR),
    maxBytes: imageCacheBytes,
    fetch: async (url) => (await fetchImage(url, services.fetcher)).bytes,
    now: () => clock.now().getTime(),
  })
  const health = () => healthChecks({ config, database, now: clock.now(), timeZone: content.site.timezone })
  const ctx: Ctx = {
    config,
    site: content.site,
    hub: features.map((feature) => feature.hub?.(config) ?? null).find((hub) => hub !== null) ?? null,
    signInAt: (path) =>
      features.map((feature) => feature.signInAt?.(config.BASE_URL, path) ?? null).find((url) => url !== null) ?? null,
    origin: { baseUrl: config.BASE_URL, paths: content.site.paths },
    vocabulary: content.rules.vocabulary,
    search: content.search,
    show: content.show,
    kinds: loggedKinds(features.flatMap((feature) => feature.kinds ?? [])),
    log,
    clock,
    db: database.readDb,
    database,
    cache,
    streams,
    onContent: (listener) => onContent.on('raised', listener),
    edition,
    // A search has two connections at most: a third of the pool is left to accounts and pages.
    searches: createSearchGate({ capacity: Math.max(1, Math.floor(config.DATABASE_POOL / 3)), cancelledBy }),
    limiter: (limit, key, calls) => countCalls(database, limit, key, calls, clock.now()),
    accounts: accounts.accounts,
    mail: accounts.mail,
    strangers: services.strangers,
    images: { ...images, shared: (name, event) => images.drawn(name, () => drawShareImage(event)) },
    countView: views.add,
    issues: () => listIssues(health(), (check, err) => log.warn({ check, err }, 'a health check failed')),
    embedder: services.models.embedder,
  }
  const pageContext = buildSiteContext(config, content, images.isBroken, siteOf(features))
  const sendPage = pageSender(ctx, pageContext)
  const { app, renderErrors, requests } = buildServer({
    logger: log,
    trustProxy: config.TRUST_PROXY,
    https: config.BASE_URL.startsWith('https:'),
    hstsSubDomains: config.HSTS_SUBDOMAINS === 'on',
    negotiated: [
      ...features.flatMap((feature) => feature.negotiated ?? []),
      ...resources.flatMap((of) => of(({ markdown }) => (markdown ? [markdownAddress(markdown)] : []))),
    ],
    addresses: content.site.addresses,
  })
  app.addHook('preClose', (done) => {
    streams.closeAll()
    done()
  })
  legacyRoutes(app, ctx)
  apiRoutes(app, ctx, (head, body) => layout(pageContext.page(clock.now()), head, body), content.messages.t, {
    rest: features.flatMap((feature) => feature.rest ?? []),
    me: features.flatMap((feature) => feature.me ?? []),
    resources,
  })
  renderErrors(apiErrors(ctx))
  markdownRoutes(app, ctx, content.messages.t, {
    llms: features.flatMap((feature) => feature.llms ?? []),
    llmsSections: features.flatMap((feature) => feature.llmsSections ?? []),
    resources,
  })
  const mcp = mcpDeps(
    services,
    ctx,
    resources,
    features.flatMap((feature) => feature.tools ?? []),
  )
  mcpRoutes(app, ctx, mcp)
  renderErrors(mcpErrors)
  syndicationRoutes(app, ctx, content.messages.t)
  siteRoutes(
    app,
    ctx,
    pageContext,
    sendPage,
    features.flatMap((feature) => feature.account?.({ ctx, services }) ?? []),
  )
  renderErrors(siteErrors(ctx, pageContext))
  renderErrors(oembedErrors)
  renderErrors(plainErrors('/.well-known'))
  // The reference is pages for people, below the API's own prefix.
  renderErrors({ ...siteErrors(ctx, pageContext), prefix: '/api/docs' })
  adminRoutes(
    app,
    { ...ctx, db: database.db },
    services,
    pageContext.page,
    features
      .flatMap((feature) => feature.console ?? [])
      .map((pages) => ({ ...pages, routes: (scope, admin) => pages.routes(scope, admin, services) })),
    services.undoHandlers,
  )
  if (config.ADMIN_TOKEN !== undefined) renderErrors(adminErrors(ctx, pageContext.page, pageContext.notFound))
  statusRoutes(app, () => checkReadiness(health()))
  metricsRoutes(app, {
    ...ctx,
    requests,
    queueDepth: () => queueDepth(database),
    version: readVersion(),
    backups: () => backupAges(config.DATA_DIR, ctx.clock.now()),
  })
  const frame = { app, ctx, services, page: () => pageContext.page(clock.now()), renderErrors, sendPage }
  const parts: WebPart[] = []
  for (const feature of features) parts.push((await feature.web?.(frame)) ?? {})
  return {
    app,
    ctx,
    mcp,
    parts,
    flushViews: () => views.flush(),
    close: async () => {
      await app.close()
      await versions.close()
      await views.stop()
      accounts.close()
    },
  }
}

const mcpDeps = (
  { content }: Services,
  ctx: Ctx,
  resources: readonly AnyResource[],
  tools: McpDeps['tools'],
): McpDeps => ({
  ctx,
  md: { ...ctx.origin, site: content.site, t: content.messages.t },
  version: readVersion(),
  messagesIn: (language) => content.translations.in(language).t,
  languages: content.translations.languages,
  resources,
  tools,
})

/** The MCP server without a listener, for standard input and output. `close` closes the services too. */
export async function buildMcp(
  services: Services,
): Promise<{ createServer: () => Promise<McpServer>; close(): Promise<void> }> {
  const { buildMcpServer } = await import('./surfaces/mcp/server.ts')
  const surfaces = await buildSurfaces(services)
  return {
    createServer: () => buildMcpServer(surfaces.mcp),
    close: async () => {
      await surfaces.close()
      await services.close()
    },
  }
}

/** Images of articles on disk, an LRU by bytes. */
const imageCacheBytes = 512 * 1024 * 1024

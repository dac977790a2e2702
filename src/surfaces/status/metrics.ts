/** `/metrics` for Prometheus, collected at each scrape from the counters of the modules. */
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry, register as shared } from 'prom-client'
import type { Ctx } from '../../ctx.ts'
import type { StageDepth } from '../../domain/commands.ts'
import { AppError } from '../../domain/errors.ts'
import { healthStates } from '../../domain/feeds/feed-health.ts'
import { bearerToken } from '../../http/bearer.ts'
import { addressKey } from '../../http/client.ts'
import { isLocal } from '../../http/loopback.ts'
import { enforce, limits } from '../../http/rate-limit.ts'
import { durationBounds, type RouteStats } from '../../http/request-stats.ts'
import { sameSecret } from '../../http/same-secret.ts'
import { createCallCounter, type DatabaseNumbers, readNumbers } from '../../read/operator/metrics.ts'

type Parts = Pick<Ctx, 'config' | 'clock' | 'cache' | 'streams' | 'db' | 'limiter' | 'issues'> & {
  queueDepth: () => Promise<StageDepth[]>
  version: string
  /** Time of the embedded database's newest backup, and how many are dated after now. */
  backups: () => Promise<{ newest: Date | null; ahead: number }>
  requests: () => RouteStats[]
}

/** The database is queried at most this often. */
const REREAD_MS = 10_000

export function metricsRoutes(app: FastifyInstance, parts: Parts): void {
  let registry: Registry | null = null

  app.get('/metrics', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (!isLocal(request)) {
      const [given, token] = [bearerToken(request), parts.config.ADMIN_TOKEN]
      // Unauthorised clients get a 404.
      if (given === null || token === undefined) throw new AppError('not_found', 'There is nothing at this address.')
      if (!sameSecret(given, token)) {
        await enforce(parts.limiter, reply, limits.admin, `metrics ${addressKey(request.ip)}`)
        throw new AppError('forbidden', 'That is not the token.')
      }
    }
    // Process metrics are collected from the first scrape on.
    registry ??= Registry.merge([shared, buildRegistry(parts)])
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

function buildRegistry(parts: Parts): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  requestMetrics(registry, parts.requests)
  cacheMetrics(registry, parts.cache)
  new Gauge({
    name: 'karnhuset_event_streams',
    help: 'Open streams of server-sent events',
    registers: [registry],
    collect() {
      this.set(parts.streams.size)
    },
  })
  databaseMetrics(registry, parts)
  gauge(registry, 'karnhuset_info', 'The version that runs', ['version'], (set) => set({ version: parts.version }, 1))
  gauge(registry, 'karnhuset_backup_timestamp_seconds', 'When the newest backup was written', [], async (set) => {
    const { newest } = await parts.backups()
    if (newest) set({}, Math.round(newest.getTime() / 1000))
  })
  gauge(registry, 'karnhuset_backups_ahead', 'Backups dated after now, from a wrong clock', [], async (set) => {
    set({}, (await parts.backups()).ahead)
  })
  return registry
}

const durations = 'karnhuset_http_request_duration_seconds'
const histogramHelp = 'How long answers took, by route; those of no route are called none'

function requestMetrics(registry: Registry, requests: () => RouteStats[]): void {
  const registers = [registry]
  new Counter({
    name: 'karnhuset_http_requests_total',
    help: 'Answers by route and status; those of no route are called none',
    labelNames: ['method', 'route', 'status'],
    registers,
    collect() {
      this.reset()
      for (const { method, route, statuses } of requests())
        for (const [status, n] of statuses) this.inc({ method, route, status }, n)
    },
  })
  const histogram = new Histogram({
    name: durations,
    help: histogramHelp,
    labelNames: ['method', 'route'],
    buckets: durationBounds,
    registers,
  })
  // The numbers are kept in buckets already: this is where the registry asks for its values.
  const [name, help, type] = [durations, histogramHelp, 'histogram']
  Object.assign(histogram, {
    getForPromString: async () => ({ name, help, type, values: requests().flatMap(bucketValues), aggregator: 'sum' }),
  })
}

type HistogramValues = Awaited<ReturnType<Histogram<string>['get']>>['values']

function bucketValues({ method, route, buckets, seconds }: RouteStats): HistogramValues {
  let total = 0
  const values: HistogramValues = [...durationBounds, '+Inf' as const].map((le, i) => {
    total += buckets[i] ?? 0
    return { metricName: `${durations}_bucket`, labels: { le, method, route }, value: total }
  })
  values.push({ metricName: `${durations}_sum`, labels: { method, route }, value: seconds })
  values.push({ metricName: `${durations}_count`, labels: { method, route }, value: total })
  return values
}

function cacheMetrics(registry: Registry, cache: Ctx['cache']): void {
  const counted = {
    hits: 'Answers sent from the read cache',
    misses: 'Answers that had to be built',
    stale: 'Old answers that were sent while the database was away',
  }
  for (const [key, help] of Object.entries(counted))
    counter(registry, `karnhuset_read_cache_${key}_total`, help, () => cache.stats[key as keyof typeof counted])
  for (const [key, help] of [
    ['bytes', 'Bytes held by the read cache'],
    ['entries', 'Answers held by the read cache'],
  ] as const)
    gauge(registry, `karnhuset_read_cache_${key}`, help, [], (set) => set({}, cache[key]))
}

function counter(registry: Registry, name: string, help: string, read: () => number): void {
  new Counter({
    name,
    help,
    registers: [registry],
    collect() {
      this.reset()
      this.inc(read())
    },
  })
}

type Set = (labels: Record<string, string>, value: number) => void

function gauge(
  registry: Registry,
  name: string,
  help: string,
  labelNames: string[],
  read: (set: Set) => void | Promise<void>,
): void {
  new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      this.reset()
      await read((labels, value) => this.set(labels, value))
    },
  })
}

/** While the database is unavailable these are left out of the answer. */
function databaseMetrics(registry: Registry, parts: Parts): void {
  const numbers = remembered(parts, () => readNumbers(parts.db, parts.clock.now()))
  const depth = remembered(parts, parts.queueDepth)
  const countCalls = createCallCounter(parts.db)
  const calls = remembered(parts, () => countCalls(parts.clock.now()))

  const issues = remembered(parts, parts.issues)
  gauge(registry, 'karnhuset_issues', 'What needs the operator, by health check', ['check'], async (set) => {
    for (const { check, open } of (await issues()) ?? []) set({ check }, open.length)
  })
  gauge(registry, 'karnhuset_feeds', 'Sources by state', ['state'], async (set) => {
    const states = (await numbers())?.sources.map(({ state }) => state)
    if (!states) return
    for (const state of healthStates) set({ state }, states.filter((each) => each === state).length)
  })
  gauge(registry, 'karnhuset_network_up', 'Whether any publisher can be reached from here', [], async (set) => {
    const sources = (await numbers())?.sources
    if (sources) set({}, sources.some(({ state }) => state === 'offline') ? 0 : 1)
  })
  sourceMetrics(registry, numbers)
  gauge(registry, 'karnhuset_articles', 'Published articles', ['relevant'], async (set) => {
    for (const { relevant, n } of (await numbers())?.articles ?? []) set({ relevant: String(relevant) }, n)
  })
  gauge(registry, 'karnhuset_articles_waiting', 'Articles that wait to be published', [], async (set) => {
    const known = await numbers()
    if (known) set({}, known.waiting)
  })
  gauge(registry, 'karnhuset_fault_reports_open', 'Reports of readers that nobody dealt with', [], async (set) => {
    const known = await numbers()
    if (known) set({}, known.reports)
  })
  gauge(registry, 'karnhuset_queue_jobs', 'Jobs by stage and state', ['stage', 'state'], async (set) => {
    for (const { stage, ready, active, failed } of (await depth()) ?? [])
      for (const [state, n] of Object.entries({ ready, active, failed })) set({ stage, state }, n)
  })
  gauge(
    registry,
    'karnhuset_queue_oldest_seconds',
    'How long the longest waiting job is ready',
    ['stage'],
    async (set) => {
      for (const { stage, oldest } of (await depth()) ?? []) set({ stage }, oldest)
    },
  )
  const sums = {
    calls: 'Calls to models',
    input: 'Tokens that models read',
    output: 'Tokens that models wrote',
    cost: 'Cost of models, in the currency of the configured prices',
  }
  for (const [key, help] of Object.entries(sums)) {
    new Counter({
      name: key === 'input' || key === 'output' ? `karnhuset_ai_${key}_tokens_total` : `karnhuset_ai_${key}_total`,
      help,
      labelNames: ['purpose', 'model', 'verdict'],
      registers: [registry],
      async collect() {
        this.reset()
        for (const { purpose, model, verdict, ...row } of (await calls()) ?? [])
          this.inc({ purpose, model, verdict }, row[key as keyof typeof sums])
      },
    })
  }
}

type Numbers = () => Promise<DatabaseNumbers | null>

/** By source: the ids are those of the console. */
function sourceMetrics(registry: Registry, numbers: Numbers): void {
  const labels = ['id', 'source']
  const seconds = (at: Date) => Math.round(at.getTime() / 1000)
  gauge(
    registry,
    'karnhuset_feed_last_success_timestamp_seconds',
    'When a source last answered',
    labels,
    async (set) => {
      for (const { id, title, lastSuccessAt } of (await numbers())?.sources ?? [])
        if (lastSuccessAt) set({ id: String(id), source: title }, seconds(lastSuccessAt))
    },
  )
  const newest = 'When the newest article of a source was published'
  gauge(registry, 'karnhuset_feed_newest_article_timestamp_seconds', newest, labels, async (set) => {
    const known = await numbers()
    const titles = new Map(known?.sources.map(({ id, title }) => [id, title]))
    for (const { id, at } of known?.newest ?? []) set({ id: String(id), source: titles.get(id) ?? '' }, seconds(at))
  })
  const lag = 'From publication to publication here, of articles of the last day'
  gauge(registry, 'karnhuset_article_lag_seconds', lag, ['quantile'], async (set) => {
    const { median = null, p95 = null } = (await numbers())?.lag ?? {}
    if (median !== null) set({ quantile: '0.5' }, median)
    if (p95 !== null) set({ quantile: '0.95' }, p95)
  })
}

/**
 * Single flight: concurrent scrapes share one query, whose result is cached for a while; null when the database does not
 * answer.
 */
function remembered<T>({ clock }: Parts, read: () => Promise<T>): () => Promise<T | null> {
  let last: { at: number; value: Promise<T | null> } | null = null
  return () => {
    const now = clock.now().getTime()
    if (!last || now < last.at || now - last.at >= REREAD_MS) last = { at: now, value: read().catch(() => null) }
    return last.value
  }
}

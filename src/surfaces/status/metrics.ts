/** `/metrics` for Prometheus, collected at each scrape from the counters of the modules. */
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry, register as shared } from 'prom-client'
import type { Ctx } from '../../ctx.ts'
import { bearerToken } from '../../news/accounts/bearer.ts'
import { healthStates } from '../../news/feeds/rules/feed-health.ts'
import { readLag } from '../../news/operator/queries/lag.ts'
import { createCallCounter, type DatabaseNumbers, readNumbers } from '../../news/operator/queries/metrics.ts'
import type { StageDepth } from '../../news/operator/queries/views.ts'
import { AppError } from '../../platform/errors.ts'
import { addressKey } from '../../platform/http/client.ts'
import { isLocal } from '../../platform/http/loopback.ts'
import { enforce, limits } from '../../platform/http/rate-limit.ts'
import { durationBounds, type RouteStats } from '../../platform/http/request-stats.ts'
import { sameSecret } from '../../platform/http/same-secret.ts'

type Deps = Pick<Ctx, 'config' | 'clock' | 'cache' | 'streams' | 'db' | 'limiter' | 'issues'> & {
  queueDepth: () => Promise<StageDepth[]>
  version: string
  /** Time of the embedded database's newest backup, and how many are dated after now. */
  backups: () => Promise<{ newest: Date | null; ahead: number }>
  requests: () => RouteStats[]
}

/** The database is queried at most this often. */
const REREAD_MS = 10_000
/** Issues are looked for as often as the worker does. */
const RECHECK_MS = 60_000

export function metricsRoutes(app: FastifyInstance, parts: Deps): void {
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
    return reply.type(registry.contentType).send(withoutUnmeasured(await registry.metrics()))
  })
}

/** Delays of the event loop have no value where none was measured since the last scrape, as before the first. */
const withoutUnmeasured = (text: string): string =>
  /^nodejs_eventloop_lag_mean_seconds nan$/im.test(text)
    ? text.replace(/^nodejs_eventloop_lag_(?:min|max|mean|stddev|p\d+)_seconds \S+\n/gm, '')
    : text

function buildRegistry(parts: Deps): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  requestMetrics(registry, parts.requests)
  cacheMetrics(registry, parts.cache)
  gauge(registry, 'karnhuset_event_streams', 'Open streams of server-sent events', [], () => [[parts.streams.size]])
  databaseMetrics(registry, parts)
  const { version, backups } = parts
  gauge(registry, 'karnhuset_info', 'The version that runs', ['version'], () => [[1, version]])
  gauge(registry, 'karnhuset_backup_timestamp_seconds', 'When the newest backup was written', [], async () => {
    const { newest } = await backups()
    return newest ? [[seconds(newest)]] : []
  })
  gauge(registry, 'karnhuset_backups_ahead', 'Backups dated after now, from a wrong clock', [], async () => [
    [(await backups()).ahead],
  ])
  return registry
}

const seconds = (at: Date) => Math.round(at.getTime() / 1000)

/** A value, and those of its labels in their order. */
type Sample = [value: number, ...labels: string[]]

type Metric = (
  registry: Registry,
  name: string,
  help: string,
  labelNames: string[],
  read: () => Sample[] | Promise<Sample[]>,
) => void

/** Read at each scrape. */
const metric =
  (Kind: typeof Counter | typeof Gauge): Metric =>
  (registry, name, help, labelNames, read) => {
    new Kind({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset()
        for (const [value, ...labels] of await read())
          this.inc(Object.fromEntries(labelNames.map((label, i) => [label, labels[i] ?? ''])), value)
      },
    })
  }
const counter = metric(Counter)
const gauge = metric(Gauge)

const durations = 'karnhuset_http_request_duration_seconds'
const histogramHelp = 'How long answers took, by route; those of no route are called none'

function requestMetrics(registry: Registry, requests: () => RouteStats[]): void {
  const help = 'Answers by route and status; those of no route are called none'
  counter(registry, 'karnhuset_http_requests_total', help, ['method', 'route', 'status'], () =>
    requests().flatMap(({ method, route, statuses }) =>
      [...statuses].map(([status, n]): Sample => [n, method, route, String(status)]),
    ),
  )
  const histogram = new Histogram({
    name: durations,
    help: histogramHelp,
    labelNames: ['method', 'route'],
    buckets: durationBounds,
    registers: [registry],
  })
  // The numbers are kept in buckets already: this is where the registry asks for its values.
  const shown = { name: durations, help: histogramHelp, type: 'histogram', aggregator: 'sum' }
  Object.assign(histogram, {
    getForPromString: async () => ({ ...shown, values: requests().flatMap(bucketValues) }),
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
    stale: 'Old answers that were sent while the database was unreachable',
  }
  for (const [key, help] of Object.entries(counted))
    counter(registry, `karnhuset_read_cache_${key}_total`, help, [], () => [[cache.stats[key as keyof typeof counted]]])
  gauge(registry, 'karnhuset_read_cache_bytes', 'Bytes held by the read cache', [], () => [[cache.bytes]])
  gauge(registry, 'karnhuset_read_cache_entries', 'Answers held by the read cache', [], () => [[cache.entries]])
}

/** While the database is unavailable these are left out of the answer. */
function databaseMetrics(registry: Registry, parts: Deps): void {
  const numbers = memoized(parts, () => readNumbers(parts.db, parts.clock.now()))
  const depth = memoized(parts, parts.queueDepth)
  const lag = memoized(parts, () => readLag(parts.db))
  const issues = memoized(parts, parts.issues, RECHECK_MS)
  const countCalls = createCallCounter(parts.db)
  const calls = memoized(parts, () => countCalls(parts.clock.now()))
  /** Samples of what was read; none where nothing was. */
  const of =
    <T>(read: () => Promise<T | null>, samples: (found: T) => Sample[]) =>
    async () => {
      const found = await read()
      return found ? samples(found) : []
    }

  const needs = of(issues, (found) => found.map(({ check, open }): Sample => [open.length, check]))
  gauge(registry, 'karnhuset_issues', 'What needs the operator, by health check', ['check'], needs)
  sourceMetrics(registry, (samples) => of(numbers, samples))
  const published = of(numbers, ({ articles }) => articles.map(({ relevant, n }): Sample => [n, String(relevant)]))
  gauge(registry, 'karnhuset_articles', 'Published articles', ['relevant'], published)
  const waiting = of(numbers, (found) => [[found.waiting]])
  gauge(registry, 'karnhuset_articles_waiting', 'Articles that wait to be published', [], waiting)
  const reports = of(numbers, (found) => [[found.reports]])
  gauge(registry, 'karnhuset_fault_reports_open', 'Reports of readers that are not handled yet', [], reports)
  const jobs = of(depth, (stages) =>
    stages.flatMap(({ stage, ready, active, failed }) =>
      Object.entries({ ready, active, failed }).map(([state, n]): Sample => [n, stage, state]),
    ),
  )
  gauge(registry, 'karnhuset_queue_jobs', 'Jobs by stage and state', ['stage', 'state'], jobs)
  const oldest = of(depth, (stages) => stages.map((one): Sample => [one.oldest, one.stage]))
  gauge(registry, 'karnhuset_queue_oldest_seconds', 'How long the longest waiting job is ready', ['stage'], oldest)
  const behind = of(lag, (stages) =>
    stages.map(({ stage, since }): Sample => {
      const ms = since ? parts.clock.now().getTime() - since.getTime() : 0
      return [Math.max(0, Math.round(ms / 1000)), stage]
    }),
  )
  const behindHelp = 'How long the oldest article that waits for a stage has waited'
  gauge(registry, 'karnhuset_stage_waiting_seconds', behindHelp, ['stage'], behind)
  const counted = of(numbers, (found) => [[found.rateHits]])
  gauge(registry, 'karnhuset_rate_hits', 'Calls that are remembered for limits of rate', [], counted)
  const sums = [
    ['calls', 'calls', 'Calls to models'],
    ['input_tokens', 'input', 'Tokens that models read'],
    ['output_tokens', 'output', 'Tokens that models wrote'],
    ['cost', 'cost', 'Cost of models, in the currency of the configured prices'],
  ] as const
  for (const [name, key, help] of sums) {
    const sum = of(calls, (rows) =>
      rows.map(({ purpose, model, verdict, ...row }): Sample => [row[key], purpose, model, verdict]),
    )
    counter(registry, `karnhuset_ai_${name}_total`, help, ['purpose', 'model', 'verdict'], sum)
  }
}

/** By source: the ids are those of the console. */
function sourceMetrics(
  registry: Registry,
  of: (samples: (found: DatabaseNumbers) => Sample[]) => () => Promise<Sample[]>,
): void {
  const states = of(({ sources }) =>
    healthStates.map((state): Sample => [sources.filter((each) => each.state === state).length, state]),
  )
  gauge(registry, 'karnhuset_feeds', 'Sources by state', ['state'], states)
  const up = of(({ sources }) => [[sources.some(({ state }) => state === 'offline') ? 0 : 1]])
  gauge(registry, 'karnhuset_network_up', 'Whether any publisher can be reached from here', [], up)
  const labels = ['id', 'source']
  const answered = of(({ sources }) =>
    sources.flatMap(({ id, title, lastSuccessAt: at }): Sample[] => (at ? [[seconds(at), String(id), title]] : [])),
  )
  gauge(registry, 'karnhuset_feed_last_success_timestamp_seconds', 'When a source last answered', labels, answered)
  const newest = of((found) => {
    const titles = new Map(found.sources.map(({ id, title }) => [id, title]))
    return found.newest.map(({ id, at }): Sample => [seconds(at), String(id), titles.get(id) ?? ''])
  })
  const newestHelp = 'When the newest article of a source was published'
  gauge(registry, 'karnhuset_feed_newest_article_timestamp_seconds', newestHelp, labels, newest)
  const lag = of(({ lag: { median, p95 } }) => [
    ...(median === null ? [] : [[median, '0.5'] satisfies Sample]),
    ...(p95 === null ? [] : [[p95, '0.95'] satisfies Sample]),
  ])
  const lagHelp = 'From publication to publication here, of articles of the last day'
  gauge(registry, 'karnhuset_article_lag_seconds', lagHelp, ['quantile'], lag)
}

/**
 * Single flight: concurrent scrapes share one query, whose result is cached for a while; null when the database does not
 * answer.
 */
function memoized<T>({ clock }: Deps, read: () => Promise<T>, everyMs = REREAD_MS): () => Promise<T | null> {
  let last: { at: number; value: Promise<T | null> } | null = null
  return () => {
    const now = clock.now().getTime()
    if (!last || now < last.at || now - last.at >= everyMs) last = { at: now, value: read().catch(() => null) }
    return last.value
  }
}

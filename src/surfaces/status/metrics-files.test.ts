/** Numbers for Prometheus: each has a row; the dashboard and the alert rules ask for none that is absent. */
import { readFileSync } from 'node:fs'
import { load } from 'js-yaml'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedArticles, seedFeed } from '../../../tests/support/build.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'

const hour = (n: number) => new Date(Date.UTC(2026, 10, 21, n))
const unix = (at: Date) => at.getTime() / 1000
let web: TestWeb
let body: string
beforeAll(async () => {
  web = await startTestWeb()
  const { db } = web.database
  web.clock.set(hour(12))
  await web.app.inject({ url: '/entries.json' })
  const old = { created_at: new Date('2026-11-01'), last_fetched_at: hour(11) }
  const feed = await seedFeed(web.database, { ...old, title: 'Bladet "ett"', last_success_at: hour(11) })
  const paused = await seedFeed(web.database, { ...old, title: 'Posten', status: 'paused' })
  await seedFeed(web.database, { ...old, title: 'Borta', status: 'removed', last_success_at: hour(10) })
  const found = (at: Date, minutes: number) => {
    const discovered_at = new Date(at.getTime() + minutes * 60_000)
    return { feed_id: feed, published_at: at, sort_at: at, discovered_at, updated_at: discovered_at }
  }
  const ids = await seedArticles(web.database, [
    found(hour(9), 20),
    { ...found(hour(8), 60), relevant: false },
    // Neither what is not published, nor of long ago, nor of a first pass has a lag.
    { ...found(hour(11), 1), status: 'pending' },
    { ...found(hour(11), 1), status: 'removed' },
    found(new Date('2026-11-10'), 1),
    { ...found(new Date('2026-10-01'), 60 * 24 * 51 + 600), feed_id: paused },
  ])
  const report = { article_id: ids[0] ?? 0, text: 'Fel.', at: hour(10) }
  await db
    .insertInto('fault_reports')
    .values([report, { ...report, handled_at: hour(11) }])
    .execute()
  const call = { purpose: 'summary' as const, provider: 'p', model: 'm', prompt_version: '1', request: '{}' }
  const took = { input_tokens: 100, output_tokens: 10, cost: 0.5 }
  await db
    .insertInto('ai_calls')
    .values([
      { ...call, ...took, verdict: 'accepted', at: hour(11) },
      { ...call, ...took, verdict: 'accepted', at: new Date(hour(12).getTime() - 60_000) },
      { ...call, ...took, verdict: 'refused', at: hour(1) },
    ])
    .execute()
  const hit = { limiter: 'reader', key: 'x' }
  await db
    .insertInto('rate_hits')
    .values([
      { ...hit, at: hour(11) },
      { ...hit, at: new Date(hour(12).getTime() - 86_400_001) },
    ])
    .execute()
  await web.services.pipeline.maintain()
  body = (await web.app.inject({ url: '/metrics' })).body
})
afterAll(() => web.close())

const ANY = expect.any(Number)
const BLADET = '{id="1",source="Bladet \\"ett\\""}'
/** Values by name and labels, without those that are 0. */
const NUMBERS: Record<string, Record<string, unknown>> = {
  karnhuset_feeds: { '{state="well"}': 1, '{state="paused"}': 1 },
  karnhuset_network_up: { '': 1 },
  karnhuset_feed_last_success_timestamp_seconds: { [BLADET]: unix(hour(11)) },
  karnhuset_feed_newest_article_timestamp_seconds: {
    [BLADET]: unix(hour(9)),
    '{id="2",source="Posten"}': unix(new Date('2026-10-01')),
  },
  karnhuset_article_lag_seconds: { '{quantile="0.5"}': 2400, '{quantile="0.95"}': 3480 },
  karnhuset_articles: { '{relevant="true"}': 3, '{relevant="false"}': 1 },
  karnhuset_articles_waiting: { '': 1 },
  karnhuset_fault_reports_open: { '': 1 },
  karnhuset_queue_jobs: {},
  karnhuset_queue_oldest_seconds: {},
  karnhuset_ai_calls_total: ofCalls(1),
  karnhuset_ai_input_tokens_total: ofCalls(100),
  karnhuset_ai_output_tokens_total: ofCalls(10),
  karnhuset_ai_cost_total: ofCalls(0.5),
  karnhuset_backup_timestamp_seconds: { '': ANY },
  karnhuset_backups_ahead: {},
  karnhuset_event_streams: {},
  karnhuset_http_requests_total: { '{method="GET",route="/entries.json",status="200"}': 1 },
  karnhuset_info: { [`{version="${JSON.parse(readFileSync('package.json', 'utf8')).version}"}`]: 1 },
  karnhuset_issues: { '{check="reports"}': 1 },
  // The old one is cleaned away.
  karnhuset_rate_hits: { '': 1 },
  karnhuset_read_cache_bytes: { '': ANY },
  karnhuset_read_cache_entries: { '': ANY },
  karnhuset_read_cache_hits_total: {},
  karnhuset_read_cache_misses_total: { '': ANY },
  karnhuset_read_cache_stale_total: {},
  karnhuset_stage_waiting_seconds: {
    '{stage="enrich"}': 3540,
    // Since the oldest of them came, of 10 November.
    '{stage="cluster"}': 993_540,
    '{stage="stories"}': ANY,
  },
}
/** Of the three calls, two were accepted. */
function ofCalls(each: number): Record<string, number> {
  const labels = (verdict: string) => `{purpose="summary",model="m",verdict="${verdict}"}`
  return { [labels('accepted')]: 2 * each, [labels('refused')]: each }
}

/** By name and labels. */
function readNumbers(): Record<string, Record<string, number>> {
  const found: Record<string, Record<string, number>> = {}
  for (const [, name = '', labels = '', value] of body.matchAll(/^(karnhuset_[a-z_]+)(\{.*\})? (\S+)$/gm)) {
    found[name] ??= {}
    if (Number(value) !== 0) found[name][labels] = Number(value)
  }
  return found
}

it('every number of the first scrape, and of one right after it, is a number', async () => {
  const second = (await web.app.inject({ url: '/metrics' })).body
  for (const text of [body, second]) {
    const samples = text.split('\n').filter((line) => line && !line.startsWith('#'))
    expect(samples.length).toBeGreaterThan(80)
    const wrong = samples.filter((line) => !/^[a-z_:\d]+(?:\{.*\})? -?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(line))
    expect(wrong).toEqual([])
    // A minimum of nothing is the largest number that there is.
    const delays = samples
      .filter((line) => /^nodejs_eventloop_lag/.test(line))
      .map((line) => Number(line.split(' ')[1]))
    for (const seconds of delays) expect(seconds).toBeLessThan(60)
  }
})

it('each number is what it says it is', () => {
  const { karnhuset_http_request_duration_seconds_bucket: buckets, ...found } = readNumbers()
  // The searches are those of the whole process.
  for (const name of [
    'http_request_duration_seconds_sum',
    'http_request_duration_seconds_count',
    'search_fallbacks_total',
  ])
    delete found[`karnhuset_${name}`]
  expect(found).toEqual(NUMBERS)
  expect(buckets).toMatchObject({ '{le="+Inf",method="GET",route="/entries.json"}': 1 })
})

const namesOf = (text: string) => [...new Set(text.match(/\b(?:karnhuset|process)_[a-z_]+\b/g))]
const namesIn = () => new Set(body.split('\n').flatMap((line) => /^([a-z_]+)[ {]/.exec(line)?.[1] ?? []))

interface AlertRules {
  groups: { rules: { expr: string }[] }[]
}

it.each(['ops/grafana/karnhuset.json', 'ops/prometheus/alerts.yaml'])(
  '%s asks for nothing that is not found',
  (file) => {
    const text = readFileSync(file, 'utf8')
    const expressions = file.endsWith('.json')
      ? JSON.parse(text).panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
          targets.map(({ expr }) => expr),
        )
      : (load(text) as AlertRules).groups.flatMap(({ rules }) => rules.map(({ expr }) => expr))
    expect(expressions.length).toBeGreaterThan(8)
    expect(namesOf(expressions.join('\n')).filter((name) => !namesIn().has(name))).toEqual([])
  },
)

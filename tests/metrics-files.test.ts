/** The dashboard and the alert rules ask for numbers that the service tells. */
import { readFileSync } from 'node:fs'
import { load } from 'js-yaml'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedArticles, seedFeed } from './support/seed.ts'
import { startTestWeb, type TestWeb } from './support/web.ts'

let web: TestWeb
let body: string
beforeAll(async () => {
  web = await startTestWeb()
  const at = new Date('2026-11-21T11:00:00Z')
  const feed = await seedFeed(web.database, {
    ...{ title: 'Bladet "ett"', last_success_at: at, last_fetched_at: at, created_at: new Date('2026-11-01') },
  })
  const found = { discovered_at: new Date('2026-11-21T10:30:00Z'), published_at: new Date('2026-11-21T10:10:00Z') }
  await seedArticles(web.database, [{ feed_id: feed, ...found, sort_at: found.published_at }])
  await web.database.db
    .insertInto('ai_calls')
    .values({
      ...{ purpose: 'summary', at, provider: 'p', model: 'm', prompt_version: '1', request: '{}' },
      verdict: 'accepted',
    })
    .execute()
  await web.services.pipeline.maintain()
  await web.app.inject({ url: '/entries.json' })
  body = (await web.app.inject({ url: '/metrics' })).body
})
afterAll(() => web.close())

const told = () => new Set(body.split('\n').flatMap((line) => /^([a-z_]+)[ {]/.exec(line)?.[1] ?? []))
const asked = (text: string) => [...new Set(text.match(/\b(?:karnhuset|process)_[a-z_]+\b/g))]

interface AlertRules {
  groups: { rules: { expr: string }[] }[]
}

it.each(['ops/grafana/karnhuset.json', 'ops/prometheus/alerts.yaml'])(
  '%s asks for nothing that is not told',
  (file) => {
    const text = readFileSync(file, 'utf8')
    const expressions = file.endsWith('.json')
      ? JSON.parse(text).panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
          targets.map(({ expr }) => expr),
        )
      : (load(text) as AlertRules).groups.flatMap(({ rules }) => rules.map(({ expr }) => expr))
    expect(expressions.length).toBeGreaterThan(8)
    expect(asked(expressions.join('\n')).filter((name) => !told().has(name))).toEqual([])
  },
)

it('tells the last success, the newest article and the lag, the version, the backup and the age of the queue', () => {
  const value = (line: string) => Number(new RegExp(`^${line} (\\S+)$`, 'm').exec(body)?.[1])
  const labels = '\\{id="\\d+",source="Bladet \\\\"ett\\\\""\\}'
  expect(value(`karnhuset_feed_last_success_timestamp_seconds${labels}`)).toBe(
    Date.parse('2026-11-21T11:00:00Z') / 1000,
  )
  expect(value(`karnhuset_feed_newest_article_timestamp_seconds${labels}`)).toBe(
    Date.parse('2026-11-21T10:10:00Z') / 1000,
  )
  expect(value('karnhuset_article_lag_seconds\\{quantile="0.5"\\}')).toBe(1200)
  expect(body).toMatch(/^karnhuset_info\{version="\d+\.\d+\.\d+"\} 1$/m)
  expect(value('karnhuset_backup_timestamp_seconds')).toBeGreaterThan(Date.parse('2026-11-01') / 1000)
  expect(value('karnhuset_queue_oldest_seconds\\{stage="fetch"\\}')).toBe(0)
})

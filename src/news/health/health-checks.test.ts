/** Each check of the registry on each surface that shows what it has: a new check is held without a line here. */

import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedArticles, seedFeed } from '../../../tests/support/build.ts'
import { databaseOn, testServer, urlOf } from '../../../tests/support/database.ts'
import { operatorAt, type Visitor } from '../../../tests/support/people.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { examine } from '../../app/doctor/doctor.ts'
import { createNotices } from '../../app/notice-loop.ts'
import { insertErrorReport } from '../articles/writes/fault-reports.ts'
import { describeIssue } from '../operator/rules/notices.ts'
import { healthChecks } from './registry.ts'

const token = 'en-nyckel-som-bara-redaktionen-har'
let web: TestWeb
let visitor: Visitor

beforeAll(async () => {
  web = await startTestWeb({ ADMIN_TOKEN: token, AI_MONTHLY_BUDGET: '10' }, undefined, { alone: true })
  web.clock.set(new Date())
  visitor = await operatorAt(web, token)
})
afterAll(() => web.close())

const checks = () =>
  healthChecks({ config: web.config, database: web.database, now: web.clock.now(), timeZone: 'Europe/Stockholm' })
const ago = (hours: number) => new Date(web.clock.now().getTime() - hours * 3_600_000)

it('/readyz names each check that it rests on', async () => {
  const named = checks().flatMap(({ probe }) => probe?.as ?? [])
  const { checks: shown } = (await web.app.inject('/readyz')).json()
  expect(shown).toEqual(Object.fromEntries(named.map((name) => [name, true])))
  expect(named).toEqual(['database', 'migrations'])
})

it('every fatal check keeps the service from being ready', () => {
  for (const { name, severity, probe } of checks())
    if (severity === 'fatal') expect([name, probe]).not.toContain(undefined)
})

it('doctor runs each check that reports', { tags: 'slow' }, async () => {
  const { DATA_DIR, CONTENT_DIR } = web.config
  const { address } = await testServer()
  const DATABASE_URL = urlOf(databaseOn(address, String(web.database.address.database)))
  const env = { DATABASE_URL, DATA_DIR, CONTENT_DIR, SOURCES: 'none', PORT: '0' }
  const findings = await examine({ environment: { file: {}, process: env }, report: () => {} })
  const reporting = checks().flatMap(({ name, run }) => (run ? name : []))
  expect(findings.map(({ check }) => check)).toEqual(expect.arrayContaining(reporting))
})

/** Makes each check notify, or names the test that does. */
const provoked: Record<string, (() => Promise<unknown>) | 'a full disk is in notices.test.ts'> = {
  sources: () =>
    seedFeed(web.database, {
      title: 'Bladet',
      status: 'gone',
      failure: 'gone',
      failing_since: ago(30),
      last_fetched_at: ago(1),
    }),
  reports: async () => {
    const [article = 0] = await seedArticles(web.database, [{ feed_id: await seedFeed(web.database) }])
    await insertErrorReport(web.ctx.database, { articleId: article, text: 'Det är fel.', at: web.ctx.clock.now() })
  },
  budget: () => call({ verdict: 'accepted', cost: 20, at: ago(0) }),
  models: async () => {
    for (let n = 0; n < 6; n++) await call({ verdict: 'failed', cost: 0, at: ago(1), purpose: 'summary' })
  },
  judge: async () => {
    const model = { model: 'm', prompt_version: '1' }
    await web.database.db
      .insertInto('judge_suspensions')
      .values({
        ...model,
        suspended_at: ago(1),
        examine_at: ago(-5),
        planted: 40,
        refused: 0,
        pairs: 0,
        supported: 0,
      })
      .execute()
    const answer = { position: 0, language: 'sv', class: 'value', expected: 'refused', answered: 'supported' } as const
    await web.database.db
      .insertInto('judge_controls')
      .values({ ...model, ...answer, call_id: null, exam_id: null, at: ago(1) })
      .execute()
  },
  disk: 'a full disk is in notices.test.ts',
  backup: async () => {
    mkdirSync(join(web.config.DATA_DIR, 'backups'), { recursive: true })
    const path = join(web.config.DATA_DIR, 'backups/karnhuset-2026-01-01.jsonl.gz')
    writeFileSync(path, 'x')
    utimesSync(path, ago(50), ago(50))
  },
}
const call = (values: { verdict: 'accepted' | 'failed'; cost: number; at: Date; purpose?: string }) =>
  web.database.db
    .insertInto('ai_calls')
    .values({ purpose: 'event', provider: 'p', model: 'm', prompt_version: '1', request: '{}', ...values })
    .execute()

describe('what a check notifies of', () => {
  const notifying = () => checks().flatMap(({ name, notify }) => (notify ? name : []))
  const found = new Map<string, string[]>()
  const provokable = Object.entries(provoked).flatMap(([name, make]) => (typeof make === 'string' ? [] : [name]))

  beforeAll(async () => {
    for (const make of Object.values(provoked)) if (typeof make !== 'string') await make()
    for (const { check, open } of await web.ctx.issues())
      found.set(
        check,
        open.map(({ key }) => key),
      )
  })

  it('is provoked here for each', () => {
    expect(Object.keys(provoked).sort()).toEqual(notifying().sort())
    for (const name of provokable) expect([name, found.get(name)?.length]).not.toEqual([name, 0])
  })

  it('reaches the notices', async () => {
    const notices = createNotices(web.services)
    await notices.poll()
    notices.close()
    const rows = await web.database.db.selectFrom('notices').select('key').execute()
    expect(rows.map(({ key }) => key).sort()).toEqual([...found.values()].flat().sort())
  })

  it('is counted in /metrics, with 0 for a check that found nothing', async () => {
    const { body } = await web.app.inject('/metrics')
    for (const name of notifying())
      expect(body).toContain(`karnhuset_issues{check="${name}"} ${found.get(name)?.length ?? 0}`)
  })

  it.each(provokable)('is on the first page of the console: %s', async (name) => {
    const [issue] = (await web.ctx.issues()).find(({ check }) => check === name)?.open ?? []
    const { body } = await visitor.get('/admin')
    const words = { sources: 'Bladet', reports: 'Det är fel.' }[name]
    expect(body).toContain(words ?? web.ctx.site.name)
    expect(issue).toBeDefined()
    if (!words) expect(body).toContain(`${describeIssue(web.services.content.messages.t, issue!).text}</a>`)
  })
})

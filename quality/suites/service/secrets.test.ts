/** Nothing secret is written to the log, at its most talkative, over a journey in which much goes wrong. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ModelServer, startModelServer } from '../../../tests/support/played/model.ts'
import { type Publisher, rssDocument, startPublisher } from '../../../tests/support/played/publisher.ts'
import { type Service, startService, until } from '../../../tests/support/service.ts'
import { runChild } from '../../survival/child.ts'

const secrets = {
  modelKey: 'sk-model-4711-geheim',
  embeddingKey: 'sk-embedding-4712-geheim',
  adminToken: 'admin-token-4713-geheim-lång',
  mailPassword: 'mail4714geheim',
  feedPassword: 'feed4715geheim',
  databasePassword: 'database4716geheim',
  bearer: 'kh_bearer4717geheimgeheimgeheimgeheimgeheim',
  cookie: 'cookie4718geheim',
  idToken: 'idtoken4719.geheim.geheim',
}

const folder = mkdtempSync(join(tmpdir(), 'karnhuset-secrets-'))
let publisher: Publisher
let model: ModelServer
let service: Service
let log = ''

beforeAll(async () => {
  publisher = await startPublisher()
  model = await startModelServer((call) => (call % 2 === 0 ? 'broken' : 'cut-off'))
  const item = {
    title: 'Apple visar något',
    link: 'https://bladet.example/1',
    description: 'Text om Apple. '.repeat(100),
  }
  publisher.serve('/feed.xml', { body: rssDocument('Bladet', [item]) })
  publisher.misbehave('/moved.xml', { kind: 'redirect', to: publisher.at('/nowhere') })
  const env = {
    DATA_DIR: join(folder, 'data'),
    SOURCES: 'none',
    FETCH_ALLOW: '127.0.0.1/32',
    LOG_LEVEL: 'trace',
    AI_PROVIDER: 'openai',
    AI_MODEL: 'played',
    AI_BASE_URL: model.url,
    AI_API_KEY: secrets.modelKey,
    EMBEDDING_PROVIDER: 'openai',
    EMBEDDING_MODEL: 'played',
    EMBEDDING_BASE_URL: 'http://127.0.0.1:1/v1',
    EMBEDDING_API_KEY: secrets.embeddingKey,
    ADMIN_TOKEN: secrets.adminToken,
    SMTP_URL: `smtp://user:${secrets.mailPassword}@127.0.0.1:1`,
    MAIL_FROM: 'news@site.example',
  }
  service = await startService('serve', env)
  const withPassword = (path: string) => publisher.at(path).replace('http://', `http://reader:${secrets.feedPassword}@`)
  for (const path of ['/feed.xml', '/moved.xml'])
    log += (await runChild(['feeds', 'add', withPassword(path)], env)).output
  const ask = (path: string, init: RequestInit = {}) => fetch(service.url + path, init)
  const headers = { authorization: `Bearer ${secrets.bearer}`, cookie: `session=${secrets.cookie}` }
  for (const path of [
    '/',
    '/entries.json',
    '/api/v1/entries',
    '/api/v1/me',
    '/admin',
    '/metrics',
    '/nothing',
    '/readyz',
  ])
    await ask(path, { headers })
  await ask('/metrics', { headers: { authorization: `Bearer ${secrets.adminToken}` } })
  const login = (body: unknown) =>
    ask('/api/v1/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await login({ provider: 'email', email: 'reader@site.example' })
  await login({ provider: 'apple', id_token: secrets.idToken })
  await runChild(['ingest'], env)
  await until(
    async () => model.calls.length,
    (calls) => calls > 0,
  )
  await service.stop()
  const unreachable = `postgres://user:${secrets.databasePassword}@127.0.0.1:1/x`
  log += (await runChild(['serve'], { ...env, DATABASE_URL: unreachable })).output
  log += (await runChild(['doctor'], { ...env, DATABASE_URL: unreachable })).output
  log += (await runChild(['doctor'], { ...env, DATABASE_URL: `mysql://user:${secrets.databasePassword}@x` })).output
  log += service.output()
})

afterAll(async () => {
  await publisher?.close()
  await model?.close()
  rmSync(folder, { recursive: true, force: true })
})

it('wrote a log worth the name', () => {
  expect(log.split('\n').length).toBeGreaterThan(10)
  expect(log).toMatch(/model|enrich/i)
})

it.each(Object.entries(secrets))('never writes the %s', (_name, secret) => {
  const places = log.split('\n').filter((line) => line.includes(secret))
  expect(places).toEqual([])
})

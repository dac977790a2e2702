/** The log of all that goes wrong with addresses that hold secrets: origins stand in it, and no secret does. */

import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createNotices } from '../src/app/notice-loop.ts'
import { startStages } from '../src/app/stages.ts'
import { parseConfig } from '../src/config.ts'
import { createHubNotifier } from '../src/features/websub/notify-hub.ts'
import { FAILURE } from '../src/news/backup/daily-backup.ts'
import { proposeAddress } from '../src/news/feeds/visits/propose-address.ts'
import { getFeed } from '../src/news/feeds/writes/feeds.ts'
import { listen } from '../src/platform/database/listen.ts'
import { AppError } from '../src/platform/errors.ts'
import { buildServer } from '../src/platform/http/server.ts'
import { createLog } from '../src/platform/log/log.ts'
import { createMailer } from '../src/platform/outbox/mailer.ts'
import type { PageAddresses } from '../src/platform/site/addresses.ts'
import { actionsOf } from './support/actions.ts'
import { routeTable } from './support/addresses.ts'
import { alertsAt } from './support/alerts.ts'
import { seedArticles, seedFeed, seedWebhook } from './support/build.ts'
import { type SmallServer, startSmallServer } from './support/played/small-server.ts'
import { type AlertSite, startAlertSite } from './support/worlds/alerts.ts'

const lines: string[] = []
const stream = new Writable({ write: (chunk, _coding, done) => done(void lines.push(String(chunk))) })
const startLog = () => createLog({ LOG_LEVEL: 'trace' }, 'test', stream)
/** Each line by a log of its own, since one leaves out an error that goes on. */
const log = new Proxy(startLog(), {
  get: (own, name) => Reflect.get(name in own.levels.values ? startLog() : own, name),
})
const secrets: string[] = []
let echo: SmallServer
let origin: string
let site: AlertSite

/** In an address, so that it is looked for in the log. */
function secret(name: string): string {
  const made = `hemligt-${name}-4711`
  secrets.push(made)
  return made
}

/** A path with a secret, at a server that refuses everything and repeats what it was asked. */
const at = (name: string) => `${origin}/${name}/${secret(name)}?nyckel=${secret(`${name}-nyckel`)}`

beforeAll(async () => {
  echo = await startSmallServer((request, response) => {
    const status = request.url?.startsWith('/gone') ? 410 : request.url?.startsWith('/busy') ? 503 : 404
    const message = `Cannot ${request.method} ${request.url}`
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message } }))
  })
  origin = echo.url
  const settings = {
    AI_PROVIDER: 'openai',
    AI_MODEL: 'played',
    AI_BASE_URL: `${origin}/${secret('ai')}/v1`,
    AI_JUDGE: 'off',
    EMBEDDING_PROVIDER: 'openai',
    EMBEDDING_MODEL: 'played',
    RELEVANCE: 'all',
    EMBEDDING_BASE_URL: `${origin}/${secret('embedding')}/v1`,
    NOTIFY_WEBHOOK: at('notify'),
    NOTIFY_MATRIX: `${origin}/${secret('matrix')}`,
    NOTIFY_MATRIX_ROOM: '!rum:exempel.se',
    NOTIFY_MATRIX_TOKEN: secret('matrix-token'),
    GOOGLE_CLIENT_IDS: 'app',
    GOOGLE_JWKS_URL: at('jwks'),
    ADMIN_TOKEN: secret('admin-token'),
  }
  site = await startAlertSite(settings, { alone: true, log })
})
afterAll(async () => {
  await site.close()
  await echo.close()
})

const said = (words: string | RegExp) =>
  lines.filter((line) => (typeof words === 'string' ? line.includes(words) : words.test(line)))
const saysSoon = (words: string | RegExp) =>
  expect.poll(() => said(words).length, { timeout: 60_000 }).toBeGreaterThan(0)

it('names a receiver by its origin: webhooks, devices, hubs, notices', { tags: 'slow' }, async () => {
  const { database, services, ctx } = site.web
  site.at('2026-11-23T12:00:00Z')
  await seedWebhook(database, at('gone'))
  const ann = await site.signIn('ann@example.se')
  await site.alert(ann.id, { push: true, mail: true })
  const { p256dh, auth } = site.push.subscribe('x')
  await alertsAt(ctx).saveDevice(ann.id, { endpoint: at('busy'), p256dh, auth, device: '' })
  const event = await site.report('Krokarna är här')
  for (const title of ['Krokar!', 'Krokarna kom']) await site.report(title, event)
  site.mail.refuse(`550 5.1.1 see ${at('mail-help')}`)
  await site.run()
  await site.web.deliver()
  const hub_url = at('hub')
  const feed = await seedFeed(database, { hub_url, hub_topic: at('topic'), first_pass_done: true })
  await services.pipeline.stages.find(({ stage }) => stage === 'subscribe')?.handle(String(feed))
  const notifier = createHubNotifier(at('notifier'), ['https://site.example/entries.rss'], log, 0)
  notifier.changed()
  mkdirSync(join(site.web.config.DATA_DIR, 'backups'), { recursive: true })
  writeFileSync(join(site.web.config.DATA_DIR, 'backups', FAILURE), 'no space')
  const notices = createNotices(services)
  await notices.poll().catch((error) => log.warn({ err: error }, `notices: ${error.message}`))
  notices.close()
  for (const words of [
    'webhook paused',
    'an alert could not be pushed',
    'an alert could not be mailed',
    'a hub did not take a subscription',
    'the WebSub hub refused a notice',
    'NOTIFY_WEBHOOK: HTTP 404',
  ])
    await saysSoon(words)
  expect(said(`"hub":"${origin}"`)).toHaveLength(2)
})

it('names a source, a model, a mail server and a database by their origins', { tags: 'slow' }, async () => {
  const { database, services, ctx } = site.web
  const url = at('feed')
  const feeds = [
    await seedFeed(database, { url, title: url }),
    await seedFeed(database, { url: url.replace('//', `//läsare:${secret('login')}@`), title: 'Med lösenord' }),
    await seedFeed(database, {
      url: `http://127.0.0.1:1/${secret('away')}`,
      title: `http://127.0.0.1:1/${secret('away')}`,
    }),
  ]
  await actionsOf({ services }).ingest({ feedIds: feeds })
  for (const id of feeds) await proposeAddress(services, await getFeed(database, id))
  await actionsOf({ services })
    .addSource(at('page'))
    .catch((error) => log.warn({ err: error }, error.message))
  await ctx.images.get(at('picture'), 300, 'webp')
  await seedArticles(database, [
    { feed_id: feeds[0] ?? 0, enrich_state: 'pending', canonical_url: at('article'), excerpt: 'Krokar. '.repeat(300) },
  ])
  const stages = await startStages(services)
  await saysSoon(/enrich .* failed|embed .* failed/)
  await stages.close()
  const config = { ...site.web.config, SMTP_URL: `smtp://post:${secret('smtp')}@127.0.0.1:1` }
  const mailer = createMailer(parseConfig({ SMTP_URL: config.SMTP_URL, MAIL_FROM: 'a@b.example' }), 'Site', log)
  await mailer
    .send({ to: 'ann@example.se', subject: 'x', text: 'x' })
    .catch((error) => log.warn({ err: error, to: config.SMTP_URL }, `mail: ${error.cause}`))
  mailer.close()
  const connectionString = `postgres://u:${secret('database')}@127.0.0.1:1/x?application_name=${secret('query')}`
  const listener = listen({ connectionString }, 'content', { onMessage: () => {}, onStart: () => {} }, log)
  await saysSoon('cannot listen to the database')
  await listener.close()
  log.error({ err: new Error(`cannot reach ${connectionString}`), address: connectionString }, connectionString)
  expect(said(/sources asked/)).toHaveLength(1)
})

it('names the pages of this site without what is secret in their addresses, whatever fails', {
  tags: 'slow',
}, async () => {
  const { app, database, config } = site.web
  const key = (name: string, length = 32) => secret(name).padEnd(length, 'x')
  const url = encodeURIComponent(`https://a:${secret('own-login')}@x.example/${secret('own-path')}`)
  const headers = { authorization: `Bearer kh_${key('bearer', 43)}`, cookie: `konto=kh_${key('cookie', 43)}` }
  for (const table of [
    'users',
    'tokens',
    'mail_subscriptions',
    'personal_feeds',
    'app_passwords',
    'oauth_clients',
    'oauth_grants',
    'feed_subscriptions',
  ])
    await sql`alter table ${sql.table(table)} rename to ${sql.id(`${table}_away`)}`.execute(database.db)
  for (const path of [
    `/min/${key('min')}.rss`,
    `/utskick/${key('brev')}/yes`,
    `/utskick/alerts/${key('larm')}/yes`,
    `/websub/${key('push')}?hub.topic=${url}`,
    `/konto?next=${url}`,
    `/accounts/ClientLogin?Email=ann&Passwd=${secret('app-password')}`,
    `/reader/api/0/subscription/quickadd?quickadd=${url}`,
    `/api/v1/me/follows?key=${url}`,
    `/api/v1/entries?token=${secret('query-token')}`,
    `/admin?to=${url}`,
    `/konto/connect?client_id=${'x'.repeat(22)}&redirect_uri=${url}&state=${secret('state')}`,
    `/oauth/token?code=${secret('oauth-code')}`,
    `/oauth/register`,
  ])
    for (const method of ['GET', 'POST'] as const) await app.inject({ method, url: path, headers })
  await app.inject({
    method: 'POST',
    url: '/api/v1/auth/login',
    payload: { provider: 'google', id_token: `${secret('id')}.x.x` },
  })
  await app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { ...headers, host: new URL(config.BASE_URL).host },
    payload: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'search_news', arguments: { query: url } },
    },
  })
  const shown = ['/min/….rss', '/utskick/…/yes', '/utskick/alerts/…/yes', '/websub/…?hub.topic=…', '/konto?next=…']
  for (const url of shown) expect([url, said(`"url":"${url}"`).length > 0]).toEqual([url, true])
})

/** Its client has an answer by then. */
const answered = (reply: FastifyReply) => once(reply.raw, 'finish').then(() => 'late')

/** Lines of the framework and of handlers. */
const KINDS: Record<string, (request: FastifyRequest, reply: FastifyReply) => unknown> = {
  'an answer that comes late': (_, reply) => answered(reply),
  'one that is sent late': (_, reply) => void answered(reply).then(() => reply.send('late')),
  'one that fails late': (request, reply) =>
    answered(reply).then(() => Promise.reject(new Error(`cannot read ${request.url}`))),
  'one that is written late': (_, reply) => answered(reply).then(() => void reply.raw.setHeader('x-late', '1')),
  'one that logs late': (request, reply) =>
    answered(reply).then(() => request.log.error({ url: request.url }, request.url)),
  'one that is sent twice': (_, reply) => {
    reply.send('a')
    setTimeout(() => reply.send('b'), 20)
    return reply
  },
  'an error of the service': (request) => {
    throw new Error(`cannot read ${request.raw.url} of ${request.originalUrl}`)
  },
  'a rejection': (request) => Promise.reject(Object.assign(new Error(request.url), { url: request.url })),
  'an error that the client may read': (request) => Promise.reject(new AppError('unavailable', `not ${request.url}`)),
  'the request itself': (request) => {
    request.log.warn({ req: request.raw, headers: request.headers, params: request.params, query: request.query }, 'x')
    return 'a'
  },
}

const slugOf = (name: string) => name.replaceAll(' ', '-')

it('names no secret of a route’s address, however a request ends', { tags: 'slow' }, async () => {
  const paths = [...new Set(routeTable(site.web.app).map(({ path }) => path))].filter((path) => path.includes('/:'))
  const routes = [...paths, '/konto/connect', '/accounts/ClientLogin', '/there/is/none/:key']
  const server = buildServer({
    logger: log as FastifyBaseLogger,
    https: true,
    addresses: { inward: (url: string) => url, movedTo: () => null } as unknown as PageAddresses,
    limitMs: 100,
  })
  for (const [name, handle] of Object.entries(KINDS)) server.app.all(`/${slugOf(name)}/*`, handle as never)
  await server.app.ready()
  const key = () => secret('path').padEnd(32, String(secrets.length))
  for (const name of Object.keys(KINDS))
    await Promise.all(
      routes.map((path) => {
        const parameters = path.replace(/(?<=\/)(?::\w+|\*)/g, key)
        const query = ['q', 'token', 'state', 'code', 'T', 'hub.topic'].map(
          (each) => `${each}=${secret(`query-${each}`)}`,
        )
        return server.app.inject({
          url: `/${slugOf(name)}${parameters}?${query.join('&')}`,
          headers: {
            authorization: `Bearer kh_${secret('sender').padEnd(43, 'x')}`,
            cookie: `konto=${secret('cookie')}`,
          },
        })
      }),
    )
  await sleep(500)
  expect(said('Reply was already sent').length).toBeGreaterThan(0)
  const late = said(/-late\//)
  expect([late.length, late.filter((line) => !line.includes('takes too long'))]).toEqual([5 * routes.length, []])
  expect(said(/…/).length).toBeGreaterThan(500)
  await server.app.close()
})

it('holds no secret', { tags: 'slow' }, async () => {
  await sleep(200)
  expect([lines.length > 20, secrets.length > 30]).toEqual([true, true])
  const all = lines.join('')
  const logged = [...new Set(secrets)].filter((each) => all.includes(each))
  expect(logged.map((each) => [each, lines.find((line) => line.includes(each))])).toEqual([])
  for (const line of lines) expect(() => JSON.parse(line)).not.toThrow()
})

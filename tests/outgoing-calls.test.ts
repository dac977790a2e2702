/** Every call to another server, answered badly once and well from then on: when it is repeated, by one table. */
// @module-tag slow

import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { SignJWT } from 'jose'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { parseConfig } from '../src/config.ts'
import { openAccount } from '../src/features/bluesky/posts-channel.ts'
import { saveFollower } from '../src/features/fediverse/followers.ts'
import { listDueSubscriptions } from '../src/features/websub/feed-subscriptions.ts'
import { createHubNotifier } from '../src/features/websub/notify-hub.ts'
import { createIdTokenVerifier } from '../src/news/accounts/id-tokens.ts'
import { extractArticle } from '../src/news/articles/extraction/extract-article.ts'
import { fetchFeed } from '../src/news/feeds/visits/fetch-feed.ts'
import { listDueFeedIds } from '../src/news/feeds/writes/feeds.ts'
import { matrixChannel } from '../src/news/operator/notices/matrix.ts'
import { ntfyChannel } from '../src/news/operator/notices/ntfy.ts'
import { webhookChannel } from '../src/news/operator/notices/webhook.ts'
import type { NoticeMessage } from '../src/news/operator/rules/notices.ts'
import { listToExtract } from '../src/news/stages/writes/pending-stages.ts'
import { AppError } from '../src/platform/errors.ts'
import { createPoster } from '../src/platform/fetch/post.ts'
import { openAiSynthesizer } from '../src/platform/media/audio/speech.ts'
import { createEmbedder } from '../src/platform/models/embedders.ts'
import { createSummariser } from '../src/platform/models/summariser.ts'
import { alertsAt } from './support/alerts.ts'
import { seedArticles, seedFeed, seedWebhook } from './support/build.ts'
import { NEIGHBOUR } from './support/neighbour.ts'
import { makeKey } from './support/played/identity.ts'
import { MISBEHAVIOURS, type Misbehaviour, rssDocument } from './support/played/publisher.ts'
import { type SmallServer, startSmallServer } from './support/played/small-server.ts'
import { runStage, sendAlerts } from './support/run-stage.ts'
import { type AlertSite, startAlertSite } from './support/worlds/alerts.ts'

const ELSEWHERE = '127.200.0.1'
const ANSWERS: Record<string, Misbehaviour> = {
  private: { kind: 'redirect', to: '', status: 301 },
  moved: { kind: 'redirect', to: '/moved', status: 307 },
  missing: { kind: 'status', status: 404 },
  gone: { kind: 'status', status: 410 },
  busy: { kind: 'status', status: 429, retryAfter: '3600' },
  broken: { kind: 'status', status: 500 },
  cut: { kind: 'truncated', body: '<rss' },
  large: { kind: 'garbage' },
}
const NAMES = Object.keys(ANSWERS)

/** Minutes after the first call. */
const STEPS = { '1m': 1.2, '15m': 15, '40m': 40, '70m': 70, '6h': 360, '2d': 2 * 1440, '9d': 9 * 1440 }

const CALLS = [
  'feed',
  'page',
  'image',
  'push',
  'webhook',
  'alerted',
  'callback',
  'verification',
  'hub',
  'inbox',
] as const

const hostOf = (call: string, answer: string) =>
  `127.0.${1 + CALLS.indexOf(call as 'feed')}.${1 + NAMES.indexOf(answer)}`

/** Requests by host and path. */
const seen = new Map<string, number>()
/** The last body by host and path. */
const bodies = new Map<string, string>()
let servers: SmallServer[]
let port: number
let site: AlertSite
let image: Buffer

const at = (answer: string, call: string) => `http://${hostOf(call, answer)}:${port}/${call}`

function misbehave(bad: Misbehaviour, request: IncomingMessage, response: ServerResponse): void {
  const private_ = bad.kind === 'redirect' && bad.to === '' ? { to: `http://${ELSEWHERE}:${port}/` } : {}
  MISBEHAVIOURS[bad.kind]({ ...bad, ...private_ } as never, request, response)
}

/** Badly to the first request of a path that is not a subscription's check, well to others. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  const host = String(request.headers.host).replace(/:\d+$/, '')
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://x')
  const key = `${host}${pathname}`
  const challenge = searchParams.get('hub.challenge')
  if (challenge !== null && pathname === '/callback') return void response.end(challenge)
  const count = (seen.get(key) ?? 0) + 1
  seen.set(key, count)
  bodies.set(key, await text(request))
  const name = NAMES.find((one) => host.endsWith(`.${NAMES.indexOf(one) + 1}`))
  const bad = ANSWERS[name ?? '']
  if (bad && count === 1 && CALLS.some((call) => pathname === `/${call}`)) return void misbehave(bad, request, response)
  if (pathname === '/image') return void response.writeHead(200, { 'content-type': 'image/png' }).end(image)
  if (pathname === '/feed') response.setHeader('content-type', 'application/rss+xml')
  else response.setHeader('content-type', 'text/html')
  response.end(pathname === '/feed' ? rssDocument('Bladet', []) : (challenge ?? '<p>Bra.</p>'))
}

beforeAll(async () => {
  image = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#a33' } })
    .png()
    .toBuffer()
  const first = await startSmallServer(answer, ELSEWHERE)
  port = first.port
  const hosts = CALLS.flatMap((call) => NAMES.map((name) => hostOf(call, name)))
  servers = [first, ...(await Promise.all(hosts.map((host) => startSmallServer(answer, host, port))))]
  site = await startAlertSite(
    { FETCH_ALLOW: '127.0.0.0/16', FEDIVERSE: 'on', FEDIVERSE_MIN_SOURCES: '2' },
    { strangers: ['127.0.0.0/16'] },
  )
  const { id } = await site.signIn('ann@site.example')
  await site.alert(id, { push: true, mail: false, minSources: 2 })
  for (const name of NAMES) await prepare(name, id)
  await site.web.deliver()
  for (const name of NAMES) await subscribe(at(name, 'callback'))
  for (const name of NAMES) await seedWebhook(site.web.database, at(name, 'webhook'))
  for (const name of NAMES) {
    const inbox = at(name, 'inbox')
    await saveFollower(site.web.database, { actor: 'site', follower: inbox, inbox, accept: {} }, site.web.clock.now())
  }
  const hub = site.web.database.db.selectFrom('hub_subscriptions').select('callback').where('id', '<', NEIGHBOUR)
  await vi.waitFor(async () => expect(await hub.execute()).toHaveLength(NAMES.length), 20_000)
})
afterAll(async () => {
  await site.close()
  for (const server of servers) await server.close()
})

let asking = 0
const subscribe = (callback: string) =>
  site.web.app.inject({
    method: 'POST',
    url: '/websub',
    remoteAddress: `198.51.100.${++asking}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      'hub.mode': 'subscribe',
      'hub.topic': 'https://site.example/entries.rss',
      'hub.callback': callback,
    }).toString(),
  })

/** One of each call to a host. */
async function prepare(name: string, reader: number): Promise<void> {
  const { web, push } = site
  const { database, ctx } = web
  await seedFeed(database, { url: at(name, 'feed'), extract: false, next_fetch_at: web.clock.now() })
  const hub = { hub_url: at(name, 'hub'), hub_topic: at(name, 'topic'), first_pass_done: true }
  const later = new Date('2027-11-23T12:00:00Z')
  const source = await seedFeed(database, { url: at(name, 'source'), next_fetch_at: later, ...hub })
  const discovered_at = web.clock.now()
  await seedArticles(database, [{ feed_id: source, url: at(name, 'page'), extract_state: 'pending', discovered_at }])
  const { p256dh, auth } = push.subscribe(name)
  await alertsAt(ctx).saveDevice(reader, { endpoint: at(name, 'push'), p256dh, auth, device: name })
  const { id } = await site.signIn(`${name}@site.example`)
  await alertsAt(ctx).addAlertWebhook(id, at(name, 'alerted'))
  await site.alert(id, { mail: false, webhook: true, minSources: 2 })
}

/** All that is due, by every stage that calls others. */
async function work(): Promise<void> {
  const { pipeline } = site.web.services
  const { database, clock, ctx } = site.web
  await Promise.all([
    ...(await listDueFeedIds(database, clock.now())).map((id) => fetchFeed(pipeline, id)),
    ...(await listToExtract(database, clock.now())).map((id) => extractArticle(pipeline, Number(id))),
    sendAlerts(site.web.services),
    site.web.deliver(),
    ...NAMES.map((name) => ctx.images.get(at(name, 'image'), 320, 'webp')),
    ...(await listDueSubscriptions(database, clock.now())).map((id) =>
      pipeline.stages.find(({ stage }) => stage === 'subscribe')?.handle(String(id)),
    ),
  ])
}

/** The first step at which a call is repeated; `-`: never. The sum of what is waited for is the policy. */
const POLICY: Record<(typeof CALLS)[number], string> = {
  //             301  307  404  410  429  500  cut  10 MB
  feed: '        1m   1m   1m   -    70m  1m   1m   1m',
  page: '        40m  -    9d   9d   70m  40m  40m  40m',
  image: '     15m  15m  15m  15m  70m  15m  15m  15m',
  push: '        -    -    -    -    70m  15m  15m  -',
  webhook: '     1m   1m   1m   -    70m  1m   1m   -',
  alerted: '     1m   1m   1m   -    70m  1m   1m   -',
  callback: '    1m   1m   1m   -    70m  1m   1m   -',
  verification: '-    -    -    -    -    -    -    -',
  hub: '         70m  70m  70m  70m  70m  70m  70m  70m',
  inbox: '       1m   1m   1m   -    70m  1m   1m   -',
}

it('a call that was answered badly is repeated when the policy says, and never led elsewhere', async () => {
  const start = site.web.clock.now().getTime()
  for (const name of NAMES) expect((await subscribe(at(name, 'verification'))).statusCode).toBe(202)
  await site.report('Krokar', await site.report('Krokar'))
  await site.settle()
  await runStage(site.web.services, 'alerts')
  // On a slow machine the hub rests by the real clock before it renders its topics again, here and at each step.
  const first = NAMES.map((name) => `${hostOf('callback', name)}/callback`)
  await vi.waitFor(
    async () => {
      await work()
      expect(first.filter((key) => !seen.has(key))).toEqual([])
    },
    { timeout: 60_000, interval: 200 },
  )
  const wanted = Object.fromEntries(CALLS.map((call) => [call, POLICY[call].split(/ +/).filter(Boolean)]))
  const found = Object.fromEntries(CALLS.map((call) => [call, NAMES.map(() => '-')]))
  const stepsOf = (table: typeof wanted, step: string) =>
    CALLS.flatMap((call) => NAMES.filter((_, i) => table[call]?.[i] === step).map((name) => `${call} ${name}`))
  for (const [step, minutes] of Object.entries(STEPS)) {
    const [was, wasBodies] = [new Map(seen), new Map(bodies)]
    // A feed that has changed is news to a subscriber that took what came before.
    const isNews = (key: string) =>
      key === `${hostOf('callback', 'large')}/callback` && bodies.get(key) !== wasBodies.get(key)
    site.web.clock.set(new Date(start + minutes * 60_000))
    await vi.waitFor(
      async () => {
        await work()
        for (const call of CALLS)
          for (const [at, name] of NAMES.entries()) {
            const key = `${hostOf(call, name)}/${call}`
            if (found[call]?.[at] === '-' && (seen.get(key) ?? 0) > (was.get(key) ?? 0) && !isNews(key))
              found[call][at] = step
          }
        expect({ [step]: stepsOf(found, step) }).toEqual({ [step]: stepsOf(wanted, step) })
      },
      { timeout: 30_000, interval: 200 },
    )
  }
  expect(found).toEqual(wanted)
  expect([...seen.keys()].filter((key) => key.startsWith(ELSEWHERE))).toEqual([])
})

/** Files that call other servers, each of them above or below; those of discovery, previews and health by the fetcher's own rules. */
const CALLERS = [
  'news/accounts/id-tokens.ts platform/models/model-servers.ts platform/models/patient-fetch.ts app/doctor/network-checks.ts app/port.ts platform/outbox/webhook-stream.ts',
  'platform/outbox/mailer.ts news/operator/notices/channel.ts features/bluesky/posts-channel.ts',
  'features/fediverse/federation.ts features/fediverse/inbox-channel.ts features/fediverse/remote-documents.ts features/websub/hub.ts features/websub/notify-hub.ts features/websub/subscriber.ts',
  'cli/feeds-preview.ts news/feeds/discover.ts news/feeds/documents/document.ts platform/fetch/fetcher.ts platform/fetch/images.ts platform/fetch/post.ts',
  'platform/fetch/robots.ts news/articles/extraction/extract.ts platform/fetch/rights/reservations.ts platform/media/audio/speech.ts platform/media/images/article-images.ts',
  'news/feeds/visits/fetch-feed.ts news/feeds/visits/new-source.ts',
]

it('each file that calls another server has a policy', () => {
  const folder = join(import.meta.dirname, '../src')
  const calls = /\b(?:fetch(?:By)?|fetcher\.get|poster\.send|agent\.request|createTransport)\(/
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!test)\.ts$/.test(name))
    .filter((name) => calls.test(readFileSync(join(folder, name), 'utf8')))
  expect(files.sort()).toEqual(CALLERS.join(' ').split(' ').sort())
})

const message = { title: 'Titel', text: 'Text', urgent: false, link: 'https://site.example/' } as NoticeMessage
const question = { system: 'S', prompt: 'P', schema: z.object({ title: z.string() }), name: 'answer' }
const quick = { tries: 3, pauseMs: 1 }
const log = pino({ level: 'silent' })

/** Calls to servers that the operator names, by their address: each is made at once, and its outcome is the caller's. */
const BY_SETTING: Record<string, (url: string) => Promise<unknown> | undefined> = {
  NOTIFY_WEBHOOK: (url) => webhookChannel({ NOTIFY_WEBHOOK: url })?.send(message),
  NOTIFY_NTFY: (url) => ntfyChannel({ NOTIFY_NTFY: url, NOTIFY_NTFY_TOKEN: 'tk' })?.send(message),
  NOTIFY_MATRIX: (url) =>
    matrixChannel({ NOTIFY_MATRIX: url, NOTIFY_MATRIX_ROOM: '!a:b', NOTIFY_MATRIX_TOKEN: 'tk' })?.send(message),
  AI_BASE_URL: (url) =>
    createSummariser(
      parseConfig({ AI_PROVIDER: 'openai', AI_MODEL: 'm', AI_API_KEY: 'k', AI_BASE_URL: url }),
      quick,
    ).query(question),
  EMBEDDING_BASE_URL: (url) =>
    createEmbedder(
      parseConfig({
        EMBEDDING_PROVIDER: 'openai',
        EMBEDDING_MODEL: 'm',
        EMBEDDING_API_KEY: 'k',
        EMBEDDING_BASE_URL: url,
      }),
      { policy: quick },
    ).embed(['x'], 'query'),
  TTS_BASE_URL: (url) =>
    openAiSynthesizer({ baseUrl: url, apiKey: 'k', model: 'm', voice: 'v', patience: 1 }).synthesize('Hej', 'sv'),
  GOOGLE_JWKS_URL: async (url) => {
    const token = await new SignJWT({})
      .setProtectedHeader({ alg: 'RS256', kid: 'x' })
      .sign((await makeKey()).privateKey)
    const config = parseConfig({ GOOGLE_CLIENT_IDS: 'app', GOOGLE_JWKS_URL: url })
    return createIdTokenVerifier(config, { now: () => new Date() })('google', token, undefined)
  },
  BLUESKY_SERVICE: async (service) => {
    const poster = createPoster({ reach: { allow: ['127.0.0.0/8'], secure: false }, userAgent: 'x', totalMs: 2000 })
    const outcome = await openAccount({ poster, account: { service, handle: 'a.example', password: 'p' } })({})
    await poster.close()
    if (outcome !== 'sent') throw new AppError('unavailable', outcome.error)
  },
  WEBSUB_HUB: (url) =>
    new Promise((resolve) => {
      const notifier = createHubNotifier(url, ['https://site.example/entries.rss'], log, 1)
      notifier.changed()
      setTimeout(resolve, 300)
    }),
}

/** Requests, and the error that ends them; `+`: none. The caller decides what then: see its own tests. */
const NOTICE = '1 unavailable, 1 unavailable, 1 unavailable, 1 unavailable, 1 unavailable, 1 unavailable, 1 +, 1 +'
const MODEL = '3 unavailable, 3 unavailable, 1 unprocessable, 1 unprocessable, 1 rate_limited, 3 unavailable'
const OUTCOMES: Record<string, string> = {
  NOTIFY_WEBHOOK: NOTICE,
  NOTIFY_NTFY: NOTICE,
  NOTIFY_MATRIX: NOTICE,
  AI_BASE_URL: `${MODEL}, 1 +, 1 +`,
  EMBEDDING_BASE_URL: `${MODEL}, 1 unprocessable, 1 unprocessable`,
  TTS_BASE_URL:
    '3 unavailable, 3 unavailable, 1 unavailable, 1 unavailable, 1 unavailable, 3 unavailable, 3 unavailable, 1 +',
  GOOGLE_JWKS_URL: NAMES.map(() => '1 unavailable').join(', '),
  BLUESKY_SERVICE: NAMES.map(() => '1 unavailable').join(', '),
  WEBSUB_HUB: NAMES.map(() => '1 +').join(', '),
}

it.each(Object.entries(BY_SETTING))('%s', async (name, call) => {
  const outcomes: string[] = []
  for (const bad of Object.values(ANSWERS)) {
    let requests = 0
    const server = await startSmallServer((request, response) => {
      requests++
      request.resume()
      misbehave(bad, request, response)
    })
    const error = await Promise.resolve(call(`${server.url}/v1`)).then(
      () => '+',
      (reason) => reason.code ?? String(reason),
    )
    outcomes.push(`${requests} ${error}`)
    await server.close()
  }
  expect(outcomes.join(', ')).toBe(OUTCOMES[name])
  expect([...seen.keys()].filter((key) => key.startsWith(ELSEWHERE))).toEqual([])
})

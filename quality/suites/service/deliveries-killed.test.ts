/**
 * All channels while the process that delivers, and the database, are killed again and again under way. What
 * played receivers got is counted. `KILLS=100` for as many kills.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createECDH } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { saveSubscription } from '../../../src/features/websub/hub-subscriptions.ts'
import { connectDatabase, type Database } from '../../../src/platform/database/database.ts'
import { embeddedAddress, startEmbedded } from '../../../src/platform/database/embedded/postgres-server.ts'
import { migrate } from '../../../src/platform/database/migrate.ts'
import { seedArticles, seedFeed, seedWebhook } from '../../../tests/support/build.ts'
import { serverProcesses, signalAll } from '../../../tests/support/machine.ts'
import { seedWaiting } from '../../../tests/support/people.ts'
import { readMail, startMailServer } from '../../../tests/support/played/mail.ts'
import { generator } from '../../survival/random.ts'

const KILLS = Number(process.env.KILLS ?? 12)
/** Each has an edition, an alert by mail and one on a device. */
const READERS = KILLS * 6
const CHANGES = KILLS * 4
/** That a process has in the hands of receivers at once: of the mail server, of push services, of a webhook. */
const IN_HAND = { mail: 8, push: 48, webhook: 1 }

interface Taken {
  path: string
  headers: IncomingMessage['headers']
}

it(`over ${KILLS} kills every message arrives, mail once, and others again at most with the same id`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'karnhuset-kills-'))
  const [mail, receivers] = [await startMailServer(), await startReceivers()]
  let server = await startEmbedded(folder, { withParent: true })
  onTestFinished(async () => {
    await server.stop()
    await mail.close()
    receivers.close()
    rmSync(folder, { recursive: true, force: true })
  })
  await inDatabase(folder, (database) => seed(database, receivers.url))
  const random = generator(20_261_123)
  const got = () => mail.mails.length + receivers.taken.length
  const dead: string[] = []
  for (let n = 0; n < KILLS; n++) {
    const [before, more] = [got(), 1 + Math.floor(random() * 12)]
    const child = deliver(folder, mail.url)
    while (got() < before + more && child.exitCode === null) await sleep(1)
    if (child.exitCode !== null) break
    if (n % 3 === 2) {
      signalAll(serverProcesses(folder), 'SIGKILL')
      await server.ended
      server = await startEmbedded(folder, { withParent: true })
      await sleep(200)
    }
    dead.push(n % 3 === 2 ? 'database' : 'process')
    child.kill('SIGKILL')
    await once(child, 'close')
    // The time after which the leases of streams have ended.
    await inDatabase(folder, ({ db }) =>
      sql`update outbox set leased_until = null, try_at = least(try_at, now()) where repeats`.execute(db),
    )
  }
  const [code] = await once(deliver(folder, mail.url), 'close')
  expect([code, dead.length]).toEqual([0, KILLS])

  const rows = await inDatabase(
    folder,
    async ({ db }) =>
      (
        await sql<{ channel: string; state: string; n: number }>`
      select channel, state, count(*)::integer as n from outbox where not repeats group by 1, 2 order by 1, 2`.execute(
          db,
        )
      ).rows,
  )
  const inState = (channel: string, state: string) =>
    rows.find((row) => row.channel === channel && row.state === state)?.n ?? 0
  const mails = mail.mails.map(readMail).map(({ headers }) => `${headers.to} ${headers['list-id']}`)
  expect(new Set(mails).size).toBe(mails.length)
  for (const channel of ['edition', 'alert']) {
    const list = mails.filter((name) => name.includes(channel)).length
    // A message whose process died after the handover may have arrived, and one before it not: it stays as it is.
    expect(inState(channel, 'sent') + inState(channel, 'sending')).toBe(READERS)
    expect(list).toBeGreaterThanOrEqual(inState(channel, 'sent'))
  }
  expect(2 * READERS - mails.length).toBeLessThanOrEqual(KILLS * IN_HAND.mail)

  const pushes = receivers.taken.filter(({ path }) => path.startsWith('/push/'))
  const topics = Map.groupBy(pushes, ({ path }) => path)
  expect([topics.size, inState('push', 'sent')]).toEqual([READERS, READERS])
  for (const same of topics.values()) expect(new Set(same.map(({ headers }) => headers.topic)).size).toBe(1)
  expect(pushes.length - READERS).toBeLessThanOrEqual(KILLS * IN_HAND.push)

  for (const hook of ['/hook/1', '/hook/2']) {
    const ids = receivers.taken.filter(({ path }) => path === hook).map(({ headers }) => String(headers['webhook-id']))
    const repeated = ids.filter((id, i) => id === ids[i - 1])
    expect([new Set(ids).size, ids.length - repeated.length]).toEqual([CHANGES, CHANGES])
    expect(repeated.length).toBeLessThanOrEqual(KILLS * IN_HAND.webhook)
  }
  expect(receivers.taken.filter(({ path }) => path === '/hub').length).toBeGreaterThanOrEqual(1)
  console.log(
    `${KILLS} kills: ${mails.length} of ${2 * READERS} mails, ${pushes.length} pushes for ${READERS} devices, ` +
      `${receivers.taken.length - pushes.length} messages of webhooks and the hub for ${2 * CHANGES + 1}`,
  )
}, 3_600_000)

async function inDatabase<T>(folder: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await connectDatabase(embeddedAddress(folder), 2)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

async function seed(database: Database, url: string): Promise<void> {
  await migrate(database)
  const now = new Date()
  await seedWaiting(database, READERS, now)
  const key = createECDH('prime256v1').generateKeys('base64url')
  const auth = Buffer.alloc(16, 1).toString('base64url')
  await sql`
    insert into push_subscriptions (user_id, endpoint, p256dh, auth, device, created_at)
    select id, ${url} || '/push/' || id, ${key}, ${auth}, 'Firefox', ${now} from users`.execute(database.db)
  await sql`
    insert into outbox (channel, device_id, event_id, rule_id, content, try_at, at)
    select 'push', p.id, o.event_id, o.rule_id, o.content, ${now}, ${now}
    from outbox o join alert_rules r on r.id = o.rule_id join push_subscriptions p using (user_id)
    where o.channel = 'alert'`.execute(database.db)
  for (const n of [1, 2]) await seedWebhook(database, `${url}/hook/${n}`, { created_at: now })
  const topic = 'https://site.example/entries.rss'
  const wanted = { mode: 'subscribe', topic, callback: `${url}/hub`, secret: null, leaseSeconds: 864_000 } as const
  await saveSubscription(database, wanted, 'before', now)
  const feed_id = await seedFeed(database)
  await seedArticles(
    database,
    Array.from({ length: CHANGES }, () => ({ feed_id, event_id: null })),
  )
}

/** Push services, webhooks and subscribers on one server: each takes a message and answers some milliseconds later. */
async function startReceivers() {
  const taken: Taken[] = []
  const server = createServer(async (request, response) => {
    await buffer(request)
    taken.push({ path: request.url ?? '', headers: request.headers })
    await sleep(Math.random() * 15)
    response.writeHead(201).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { taken, close, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const program = join(import.meta.dirname, '../../../tests/support/processes/deliver.ts')
const deliver = (folder: string, smtp: string): ChildProcess =>
  spawn(process.execPath, [program, folder, smtp], { stdio: ['ignore', 'ignore', 'inherit'] })

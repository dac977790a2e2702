/**
 * Clients that poll, page by cursor, stream and are told by webhook, killed and resumed at random while hundreds of changes
 * happen through kills of the web processes and a restart of the database, end with exactly what the server has; none sees a
 * change twice after what it saved, and none misses one.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildWebhooks } from '../../src/app/webhooks.ts'
import { systemClock } from '../../src/domain/time/clock.ts'
import { connectDatabase, type Database } from '../../src/store/database/database.ts'
import { migrate } from '../../src/store/database/migrate.ts'
import { type EmbeddedServer, embeddedAddress, startEmbedded } from '../../src/store/embedded/server.ts'
import { seedArticles, seedFeed } from '../support/seed.ts'
import { type Service, startService } from '../support/service.ts'
import { type Follower, positionOf, readLists, startListener, startPoller, startReceiver } from './followers.ts'
import { actOnce } from './turmoil.ts'

/** CHANGES=2000 takes two minutes and more. */
const CHANGES = Number(process.env.CHANGES ?? 500)
const folder = mkdtempSync(join(tmpdir(), 'karnhuset-property-'))
let server: EmbeddedServer
let database: Database
const webs: Service[] = []

async function startServer(): Promise<void> {
  server = await startEmbedded(folder, { withParent: true, settings: ['fsync=off'] })
}

const startWeb = () => {
  const { host, port, user, database: name } = embeddedAddress(folder)
  const query = new URLSearchParams({ host, port: String(port), user })
  const env = {
    DATABASE_URL: `postgres://localhost/${name}?${query}`,
    DATA_DIR: folder,
    LOG_LEVEL: 'fatal',
    FETCH_ALLOW: '127.0.0.1/32',
  }
  return startService('web', env)
}

beforeAll(async () => {
  await startServer()
  database = await connectDatabase(embeddedAddress(folder), 4)
  await migrate(database)
  for (let i = 0; i < 5; i++) await seedFeed(database)
  await seedArticles(
    database,
    Array.from({ length: 60 }, () => ({ feed_id: 1 + Math.floor(Math.random() * 5) })),
  )
  webs.push(await startWeb(), await startWeb())
})
afterAll(async () => {
  for (const web of webs) await web.kill()
  await database.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const anyWeb = () => webs[Math.floor(Math.random() * webs.length)]?.url ?? ''

const head = async (): Promise<number> => {
  const { rows } = await sql<{ head: number }>`select coalesce(max(position), 0) as head from changes`.execute(
    database.db,
  )
  return rows[0]?.head ?? 0
}

/** One of the two goes down hard and another comes up. */
async function replaceWeb(): Promise<void> {
  const next = await startWeb()
  const [old] = webs.splice(0, 1, next)
  await old?.kill()
}

async function restartDatabase(): Promise<void> {
  await server.stop()
  await sleep(200)
  await startServer()
}

it('keeps every client in step, whatever happens', { timeout: 1_200_000 }, async () => {
  const started = await head()
  const receiver = await startReceiver('receiver', anyWeb, 0.001)
  await buildWebhooks({ database, clock: systemClock }).add(receiver.url, {})
  const followers: Follower[] = [
    receiver,
    await startPoller('poller', anyWeb, 0),
    await startPoller('dying poller', anyWeb, 0.3),
    await startListener('listener', anyWeb, 0.002),
    await startListener('dying listener', anyWeb, 0.03),
  ]
  const begun = new Map(followers.map(({ name, saved }) => [name, positionOf(saved.cursor)]))
  let end: number | null = null
  const running = Promise.all(followers.map((follower) => follower.run(() => end)))
  const trouble = [() => replaceWeb(), () => restartDatabase(), () => replaceWeb()]
  for (let step = 1; step <= 3; step++) {
    while ((await head().catch(() => 0)) < started + (CHANGES * step) / 4) await actTwiceAtOnce()
    await Promise.all([trouble[step - 1]?.(), actTwiceAtOnce()])
  }
  while ((await head()) < started + CHANGES) await actTwiceAtOnce()
  end = await head()
  await running
  const truth = await readLists(anyWeb, 100)
  const { rows } = await sql<{ position: number }>`select position from changes order by position`.execute(database.db)
  for (const { name, saved } of followers) {
    const from = begun.get(name) ?? 0
    const all = rows.map(({ position }) => position).filter((position) => position > from)
    expect(saved.taken, name).toEqual(all)
    expect(Object.fromEntries([...saved.held].sort()), name).toEqual(Object.fromEntries([...truth].sort()))
  }
  expect(truth.size).toBeGreaterThan(100)
})

const actTwiceAtOnce = () => Promise.all([actOnce(database), actOnce(database)])

/** Sources by the hundred that hang, or that all lie with one host: those beside them are read on time. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { connectDatabase, type Database } from '../../../src/platform/database/database.ts'
import { seedFeed } from '../../../tests/support/build.ts'
import { type Publisher, rssDocument, startPublisher } from '../../../tests/support/played/publisher.ts'
import { hasPostgres, startPostgres } from '../../../tests/support/postgres.ts'
import { startService, until } from '../../../tests/support/service.ts'

const folder = mkdtempSync(join(tmpdir(), 'karnhuset-many-'))
const server = hasPostgres ? await startPostgres() : null
afterAll(() => {
  server?.remove()
  rmSync(folder, { recursive: true, force: true })
})

const items = (name: string) =>
  [1, 2].map((n) => ({
    title: `${name} ${n}`,
    link: `https://${name}.example/${n}`,
    description: 'Apple visar något.',
  }))

/** A worker that has `before` to do when it starts, and is given ten sources that have always answered once it is busy. */
async function workBeside(before: (database: Database) => Promise<unknown>, isBusy: () => boolean, calm: Publisher) {
  const url = (await server?.createDatabase()) ?? ''
  const env = { DATABASE_URL: url, DATA_DIR: folder, FETCH_ALLOW: '127.0.0.0/8', RELEVANCE: 'all' }
  await (await startService('worker', env)).stop()
  const database = await connectDatabase({ connectionString: url }, 2)
  onTestFinished(() => database.close())
  await before(database)
  const worker = await startService('worker', env)
  onTestFinished(async () => void (await worker.kill()))
  await until(async () => isBusy(), Boolean)
  for (let n = 0; n < 10; n++) {
    calm.serve(`/${n}`, { body: rssDocument(`Lugn ${n}`, items(`lugn${n}`)) })
    const last = new Date(Date.now() - 3_600_000)
    await seedFeed(database, { url: calm.at(`/${n}`), extract: false, last_success_at: last, last_fetched_at: last })
  }
  await until(
    async () => new Set(calm.seen.map(({ path }) => path)).size,
    (read) => read === 10,
    150,
  )
}

it.skipIf(!server)('that hang by the hundred hold up none that answers', async () => {
  const [ill, calm] = [await startPublisher({ host: '0.0.0.0' }), await startPublisher()]
  onTestFinished(async () => void (await Promise.all([ill.close(), calm.close()])))
  const { port } = new URL(ill.url)
  const hang = async (database: Database) => {
    for (let n = 1; n <= 200; n++) {
      ill.misbehave(`/${n}`, { kind: 'silence' })
      const url = `http://127.0.1.${n}:${port}/${n}`
      await seedFeed(database, { url, publisher: `ill${n}.example`, extract: false, errors_in_row: 1 })
    }
  }
  await workBeside(hang, () => ill.seen.length >= 16, calm)
  // In the order of their coming each would hold its place for half a minute before its turn was theirs.
  expect(ill.counts().requests).toBeLessThan(60)
})

it.skipIf(!server)('of one host by the hundred let the others through', async () => {
  const [host, calm] = [await startPublisher({ delayMs: 1500 }), await startPublisher()]
  onTestFinished(async () => void (await Promise.all([host.close(), calm.close()])))
  const fill = async (database: Database) => {
    for (let n = 0; n < 300; n++) {
      host.serve(`/${n}`, { body: rssDocument(`Värd ${n}`, items(`vard${n}`)) })
      const last = new Date(Date.now() - 7_200_000)
      await seedFeed(database, { url: host.at(`/${n}`), extract: false, last_success_at: last, last_fetched_at: last })
    }
  }
  await workBeside(fill, () => host.seen.length >= 8, calm)
  expect(host.counts().requests).toBeLessThan(80)
  expect(host.mostAtOnce()).toBeLessThanOrEqual(8)
  // All of them are read in the end, each once.
  await until(
    async () => host.counts().requests,
    (read) => read === 300,
    150,
  )
})

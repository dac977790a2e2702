/** Deliveries belong to the service: a command beside those that wait sends none of them, whatever changes beside it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedArticles, seedFeed, seedWebhook } from '../../tests/support/build.ts'
import { contentOf } from '../../tests/support/content.ts'
import { openTestDatabase } from '../../tests/support/database.ts'
import { ifThere, isThere, partOf } from '../../tests/support/features.ts'
import { type Receiver, startReceiver } from '../../tests/support/played/receiver.ts'
import { makeServices, type Services } from '../app/services.ts'
import { buildMcp } from '../app.ts'
import { parseConfig } from '../config.ts'
import { systemClock } from '../platform/time/clock.ts'
import { buildWeb } from '../web.ts'

const folder = mkdtempSync(join(tmpdir(), 'karnhuset-deliver-'))
let services: Services
let receiver: Receiver
let feed: number
let published = 0

beforeAll(async () => {
  const config = parseConfig({ DATA_DIR: folder, SOURCES: 'none', FETCH_ALLOW: '127.0.0.1/32' })
  const [content, log] = [contentOf(config.CONTENT_DIR, false), pino({ level: 'silent' })]
  services = await makeServices({ config, log, clock: systemClock, database: await openTestDatabase(), content })
  receiver = await startReceiver()
  feed = await seedFeed(services.database)
  await seedWebhook(services.database, receiver.url, { created_at: new Date() })
})
afterAll(async () => {
  await services.close()
  await receiver.close()
  for (const one of [folder, `${folder}-site`]) rmSync(one, { recursive: true, force: true })
})

const publish = async () => {
  published += (await seedArticles(services.database, [{ feed_id: feed, event_id: null }])).length
}

/** Twice as long as the service lets pass between a change and its delivery. */
const SOON_MS = 1000

type Run = [command: string, run: () => Promise<unknown>]

it.each<Run>([
  [
    'mcp',
    async () => {
      const { close } = await buildMcp({ ...services, close: async () => {} })
      await publish()
      await sleep(SOON_MS)
      await close()
    },
  ],
  ...ifThere<Run>('export', [
    'export',
    async () => {
      const { exportSite } = await partOf('export/export-site.ts')
      const exporting = exportSite(services, `${folder}-site`, '')
      await publish()
      await exporting
      await sleep(SOON_MS)
    },
  ]),
])('%s', { tags: 'slow' }, async (_command, run) => {
  await publish()
  await run()
  expect(receiver.received).toEqual([])
})

it.runIf(isThere('webhooks'))('the service then sends each once', async () => {
  const web = await buildWeb(services)
  await web.deliver()
  await web.close()
  expect(receiver.received).toHaveLength(published)
})

/** The service in the month: an embedded database on a small disk, a model with a budget, restarts, an upgrade. */

import { readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { pino } from 'pino'
import { createNotices } from '../../src/app/notice-loop.ts'
import { openServices, type Services } from '../../src/app/services.ts'
import { parseConfig } from '../../src/config.ts'
import { listDueFeedIds } from '../../src/news/feeds/writes/feeds.ts'
import { runOnce } from '../../src/news/stages/run.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { seedFeed } from '../../tests/support/build.ts'
import { playedSettings, startModelServer } from '../../tests/support/played/model.ts'
import { startPublisher } from '../../tests/support/played/publisher.ts'
import type { Entry } from './diary.ts'
import { addressOf, DAY, dayOf, publish, SOURCES, sources, start } from './world.ts'

const HOUR = 3_600_000
const DAYS = 30
/** Time goes so far at once. */
const STEP_MS = 12 * HOUR
/** Sources whose articles get summaries. */
const SUMMARISED = 5

interface Event {
  day: number
  what: string
  act(month: Month): Promise<void>
}

interface Month {
  services: Services
  dataDir: string
  restart(between?: () => Promise<void>): Promise<void>
  /** From the next start on. */
  setBudget(amount: number): void
  /** Whether the publishers can be reached. */
  network(there: boolean): Promise<void>
}

/** What happens to the service itself. */
const events: Event[] = [
  {
    day: 10,
    what: 'the operator sets a budget that lasts some ten days more; the service is started again',
    act: async ({ services, setBudget, restart }) => {
      setBudget(await budgetFor(services, 10))
      await restart()
    },
  },
  {
    day: 16,
    what: 'a new version: its migration runs after a backup of what was',
    act: ({ restart, services }) => restart(() => forgetMigration(services)),
  },
  { day: 20.5, what: 'the network of this machine is away', act: ({ network }) => network(false) },
  { day: 21.5, what: 'the network is back', act: ({ network }) => network(true) },
  {
    day: 23,
    what: 'something fills the disk',
    act: async ({ dataDir }) => writeFileSync(filler(dataDir), Buffer.alloc(FILL)),
  },
  { day: 24, what: 'the operator makes room', act: async ({ dataDir }) => rmSync(filler(dataDir)) },
  { day: 26, what: 'the service is started again', act: ({ restart }) => restart() },
]

const FILL = 600 * 1024 ** 2
/** So much the disk of DATA_DIR must have: the filler takes it below what is told. */
export const DISK_MB = 1650
const filler = (dataDir: string) => join(dataDir, 'filler')

/** What is spent by now, and what so many days more will cost at the pace of the last five. */
async function budgetFor({ database, clock }: Services, days: number): Promise<number> {
  const { rows } = await sql<{ spent: number; lately: number }>`
    select sum(cost) as spent, coalesce(sum(cost) filter (where at > ${new Date(clock.now().getTime() - 5 * DAY)}), 0) as lately
    from ai_calls`.execute(database.db)
  const { spent, lately } = rows[0] ?? { spent: 0, lately: 0 }
  return spent + (days * lately) / 5
}

/** The database as the version before `0009-claim-sections` left it: without its column, which rulings on single sentences alone read. */
async function forgetMigration({ config }: Services): Promise<void> {
  const database = await openDatabase(config)
  await sql`alter table claims drop column section`.execute(database.db)
  await sql`delete from kysely_migration where name = '0009-claim-sections'`.execute(database.db)
  await database.close()
}

export interface Played {
  told: Entry[]
  happened: { at: Date; what: string }[]
  ids: Map<string, number>
  /** Backups that were made before a migration. */
  before: string[]
  articles: number
}

/** `dataDir` on a disk of DISK_MB. */
export async function playMonth(dataDir: string): Promise<Played> {
  let now = start
  const told: Entry[] = []
  const happened: Played['happened'] = []
  const hook = createServer(async (request, response) => {
    const { urgent, matters } = JSON.parse(await text(request))
    told.push({ at: now, urgent, matters })
    response.end()
  })
  await new Promise<void>((ready) => hook.listen(0, '127.0.0.1', ready))
  let publisher = await startPublisher({ host: '0.0.0.0' })
  const model = await startModelServer('good')
  const settings = {
    ...playedSettings(model),
    DATA_DIR: dataDir,
    SOURCES: 'none',
    FETCH_ALLOW: '127.0.0.0/8',
    BASE_URL: 'https://site.example',
    EMBEDDING_PROVIDER: 'none',
    AI_JUDGE: 'off',
    NOTIFY_HOUR: '8',
    NOTIFY_WEBHOOK: `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`,
  }
  let config = parseConfig(settings)
  const open = () => openServices(config, pino({ level: 'silent' }), { clock: { now: () => now } })
  const month: Month = {
    services: await open(),
    dataDir,
    restart: async (between) => {
      notices.close()
      await month.services.close()
      await between?.()
      month.services = await open()
      notices = createNotices(month.services)
    },
    setBudget: (amount) => {
      config = parseConfig({ ...settings, AI_MONTHLY_BUDGET: String(amount) })
    },
    network: async (there) => {
      const port = Number(new URL(publisher.url).port)
      if (there) publisher = await startPublisher({ host: '0.0.0.0', port })
      else await publisher.close()
    },
  }
  let notices = createNotices(month.services)
  const ids = new Map<string, number>()
  for (const [i, { name }] of sources.entries()) {
    const values = {
      url: addressOf(publisher, i, `/${name}`),
      site_url: addressOf(publisher, i, '/'),
      publisher: `${name}.example`,
      title: name,
    }
    const of = { extract: false, created_at: start, next_fetch_at: start }
    ids.set(
      name,
      await seedFeed(month.services.database, {
        ...values,
        ...of,
        ...(i >= SOURCES - SUMMARISED && { relevance: 'all' }),
      }),
    )
  }
  const waiting = [...events]
  for (; dayOf(now) < DAYS; now = new Date(now.getTime() + STEP_MS)) {
    for (let event = waiting[0]; event && event.day <= dayOf(now); event = waiting[0]) {
      await event.act(month)
      happened.push({ at: now, what: event.what })
      waiting.shift()
    }
    publish(publisher, now)
    const { services } = month
    const due = await listDueFeedIds(services.database, now)
    await runOnce(services.pipeline, await services.queue(), { feedIds: due })
    if (Number.isInteger(dayOf(now))) await services.pipeline.maintain()
    dateBackups(dataDir, now)
    if (process.stderr.isTTY || process.env.DEBUG_MONTH) process.stderr.write(`day ${dayOf(now)}\n`)
    await notices.poll()
  }
  const articles = (await month.services.database.db.selectFrom('articles').select('id').execute()).length
  notices.close()
  await month.services.close()
  for (const server of [publisher, model]) await server.close()
  hook.close()
  const backups = readdirSync(join(dataDir, 'backups'))
  return { told, happened, ids, before: backups.filter((name) => name.startsWith('before-')), articles }
}

/** Files have the real time: in the month each is as old as its name says. */
function dateBackups(dataDir: string, now: Date): void {
  const folder = join(dataDir, 'backups')
  for (const name of readdirSync(folder)) {
    const day = /(\d{4}-\d{2}-\d{2})\.jsonl\.gz$/.exec(name)?.[1]
    const at = day ? new Date(Math.min(Date.parse(day) + DAY / 3, now.getTime())) : now
    utimesSync(join(folder, name), at, at)
  }
}

/** The real app over a test database, without a listener: requests go through `app.inject`. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import { makeServices, type Services } from '../../src/app/services.ts'
import { type Config, parseConfig } from '../../src/config.ts'
import { syncSources } from '../../src/news/feeds/visits/sync-source-list.ts'
import type { ActorDatabase } from '../../src/platform/database/database.ts'
import { STRANGERS } from '../../src/platform/fetch/post.ts'
import type { Clock } from '../../src/platform/time/clock.ts'
import { buildWeb, type Web } from '../../src/web.ts'
import { contentOf } from './content.ts'
import { openTestDatabase } from './database.ts'

export interface TestWeb extends Web {
  database: ActorDatabase
  services: Services
  config: Config
  /** Set `now` to move time. */
  clock: Clock & { now: () => Date; set(now: Date): void }
  /** Mails in the outbox folder to an address, oldest first. */
  outbox(to: string): string[]
}

export interface TestWebOptions {
  /** Nothing is logged without one. */
  log?: Logger
  /** Private addresses that strangers may name, and without https; none in the service itself. */
  strangers?: string[]
  /** Without the neighbour's rows. */
  alone?: boolean
}

/** Starts on 2026-11-21 at 12:00 UTC; `env` adds settings. */
export async function startTestWeb(
  env: Record<string, string> = {},
  database?: ActorDatabase,
  { log = pino({ level: 'silent' }), strangers = [], alone = false }: TestWebOptions = {},
): Promise<TestWeb> {
  const dataDir = mkdtempSync(join(tmpdir(), 'karnhuset-web-'))
  const config = parseConfig({ DATA_DIR: dataDir, SOURCES: 'none', BASE_URL: 'https://site.example', ...env })
  let now = new Date('2026-11-21T12:00:00Z')
  const clock = {
    now: () => now,
    set: (next: Date) => {
      now = next
    },
  }
  const opened = database ?? (await openTestDatabase({ alone }))
  const services = await makeServices(
    { config, log, clock, database: opened, content: contentOf(config.CONTENT_DIR, config.AI_PROVIDER !== 'none') },
    strangers.length > 0 ? { allow: strangers, secure: false } : STRANGERS,
  )
  // As the worker does at its start.
  await syncSources(services)
  const web = await buildWeb(services)
  await web.app.ready()
  return {
    ...web,
    database: opened,
    services,
    config,
    clock,
    outbox: (to) => readOutbox(join(dataDir, 'outbox')).filter((mail) => mail.includes(`To: ${to}`)),
    close: async () => {
      await web.close()
      await services.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function readOutbox(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
}

/** One call over MCP, without a client: a minute after the one before, so that no limit is reached. */
export async function callMcp(web: TestWeb, token: string | null, method: string, params: object) {
  web.clock.set(new Date(web.clock.now().getTime() + 61_000))
  const { body } = await web.app.inject({
    method: 'POST',
    url: '/mcp',
    payload: { jsonrpc: '2.0', id: 1, method, params },
    headers: {
      host: '127.0.0.1',
      accept: 'application/json, text/event-stream',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
  })
  const data = body.split('\n').find((line) => line.startsWith('data: '))
  return JSON.parse(data?.slice('data: '.length) ?? body).result
}

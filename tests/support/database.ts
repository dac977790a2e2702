/**
 * The PostgreSQL that tests run on, and a database for a test file, a bench or an evaluation. The server is the one of
 * TEST_DATABASE_URL, or an embedded one without fsync. Its template is migrated once, with the queue. Vitest starts it
 * before the first test file; a script starts it at its first use.
 */
import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { type ActorDatabase, connectDatabase, type Database } from '../../src/platform/database/database.ts'
import { embeddedAddress, startEmbedded } from '../../src/platform/database/embedded/postgres-server.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { startQueue } from '../../src/platform/queue/queue.ts'
import { giveBack, take } from './used-databases.ts'

/** How to reach it, handed to the processes of test files. */
const HANDED = 'KARNHUSET_TEST_SERVER'
const TEMPLATE = 'karnhuset_template'
/** As the template, without the neighbour. */
const ALONE = 'karnhuset_alone'

interface TestServer {
  address: pg.ClientConfig
  stop(): Promise<void>
}

let shared: Promise<TestServer> | null = null

export async function testServer(): Promise<TestServer> {
  const handed = process.env[HANDED]
  if (handed) return { address: JSON.parse(handed) as pg.ClientConfig, stop: async () => {} }
  shared ??= startTestServer()
  return shared
}

async function startTestServer(): Promise<TestServer> {
  const url = process.env.TEST_DATABASE_URL
  const server = url ? { address: { connectionString: url }, stop: async () => {} } : await startLocal()
  await makeTemplate(server.address)
  return server
}

async function startLocal(): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'karnhuset-test-server-'))
  const settings = [
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'max_connections=300',
    'autovacuum=off',
  ]
  const server = await startEmbedded(folder, { withParent: true, settings })
  return {
    address: embeddedAddress(folder),
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function makeTemplate(address: pg.ClientConfig): Promise<void> {
  for (const name of [TEMPLATE, ALONE]) await onServer(address, `drop database if exists ${name} with (force)`)
  await onServer(address, `create database ${ALONE}`)
  const database = await connectDatabase(databaseOn(address, ALONE), 2)
  await migrate(database)
  const queue = await startQueue(database, pino({ level: 'silent' }))
  await queue.stop()
  await database.close()
  await createFromTemplate(address, TEMPLATE, ALONE)
}

/** The same server, another database. */
export function databaseOn(address: pg.ClientConfig, name: string): pg.ClientConfig {
  if (!address.connectionString) return { ...address, database: name }
  const url = new URL(address.connectionString)
  url.pathname = `/${name}`
  return { connectionString: url.href }
}

/** As DATABASE_URL. */
export const urlOf = ({ connectionString, host, port, user, database }: pg.ClientConfig): string =>
  connectionString ?? `postgres://${user}@localhost/${database}?host=${encodeURIComponent(String(host))}&port=${port}`

export async function onServer<T>(
  address: pg.ClientConfig,
  work: string | ((client: pg.Client) => Promise<T>),
): Promise<T> {
  const client = new pg.Client(address)
  await client.connect()
  try {
    return (await (typeof work === 'string' ? client.query(work) : work(client))) as T
  } finally {
    await client.end()
  }
}

/** Changes every database that a test opens from now on. */
export async function changeTemplate(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const { address } = await testServer()
  await onServer(databaseOn(address, TEMPLATE), work)
}

/** `name` as an empty migrated database, or a copy of the database `from`. Copying its files is quicker than its pages. */
export async function createFromTemplate(address: pg.ClientConfig, name: string, from = TEMPLATE): Promise<void> {
  await onServer(address, `create database ${name} template ${from} strategy file_copy`)
}

const RAM_DISK = '/dev/shm'
/** Several times the databases of all test files. */
const ROOM_BYTES = 4 * 2 ** 30

/** The RAM disk where there is one with room: files of tables are made and removed there for half the processor time. */
function quickFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(RAM_DISK)
    return Math.min(bavail * bsize, freemem()) > ROOM_BYTES ? RAM_DISK : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Vitest's global set-up: one server for all test files, whose own folders are beside it. */
export async function setup(): Promise<() => Promise<void>> {
  process.env.TMPDIR = quickFolder()
  const server = await testServer()
  process.env[HANDED] = JSON.stringify(server.address)
  return server.stop
}

/** Migrated, and empty but for the neighbour's rows, which `alone` leaves out. Another file has it after it is closed. */
export async function openTestDatabase({ alone = false } = {}): Promise<ActorDatabase> {
  const { address } = await testServer()
  const taken = await take(address, alone ? ALONE : TEMPLATE)
  const database = await connectDatabase(databaseOn(address, taken.name), 5)
  return {
    ...database,
    close: async () => {
      await database.close()
      const violations = await giveBack(address, taken)
      if (violations.length > 0) throw new Error(violations.join('\n'))
    },
  }
}

/** For what a migration in SQL does to rows of before it. */
export async function repeatMigration(db: Database['db'], name: string): Promise<void> {
  await sql.raw(readFileSync(`src/platform/database/migrations/${name}.sql`, 'utf8')).execute(db)
}

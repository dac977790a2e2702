/** One dialect, one driver: a Kysely over `pg`, whether the server is PostgreSQL or the embedded PGlite. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import { Kysely, PostgresDialect, type PostgresPool, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { Config } from '../../config.ts'
import { AppError, messageOf } from '../../domain/errors.ts'
import { lockDataDir, startEmbedded } from './embedded.ts'
import { readInstant, TIMESTAMPTZ } from './instants.ts'
import type { DataVersionTable, Schema } from './schema.ts'

export type Db = Kysely<Schema>
export type Trx = Transaction<Schema>
export type VersionName = DataVersionTable['name']

/** An open database. */
export interface Database {
  db: Db
  /** Reads of the public surfaces: the replica where there is one and it can be reached. */
  readDb: Db
  pool: pg.Pool
  /** Null where there is none. */
  replica: pg.Pool | null
  engine: 'embedded' | 'postgres'
  /** Emits 'version' with the name of a data version that was raised by this process. */
  bus: EventEmitter<{ version: [VersionName] }>
  close(): Promise<void>
}

const numeric = (text: string) => Number(text)
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === 20 || oid === 1700) return numeric
    if (oid === 1082) return (text: string) => text
    if (oid === TIMESTAMPTZ) return readInstant
    return pg.types.getTypeParser(oid, format)
  }) as typeof pg.types.getTypeParser,
}

const inTransaction = new AsyncLocalStorage<EventEmitter<{ version: [VersionName] }>>()

/**
 * A pool that refuses a new connection to code that runs inside a transaction of it: on the embedded database, which has
 * one connection, that code would wait for itself for ever.
 */
class GuardedPool extends pg.Pool {
  // biome-ignore lint/suspicious/noExplicitAny: pg's overloads of connect cannot be restated
  override connect(callback?: any): any {
    if (inTransaction.getStore()) {
      const error = new AppError(
        'internal',
        'The outer database was used inside a transaction: use its argument instead.',
      )
      if (callback) return callback(error)
      return Promise.reject(error)
    }
    return callback ? super.connect(callback) : super.connect()
  }
}

/** All queries are short: what parallel workers and compiled plans take to start they never save. */
async function preferShortQueries(client: pg.ClientBase): Promise<void> {
  await client.query('set max_parallel_workers_per_gather = 0; set jit = off')
}

function openPool(options: pg.PoolConfig): pg.Pool {
  const common = { types, application_name: 'karnhuset', onConnect: preferShortQueries }
  const pool = new GuardedPool({ ...common, ...options })
  // A lost connection is replaced at the next use; without a listener it would end the process, idle or at work.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

const kysely = (pool: PostgresPool): Db => new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })

/** Opens what the settings name. Throws DatabaseHeldError when another process has the embedded one. */
export async function openDatabase(config: Config): Promise<Database> {
  if (config.DATABASE_URL) return openPostgres(config.DATABASE_URL, config.DATABASE_POOL, config.DATABASE_REPLICA_URL)
  const unlock = lockDataDir(config.DATA_DIR)
  const opened = await openEmbedded({ dataDir: join(config.DATA_DIR, 'database') })
  return {
    ...opened,
    close: async () => {
      await opened.close()
      unlock()
    },
  }
}

export async function openEmbedded(options: {
  dataDir?: string
  tarball?: Uint8Array
}): Promise<Database & { dump(): Promise<Uint8Array> }> {
  const server = await startEmbedded(options)
  const pool = openPool({
    host: server.socketDir,
    user: 'postgres',
    database: 'postgres',
    max: 1,
    idleTimeoutMillis: 0,
  })
  const db = kysely(pool)
  const watchdog = watch(pool)
  return {
    db,
    readDb: db,
    pool,
    replica: null,
    engine: 'embedded',
    bus: new EventEmitter(),
    dump: () => server.dump(),
    close: async () => {
      clearInterval(watchdog)
      await pool.end()
      await server.close()
    },
  }
}

const WATCH_EVERY_MS = 30_000
/** Longer than any transaction of ours but a restore, which no other process waits for. */
const LONGEST_SILENCE_MS = 30 * 60_000

/** An internal fault can stall PGlite's queue for ever without an error: then the process ends, to be started anew. */
function watch(pool: pg.Pool): NodeJS.Timeout {
  let asked: number | null = null
  const look = () => {
    if (asked !== null && Date.now() - asked > LONGEST_SILENCE_MS)
      throw new AppError('unavailable', 'The embedded database has not answered for half an hour.')
    if (asked !== null) return
    asked = Date.now()
    const answered = () => {
      asked = null
    }
    pool.query('select 1').then(answered, answered)
  }
  return setInterval(look, WATCH_EVERY_MS).unref()
}

export async function openPostgres(url: string, max: number, replicaUrl?: string): Promise<Database> {
  const pool = openPool({ connectionString: url, max, connectionTimeoutMillis: 10_000 })
  try {
    await pool.query('select 1')
  } catch (cause) {
    await pool.end()
    throw new AppError('unavailable', `Cannot reach the database of DATABASE_URL: ${messageOf(cause)}`, { cause })
  }
  const replica = replicaUrl ? openPool({ connectionString: replicaUrl, max, connectionTimeoutMillis: 3_000 }) : null
  const db = kysely(pool)
  return {
    db,
    readDb: replica ? kysely(replicaFirst(replica, pool)) : db,
    pool,
    replica,
    engine: 'postgres',
    bus: new EventEmitter(),
    close: async () => {
      await Promise.all([pool.end(), replica?.end()])
    },
  }
}

const REPLICA_PAUSE_MS = 5_000

/** Connections to the replica; while it cannot be reached, to the database that it follows. Fails when neither can. */
function replicaFirst(replica: pg.Pool, source: pg.Pool): PostgresPool {
  let pausedUntil = 0
  return {
    options: replica.options,
    connect: async () => {
      if (Date.now() < pausedUntil) return source.connect().catch(() => replica.connect())
      try {
        return await replica.connect()
      } catch {
        pausedUntil = Date.now() + REPLICA_PAUSE_MS
        return source.connect()
      }
    },
    end: () => replica.end(),
  }
}

/** Runs `work` in one transaction. Inside, only the argument may be used: never the network, never the outer database. */
export function transaction<T>(database: Database, work: (trx: Trx) => Promise<T>): Promise<T> {
  return database.db.transaction().execute((trx) => inTransaction.run(database.bus, () => work(trx)))
}

/**
 * A transaction that changes what readers see: raises the data version `name` with the change, so that caches follow.
 * Its first statement takes the version's row, which lets one publisher in at a time and so rules out deadlocks.
 */
export async function publishing<T>(
  database: Database,
  work: (trx: Trx) => Promise<T>,
  name: VersionName = 'content',
): Promise<T> {
  const result = await transaction(database, async (trx) => {
    await raiseVersion(trx, name)
    return work(trx)
  })
  database.bus.emit('version', name)
  return result
}

async function raiseVersion(trx: Trx, name: VersionName): Promise<void> {
  await sql`
    with raised as (
      update data_versions set version = version + 1, raised_at = now() where name = ${name} returning name
    )
    select pg_notify('karnhuset_version', name) from raised`.execute(trx)
}

/**
 * Rows as one JSON parameter, which costs less than a parameter for each value. Half a surrogate pair becomes U+FFFD and
 * the null character goes, since the database takes neither.
 */
export function rowsParameter(rows: object[]): string {
  const json = JSON.stringify(rows)
  if (!/\\u(0000|d[89a-f])/.test(json)) return json
  return JSON.stringify(rows, (_, value) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value,
  )
}

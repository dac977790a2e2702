/** The database: a Kysely over `pg`, on the operator's PostgreSQL or the embedded one. */
import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPool, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { Config } from '../../config.ts'
import { AppError, messageOf } from '../errors.ts'
import type { Actor, AuditedAction } from './actor.ts'
import { cancelling } from './cancelling.ts'
import { embeddedAddress } from './embedded/postgres-server.ts'
import { joinEmbedded } from './embedded/sharing.ts'
import { readInstant, TIMESTAMPTZ } from './instants.ts'
import { memoizeReads } from './memoized-reads.ts'
import { preparing } from './prepare.ts'
import type { Schema } from './schema.ts'
import { connectionName, reportWaits } from './waits.ts'

export type Db = Kysely<Schema>
export type Trx = Transaction<Schema>
export type VersionName = Schema['data_versions']['name']

/** An open database. */
export interface Database {
  db: Db
  /** Reads of the public surfaces: the replica where there is one and it can be reached. */
  readDb: Db
  pool: pg.Pool
  /** For connections beside the pool. */
  address: pg.ClientConfig
  /** Null where there is none. */
  replica: pg.Pool | null
  /** Holder of leases: the same for a worker that is started again. */
  holder: string
  /** Emits 'version' with the name and number of a data version that was raised by this process, 'action' for each audited action. */
  bus: EventEmitter<{ version: [VersionName, number]; action: [AuditedAction] }>
  close(): Promise<void>
}

/** A handle whose acts are recorded as those of `actor`: functions that act take no other. */
export interface ActorDatabase extends Database {
  actor: Actor
}

const numeric = (text: string) => Number(text)
const BIGINTS: number = 1016
const readBigints: (text: string) => (string | null)[] = pg.types.getTypeParser(BIGINTS)
const numbers = (text: string) => readBigints(text).map((one) => (one === null ? null : Number(one)))
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === 20 || oid === 1700) return numeric
    if (oid === BIGINTS) return numbers
    if (oid === 1082) return (text: string) => text
    if (oid === TIMESTAMPTZ) return readInstant
    return pg.types.getTypeParser(oid, format)
  }) as typeof pg.types.getTypeParser,
}

/** All queries are short: what parallel workers and compiled plans take to start they never save. */
async function preferShortQueries(client: pg.ClientBase): Promise<void> {
  await client.query('set max_parallel_workers_per_gather = 0; set jit = off')
}

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void

/** A pool to which whatever is met while connecting, a wrong password or a renamed database too, means `unavailable`. */
class Pool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    if (!callback)
      return super.connect().catch((cause) => {
        throw unreachable(cause)
      })
    super.connect((error, client, done) => callback(error && unreachable(error), client, done))
    return undefined
  }
}

const unreachable = (cause: Error): AppError =>
  new AppError('unavailable', 'The database cannot be reached just now. Try again shortly.', { cause, retryAfter: 5 })

/** The server's or the network's own words for why a connection failed. */
export const connectReason = (error: unknown): string =>
  messageOf(error instanceof AppError && error.cause !== undefined ? error.cause : error)

function openPool(options: pg.PoolConfig): pg.Pool {
  const pool = new Pool({
    types,
    application_name: connectionName('karnhuset'),
    onConnect: preferShortQueries,
    ...options,
  })
  // A lost connection is replaced at the next use; without a listener it would end the process, idle or at work.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

const kysely = (pool: PostgresPool, prepare: boolean): Db =>
  new Kysely<Schema>({ dialect: new PostgresDialect({ pool: prepare ? preparing(pool) : pool }) })

/** As `database`, for one pass over it: reads that recur are answered as at first. */
export const withMemoizedReads = (database: ActorDatabase, prepare: boolean): ActorDatabase => ({
  ...database,
  readDb: kysely(memoizeReads(prepare ? preparing(database.pool) : database.pool), false),
})

/** Connection settings of the database that the settings name. */
const addressOf = (config: Config): pg.ClientConfig =>
  config.DATABASE_URL ? { connectionString: config.DATABASE_URL } : embeddedAddress(config.DATA_DIR)

/**
 * Opens what the settings name. The embedded server is started where none runs, and stopped by the last process that uses it;
 * `supervised` leaves both to the process's parent. Reads of the surfaces with `separateReads` have connections of their own, and
 * never wait for one that a stage has. Throws `unavailable` with why there is no database.
 */
export async function openDatabase(
  config: Config,
  options: { supervised?: boolean; separateReads?: boolean; holder?: string | undefined; actor?: Actor } = {},
): Promise<ActorDatabase> {
  const database = await reportWaits(addressOf(config), () => open(config, options))
  return { ...database, holder: options.holder ?? database.holder, actor: options.actor ?? database.actor }
}

async function open(
  config: Config,
  { supervised, separateReads }: { supervised?: boolean; separateReads?: boolean },
): Promise<ActorDatabase> {
  const connect = () =>
    connectDatabase(addressOf(config), config.DATABASE_POOL, {
      replicaUrl: config.DATABASE_REPLICA_URL,
      prepare: config.DATABASE_PREPARE === 'on',
      separateReads,
    })
  if (!config.embedded) return connect()
  if (supervised) return retryConnecting(connect)
  const leave = await joinEmbedded(config.DATA_DIR)
  const database = await connect().catch(async (error) => {
    await leave()
    throw error
  })
  return {
    ...database,
    close: async () => {
      await database.close()
      await leave()
    },
  }
}

const AGAIN_MS = { first: 50, longest: 1000 }

/** The supervisor starts the server again, however long that takes on a busy machine or a full disk; it also ends this process. */
async function retryConnecting(connect: () => Promise<ActorDatabase>): Promise<ActorDatabase> {
  for (let ms = AGAIN_MS.first; ; ms = Math.min(2 * ms, AGAIN_MS.longest)) {
    try {
      return await connect()
    } catch {
      await sleep(ms)
    }
  }
}

/** A server process remembers what it has read of the catalogs: 14 MB after a pass, which a new one does not have. */
const STAGES_LIFETIME_S = 60

interface ConnectOptions {
  replicaUrl?: string | undefined
  /** True when recurring reads are prepared by name. */
  prepare?: boolean
  separateReads?: boolean | undefined
}

export async function connectDatabase(
  address: pg.ClientConfig,
  max: number,
  { replicaUrl, prepare = true, separateReads = false }: ConnectOptions = {},
): Promise<ActorDatabase> {
  const options = { ...address, max, connectionTimeoutMillis: 10_000 }
  const pool = openPool({ ...options, maxLifetimeSeconds: separateReads ? STAGES_LIFETIME_S : 0 })
  try {
    await pool.query('select 1')
  } catch (cause) {
    await pool.end()
    const which = address.connectionString ? 'database of DATABASE_URL' : 'embedded database'
    throw new AppError('unavailable', `Cannot reach the ${which}: ${connectReason(cause)}`, { cause })
  }
  const replica = replicaUrl ? openPool({ connectionString: replicaUrl, max, connectionTimeoutMillis: 3_000 }) : null
  const readers = separateReads ? openPool(options) : null
  const reads = cancelling(readers ?? pool)
  const db = kysely(cancelling(pool), prepare)
  return {
    db,
    readDb: replica ? kysely(replicaFirst(cancelling(replica), reads), prepare) : readers ? kysely(reads, prepare) : db,
    pool,
    address,
    replica,
    holder: randomUUID(),
    actor: 'service',
    bus: new EventEmitter(),
    close: async () => {
      await Promise.all([pool, readers, replica].map((each) => each?.end()))
    },
  }
}

const REPLICA_PAUSE_MS = 5_000

/** Connections to the replica, or to the primary while the replica cannot be reached. Fails when neither can. */
function replicaFirst(replica: PostgresPool, source: PostgresPool): PostgresPool {
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
  return database.db.transaction().execute(work)
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
  const [version, result] = await transaction(database, async (trx) => [await raiseVersion(trx, name), await work(trx)])
  database.bus.emit('version', name, version)
  return result
}

async function raiseVersion(trx: Trx, name: VersionName): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    with raised as (
      update data_versions set version = version + 1, raised_at = now() where name = ${name} returning name, version
    )
    select version, pg_notify('karnhuset_version', name || ' ' || version) from raised`.execute(trx)
  return rows[0]?.version ?? 0
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

/** How a process learns that what readers see has changed: its own commits at once, those of others by LISTEN/NOTIFY. */
import pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Database, VersionName } from './database.ts'

export interface VersionFeed {
  close(): Promise<void>
}

const RECONNECT_MS = 1000

/** Calls `onRaise` whenever a version may have risen; after a lost connection, for all of them. */
export async function followVersions(
  database: Database,
  config: Config,
  log: Logger,
  onRaise: (name: VersionName) => void,
): Promise<VersionFeed> {
  const raise = config.DATABASE_REPLICA_URL ? afterReplica(database, log, onRaise) : onRaise
  database.bus.on('version', raise)
  const unsubscribe = async () => void database.bus.off('version', raise)
  if (!config.DATABASE_URL) return { close: unsubscribe }
  const listener = listen(config.DATABASE_URL, log, raise)
  return {
    close: async () => {
      await unsubscribe()
      await listener.close()
    },
  }
}

/** A connection of its own that listens, and comes back when it is lost: what happened meanwhile is unknown. */
function listen(url: string, log: Logger, onRaise: (name: VersionName) => void): VersionFeed {
  let client: pg.Client | null = null
  let closed = false
  let retry: NodeJS.Timeout | undefined
  const again = () => {
    client = null
    if (!closed) retry = setTimeout(() => void connect(), RECONNECT_MS)
  }
  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString: url, application_name: 'karnhuset-listen', keepAlive: true })
    next.on('error', (error) => log.warn({ err: error }, 'lost the connection that listens for new versions'))
    next.on('end', again)
    next.on('notification', (message) => onRaise(message.payload as VersionName))
    try {
      await next.connect()
      await next.query('listen karnhuset_version')
      client = next
      onRaise('content')
      onRaise('views')
    } catch (error) {
      log.warn({ err: error }, 'cannot listen for new versions; trying again')
      if (!closed) await next.end().catch(() => {})
    }
  }
  const first = connect()
  return {
    close: async () => {
      closed = true
      clearTimeout(retry)
      await first
      await client?.end()
    },
  }
}

const CATCH_UP_MS = 10_000

/** Reads go to a replica that may be behind: a version counts as risen when the replica has it. */
function afterReplica(database: Database, log: Logger, onRaise: (name: VersionName) => void) {
  const versionOf = async (db: Database['db'], name: VersionName) =>
    (await db.selectFrom('data_versions').select('version').where('name', '=', name).executeTakeFirst())?.version ?? 0
  return async (name: VersionName) => {
    try {
      const wanted = await versionOf(database.db, name)
      const deadline = Date.now() + CATCH_UP_MS
      while ((await versionOf(database.readDb, name)) < wanted && Date.now() < deadline)
        await new Promise((resolve) => setTimeout(resolve, 50))
    } catch (error) {
      log.warn({ err: error }, 'cannot compare the replica with its source')
    }
    onRaise(name)
  }
}

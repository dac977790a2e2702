/** How a process learns that what readers see has changed: its own commits at once, those of others by LISTEN/NOTIFY. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import type { Database, VersionName } from './database.ts'

export interface VersionFeed {
  close(): Promise<void>
}

const RECONNECT_MS = 1000
/** A server that vanished without a word is noticed after a heartbeat that gets no answer. */
const HEARTBEAT_MS = 10_000
const ANSWER_MS = 5_000

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

/**
 * A connection of its own that listens, and comes back when it is lost. What happens meanwhile is unknown, so everything
 * counts as changed from the moment of the loss: what readers then get from memory is marked as stale.
 */
function listen(url: string, log: Logger, onRaise: (name: VersionName) => void): VersionFeed {
  const closing = new AbortController()
  const raiseAll = () => {
    onRaise('content')
    onRaise('views')
  }
  async function keepListening(): Promise<void> {
    while (!closing.signal.aborted) {
      await listenOnce(url, onRaise, raiseAll, closing.signal).catch((error) => {
        log.warn({ err: error }, 'cannot listen for new versions; trying again')
      })
      if (closing.signal.aborted) return
      raiseAll()
      await sleep(RECONNECT_MS, undefined, { signal: closing.signal }).catch(() => {})
    }
  }
  const listening = keepListening()
  return {
    close: async () => {
      closing.abort()
      await listening
    },
  }
}

/** Resolves when the connection has ended, whoever ended it. */
async function listenOnce(
  url: string,
  onRaise: (name: VersionName) => void,
  onStart: () => void,
  signal: AbortSignal,
): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'karnhuset-listen',
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    query_timeout: ANSWER_MS,
  })
  const ended = new Promise<void>((resolve) => client.once('end', resolve))
  client.on('error', () => {})
  client.on('notification', (message) => onRaise(message.payload as VersionName))
  const leave = () => void client.end().catch(() => {})
  let heartbeat: NodeJS.Timeout | undefined
  try {
    await client.connect()
    await client.query('listen karnhuset_version')
    onStart()
    signal.addEventListener('abort', leave, { once: true })
    if (signal.aborted) leave()
    heartbeat = setInterval(() => void client.query('select 1').catch(leave), HEARTBEAT_MS)
    await ended
  } catch (error) {
    leave()
    throw error
  } finally {
    clearInterval(heartbeat)
    signal.removeEventListener('abort', leave)
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

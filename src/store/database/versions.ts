/** How a process learns that what readers see has changed: its own commits at once, those of others by LISTEN/NOTIFY. */
import type { Logger } from 'pino'
import type { Database, VersionName } from './database.ts'
import { type Listener, listen } from './listen.ts'

/**
 * Calls `onRaise` whenever a version may have risen. While the listening connection is lost everything counts as changed:
 * what readers then get from memory is marked as stale.
 */
export function followVersions(database: Database, log: Logger, onRaise: (name: VersionName) => void): Listener {
  const raise = database.replica ? afterReplica(database, log, onRaise) : onRaise
  const raiseAll = () => {
    raise('content')
    raise('views')
  }
  database.bus.on('version', raise)
  const listening = { onMessage: (name: string) => raise(name as VersionName), onStart: raiseAll, onLost: raiseAll }
  const listener = listen(database.address, 'karnhuset_version', listening, log)
  return {
    close: async () => {
      database.bus.off('version', raise)
      await listener.close()
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

/** Notifies a process that published data has changed: of its own commits at once, of others' by LISTEN/NOTIFY. */
import type { Logger } from 'pino'
import type { Database, VersionName } from './database.ts'
import { listen } from './listen.ts'

/**
 * Calls `onRaise` whenever a version may have risen. While the listening connection is lost everything counts as changed:
 * what readers then get from memory is marked as stale. Resolves when it listens.
 */
export async function subscribeToVersions(
  database: Database,
  log: Logger,
  onRaise: (name: VersionName) => void,
): Promise<{ close(): Promise<void> }> {
  const raise = database.replica ? afterReplica(database, log, onRaise) : onRaise
  /** Raised here, so that its notification brings nothing new. */
  const raisedHere = new Set<string>()
  const onCommit = (name: VersionName, version: number) => {
    raisedHere.add(`${name} ${version}`)
    void raise(name)
  }
  const onMessage = (payload: string) => {
    if (!raisedHere.delete(payload)) void raise(payload.split(' ')[0] as VersionName)
  }
  const raiseAll = () => {
    raisedHere.clear()
    void raise('content')
    void raise('views')
  }
  database.bus.on('version', onCommit)
  const listener = listen(
    database.address,
    'karnhuset_version',
    { onMessage, onStart: raiseAll, onLost: raiseAll },
    log,
  )
  await listener.ready
  return {
    close: async () => {
      database.bus.off('version', onCommit)
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

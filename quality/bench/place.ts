/** Where one part of the bench keeps its data: an embedded server on a folder of its own, or a new database on another server. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ActorDatabase, connectDatabase, type Database } from '../../src/platform/database/database.ts'
import { embeddedAddress, startEmbedded } from '../../src/platform/database/embedded/postgres-server.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { databaseOn, onServer } from '../../tests/support/database.ts'

export interface Place {
  /** Settings of the service's processes. */
  env: Record<string, string>
  /** The database, migrated; an embedded server is started with it, and `settings`, and stopped when it is closed. */
  open(settings?: string[]): Promise<ActorDatabase>
  /** The database while a service runs on it, which has the server; few connections, since its memory is measured. */
  connect(): Promise<Database>
}

/** `url` names a server (DATABASE_URL); without it the embedded one is used. Everything is deleted after `work`. */
export async function inPlace<T>(url: string | undefined, work: (place: Place) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'karnhuset-bench-'))
  const name = `bench_${randomBytes(6).toString('hex')}`
  if (url) await onServer({ connectionString: url }, `create database ${name}`)
  try {
    return await work(placeOf(folder, url && (databaseOn({ connectionString: url }, name).connectionString ?? '')))
  } finally {
    if (url) await onServer({ connectionString: url }, `drop database ${name} with (force)`)
    rmSync(folder, { recursive: true, force: true })
  }
}

function placeOf(folder: string, url: string | undefined): Place {
  const connect = (max: number) => connectDatabase(url ? { connectionString: url } : embeddedAddress(folder), max)
  return {
    env: { DATA_DIR: folder, SOURCES: 'none', LOG_LEVEL: 'error', ...(url && { DATABASE_URL: url }) },
    connect: () => connect(2),
    open: async (settings) => {
      const server = url ? null : await startEmbedded(folder, { withParent: true, ...(settings && { settings }) })
      const database = await connect(5)
      await migrate(database)
      const close = async () => {
        await database.close()
        await server?.stop()
      }
      return { ...database, close }
    },
  }
}

/** A throw-away PostgreSQL for journeys that stop it, kill its backends or need one beside the embedded database. */
import pg from 'pg'
import { postgresPrograms, startPostgres as startCluster } from './postgres-cluster.ts'

export interface PostgresServer {
  /** A new empty database; its address. */
  createDatabase(): Promise<string>
  query(statement: string): Promise<unknown[]>
  /** As a crash would: connections cut, no checkpoint. */
  stop(): void
  start(): void
  /** Stops it and removes its files. */
  remove(): void
}

/** False where PostgreSQL is not installed; the journeys that need it then say so and are skipped. */
export const hasPostgres = (() => {
  try {
    return Boolean(postgresPrograms())
  } catch (error) {
    console.warn(`${(error as Error).message}: the journeys that need it are skipped.`)
    return false
  }
})()

export async function startPostgres(): Promise<PostgresServer> {
  const cluster = await startCluster({
    fast: true,
    // What was committed must outlast the crash.
    settings: { shared_buffers: '32MB', synchronous_commit: 'on' },
  })
  const query = async (statement: string) => {
    const client = new pg.Client({ connectionString: cluster.url })
    await client.connect()
    try {
      return (await client.query(statement)).rows
    } finally {
      await client.end()
    }
  }
  let databases = 0
  return {
    createDatabase: async () => {
      const name = `journey_${++databases}`
      await query(`create database ${name}`)
      return cluster.url.replace(/postgres$/, name)
    },
    query,
    stop: () => cluster.stop('immediate'),
    start: cluster.start,
    remove: cluster.destroy,
  }
}

/** A throw-away PostgreSQL from Debian's packages, on loopback, for what stops it, kills its backends, replicates or measures it. */
import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { freePort } from './played/small-server.ts'

export interface PostgresCluster {
  url: string
  port: number
  dataDir: string
  /** Like pg_ctl: 'fast' ends sessions, 'immediate' is a crash. */
  stop(mode?: 'fast' | 'immediate'): void
  start(): void
  /** Stops and deletes it. */
  destroy(): void
}

/** Folder of PostgreSQL's programs, the newest version; throws with what to install. */
function postgresPrograms(): string {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : []
  if (!versions[0]) throw new Error('PostgreSQL is not installed: apt-get install postgresql')
  return join(root, versions[0], 'bin')
}

/** PostgreSQL refuses to run as root: then it runs as the user that its package made. */
const asOwner = (command: string[]): string[] =>
  userInfo().uid === 0 ? ['runuser', '-u', 'postgres', '--', ...command] : command

function run(command: string[]): void {
  const [program = '', ...args] = asOwner(command)
  const { status, stderr, error } = spawnSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'], cwd: tmpdir() })
  if (status !== 0) throw new Error(`${command.join(' ')}: ${error?.message ?? stderr}`)
}

/** Durable by default (fsync as shipped); with `fast`, without, for tests that only want the engine. */
export async function startCluster(options: ClusterOptions = {}): Promise<PostgresCluster> {
  const dataDir = join(ownedFolder(), 'data')
  run([program('initdb'), '-D', dataDir, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8'])
  return runCluster(dataDir, await freePort(), options)
}

export interface Replica extends PostgresCluster {
  /** From now on it takes writes. */
  promote(): void
}

/** A streaming replica of `primary`, as it stands now and from now on. */
export async function startReplica(primary: PostgresCluster, options: ClusterOptions = {}): Promise<Replica> {
  const dataDir = join(ownedFolder(), 'data')
  run([program('pg_basebackup'), '-d', primary.url, '-D', dataDir, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'])
  const cluster = runCluster(dataDir, await freePort(), options)
  return { ...cluster, promote: () => run([program('pg_ctl'), '-D', dataDir, '-w', '-t', '60', 'promote']) }
}

interface ClusterOptions {
  fast?: boolean
  settings?: Record<string, string>
}

const program = (name: string) => join(postgresPrograms(), name)

function ownedFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'karnhuset-pg-'))
  if (userInfo().uid === 0) {
    const owner = spawnSync('id', ['-u', 'postgres'], { encoding: 'utf8' }).stdout.trim()
    chownSync(folder, Number(owner), -1)
  }
  return folder
}

function runCluster(dataDir: string, port: number, options: ClusterOptions): PostgresCluster {
  const folder = dirname(dataDir)
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: folder,
    shared_buffers: '256MB',
    ...(options.fast ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } : {}),
    ...options.settings,
  }
  const flags = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`)
  const control = (...args: string[]) => run([program('pg_ctl'), '-D', dataDir, '-w', '-t', '60', ...args])
  const cluster: PostgresCluster = {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    port,
    dataDir,
    start: () => control('-l', join(folder, 'log'), '-o', flags.join(' '), 'start'),
    stop: (mode = 'fast') => control('-m', mode, 'stop'),
    destroy: () => {
      try {
        cluster.stop('immediate')
      } catch {
        // It was stopped already.
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
  cluster.start()
  return cluster
}

/** A server for journeys that stop it, kill its backends or need one beside the embedded database. */
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

/** A throw-away PostgreSQL server for journeys that stop it, kill its backends or need one beside the embedded database. */
import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import pg from 'pg'

export interface PostgresServer {
  /** Of its database `postgres`, whose user may do everything. */
  url: string
  /** A new empty database. */
  createDatabase(): Promise<string>
  /** As a crash would: no checkpoint, connections cut. */
  stop(): void
  start(): void
  query(statement: string): Promise<unknown[]>
  /** Stops it and removes its files. */
  remove(): void
}

const bin = findPrograms()

/** False where PostgreSQL is not installed; the journeys that need it then say so and are skipped. */
export const hasPostgres = bin !== null
if (!hasPostgres)
  console.warn('PostgreSQL is not installed (Debian: postgresql): the journeys that need it are skipped.')

function findPrograms(): string | null {
  const initdb = [...globSync('/usr/lib/postgresql/*/bin/initdb'), '/usr/local/bin/initdb', '/usr/bin/initdb']
  const found = initdb.sort().reverse().find(existsSync)
  return found ? dirname(found) : null
}

/** Without fsync, on a free port of loopback; as the user postgres where we are root, whom the server refuses. */
export async function startPostgres(): Promise<PostgresServer> {
  if (!bin) throw new Error('PostgreSQL is not installed.')
  const folder = mkdtempSync('/tmp/karnhuset-pg-')
  const owner = process.getuid?.() === 0 ? ids('postgres') : undefined
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const run = (program: string, args: string[]) =>
    execFileSync(join(bin, program), args, { ...owner, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] }).toString()
  const data = join(folder, 'data')
  run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'])
  const port = await freePort()
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c fsync=off`
  const start = () => run('pg_ctl', ['-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start'])
  const stop = () => run('pg_ctl', ['-D', data, '-w', '-m', 'immediate', 'stop'])
  start()
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`
  const query = async (statement: string) => {
    const client = new pg.Client({ connectionString: url('postgres') })
    await client.connect()
    try {
      return (await client.query(statement)).rows
    } finally {
      await client.end()
    }
  }
  let databases = 0
  return {
    url: url('postgres'),
    createDatabase: async () => {
      const name = `journey_${++databases}`
      await query(`create database ${name}`)
      return url(name)
    },
    start,
    stop,
    query,
    remove: () => {
      spawnSync(join(bin, 'pg_ctl'), ['-D', data, '-w', '-m', 'immediate', 'stop'], { ...owner, cwd: folder })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function ids(user: string): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, user]).toString())
  return { uid: id('-u'), gid: id('-g') }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

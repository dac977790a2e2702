/** The embedded PostgreSQL: started on a folder or found running on it, and stopped. */
import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { AppError, isDiskFull, messageOf } from '../../errors.ts'
import { findBinaries } from './binaries.ts'
import { failureLine, isAlive, prepareFolder, ROLE, serverEnv, serverFolder, socketFolder } from './data-folder.ts'
import { memorySettings } from './memory-settings.ts'
import { endsWithParent } from './privileges.ts'
import { findRunning } from './running.ts'

export interface EmbeddedServer {
  pid: number
  /** It was found running: the process that started it has its output. */
  found: boolean
  /** Resolves when the process is gone, however it ended. */
  ended: Promise<void>
  /** Ends it: open transactions are undone, what was committed is on disk. */
  stop(): Promise<void>
}

export interface StartOptions {
  /** A line that the server logs. */
  onLog?: (line: string) => void
  /** A database is about to be made, in a folder that can be used. */
  onMake?: () => void
  /** It ends when this process dies, however it dies. */
  withParent?: boolean
  /** Further settings, such as `fsync=off` for tests. */
  settings?: string[]
}

/**
 * Address of the embedded server of `dataDir`, for `pg`. PG* variables of the machine are for other servers: they leave
 * this process and its children, since `pg` would add them to any address.
 */
export function embeddedAddress(dataDir: string): { host: string; port: number; user: string; database: string } {
  for (const name of Object.keys(process.env)) if (name.startsWith('PG')) delete process.env[name]
  return { host: socketFolder(dataDir), port: 5432, user: ROLE, database: 'postgres' }
}

/** No helpers for queries that are all short, nothing for replicas; memory goes by that of the machine. */
const settings = [
  'listen_addresses=',
  'unix_socket_permissions=0700',
  'max_connections=100',
  'dynamic_shared_memory_type=mmap',
  'io_method=sync',
  'max_parallel_workers=0',
  'max_parallel_maintenance_workers=0',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_logical_replication_workers=0',
  'max_wal_size=256MB',
  'log_checkpoints=off',
  'log_line_prefix=',
  'log_min_messages=warning',
  // The sender of a failed statement is informed anyway.
  'log_min_error_statement=panic',
]

/** A server that goes down or comes up is waited for this long; recovery after a power cut may take minutes. */
const PATIENCE_MS = 10 * 60_000
const POLL_MS = 50
/** Answer to `answers` while the server recovers. */
const TOO_EARLY = /is starting up$/
/** Output of a server that met another start's folder, lock or socket. */
const OF_ANOTHER_START = /already exists|still in use|being accessed|is empty/

/**
 * The server of `dataDir`: the one that runs on it, or one started now. Resolves when it takes connections. Throws
 * `unavailable` with one sentence where there can be none.
 */
export async function startEmbedded(dataDir: string, options: StartOptions = {}): Promise<EmbeddedServer> {
  const deadline = Date.now() + PATIENCE_MS
  const find = () => findRunning(serverFolder(dataDir), socketFolder(dataDir))
  let output = ''
  while (Date.now() < deadline) {
    const running = find()
    const started = running === null ? await start(dataDir, options) : null
    const pid = running ?? started?.child.pid
    const ended = started?.ended ?? exited(pid)
    // Of two starts at once the one that is late hears the answer of the other's server.
    const endStarted = async () => started && pid !== undefined && stop(pid, ended)
    if (pid !== undefined && (await answers(dataDir, ended).catch(rethrow(endStarted))) && find() === pid)
      return { pid, found: running !== null, ended, stop: () => stop(pid, ended) }
    await keepAlive(ended)
    if (started) output = started.output()
    // Stopped in good order by another start. Or two starts at once, or what a killed server left: its helpers are still going.
    const isStopped = started?.child.exitCode === 0
    if (started && !isStopped && !OF_ANOTHER_START.test(output)) break
    await sleep(POLL_MS)
  }
  const message = `The database in ${serverFolder(dataDir)} does not start: ${explain(output)}`
  throw new AppError('unavailable', message, { cause: new Error(output) })
}

const rethrow = (before: () => Promise<unknown>) => async (error: unknown) => {
  await before()
  throw error
}

interface Started {
  child: ChildProcess
  ended: Promise<void>
  output(): string
}

async function start(dataDir: string, options: StartOptions): Promise<Started> {
  const binaries = findBinaries()
  const method = await prepareFolder(dataDir, binaries, options.onMake)
  const all = [
    ...settings,
    ...memorySettings(),
    `unix_socket_directories=${asListMember(socketFolder(dataDir))}`,
    ...(options.settings ?? []),
  ]
  const args = [
    ...method.prefix,
    ...(options.withParent ? endsWithParent() : []),
    ...[binaries.postgres, '-D', serverFolder(dataDir), ...all.flatMap((setting) => ['-c', setting])],
  ]
  // A session of its own: Ctrl-C in a terminal ends the service, which then ends the server.
  const child = spawn(args[0] ?? '', args.slice(1), {
    ...method.ids,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: serverEnv(),
  })
  let output = ''
  child.stderr?.on('data', (chunk) => {
    output = (output + chunk).slice(-4000)
    // Of two starts at once, the later ends without a word: the server of the other is found instead.
    const isExpected = (line: string) =>
      line.startsWith('FATAL') && (OF_ANOTHER_START.test(line) || TOO_EARLY.test(line))
    for (const line of String(chunk).split('\n')) if (line && !isExpected(line)) options.onLog?.(line)
  })
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      output += `FATAL: ${messageOf(error)}`
      resolve()
    })
    child.once('close', () => resolve())
  })
  child.unref()
  ;(child.stderr as unknown as { unref?(): void } | null)?.unref?.()
  return { child, ended, output: () => output }
}

/** The setting is a list with commas between: a folder that has one is put in quotation marks. */
const asListMember = (folder: string): string => `"${folder.replaceAll('"', '""')}"`

/** True when it takes connections; false when it ended first. Throws `unavailable` where a full disk keeps it from that. */
async function answers(dataDir: string, ended: Promise<void>): Promise<boolean> {
  let over = false
  void ended.then(() => {
    over = true
  })
  while (!over) {
    const client = new pg.Client({ ...embeddedAddress(dataDir), connectionTimeoutMillis: 5000 })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return true
    } catch (cause) {
      if (isDiskFull(cause))
        throw new AppError('unavailable', `The database in ${serverFolder(dataDir)} does not answer: ${DISK_FULL}`, {
          cause,
        })
      await sleep(POLL_MS)
    }
  }
  return false
}

/** Resolves when a process that is not our child is gone. */
async function exited(pid: number | undefined): Promise<void> {
  while (pid !== undefined && isAlive(pid)) await sleep(POLL_MS * 4, undefined, { ref: false })
}

/** Waits for `ended`, which by itself does not keep this process running. */
async function keepAlive(ended: Promise<void>): Promise<void> {
  const timer = setInterval(() => {}, 60_000)
  await ended
  clearInterval(timer)
}

/** Sessions are ended at once; a checkpoint gets this long. What it had not written comes from the log at the next start. */
const STOP_MS = 2500
/** A server that hangs is not waited for: it ends when it goes on. */
const QUIT_MS = 2000

async function stop(pid: number, ended: Promise<void>): Promise<void> {
  const alive = setInterval(() => {}, 60_000)
  const isOver = (ms: number) => Promise.race([ended.then(() => true), sleep(ms, false, { ref: false })])
  signal(pid, 'SIGINT')
  if (!(await isOver(STOP_MS))) {
    signal(pid, 'SIGQUIT')
    await isOver(QUIT_MS)
  }
  clearInterval(alive)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It is gone already.
  }
}

const DISK_FULL = 'the disk is full. Make room and start again; nothing is lost.'

function explain(output: string): string {
  if (/No space left/.test(output)) return DISK_FULL
  return failureLine(output) || 'it ended without a word.'
}

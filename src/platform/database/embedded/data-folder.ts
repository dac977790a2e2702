/** The embedded server's folder: made at the first start, checked at each. Does not start anything. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError, messageOf } from '../../errors.ts'
import type { Binaries } from './binaries.ts'
import { allocationSettings } from './memory-settings.ts'
import { handOver, type RunAs, runAs } from './privileges.ts'

/** The only role of the server; its folder admits no other user. */
export const ROLE = 'karnhuset'

export const serverFolder = (dataDir: string): string => join(dataDir, 'postgres')

/** Environment of PostgreSQL's programs: nothing of the machine's changes what they do. */
export const serverEnv = () => ({ PATH: process.env.PATH, TZ: 'UTC', ...allocationSettings() })

/** Bytes of a folder in which a socket's address still fits: 107 with the socket's name, which may have a lock beside it. */
const MAX_SOCKET_FOLDER = 85

/** Folder of the socket. A long DATA_DIR has it among the system's temporary files, or in `/tmp` where theirs is long, too. */
export function socketFolder(dataDir: string): string {
  const preferred = serverFolder(dataDir)
  const name = `karnhuset-${createHash('sha256').update(preferred).digest('hex').slice(0, 16)}`
  const folders = [preferred, join(tmpdir(), name), join('/tmp', name)]
  return folders.find((folder) => Buffer.byteLength(folder) <= MAX_SOCKET_FOLDER) ?? preferred
}

/** Makes the data directory unless it is there. Throws `unavailable` with what is in the way, in one sentence. */
export async function prepareFolder(dataDir: string, binaries: Binaries, onMake = () => {}): Promise<RunAs> {
  const folder = serverFolder(dataDir)
  makePrivate(dataDir)
  checkEarlier(dataDir, folder)
  const method = runAs(binaries.postgres, folder)
  if (!existsSync(join(folder, 'PG_VERSION'))) {
    onMake()
    await initialise(dataDir, folder, binaries, method)
  }
  checkMajor(folder, binaries.major)
  // A copied folder may be open to others: PostgreSQL refuses it.
  if (statSync(folder).mode & 0o077) chmodSync(folder, 0o700)
  const socket = socketFolder(dataDir)
  if (socket !== folder) {
    makePrivate(socket)
    handOver(socket, method)
  }
  return method
}

function makePrivate(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK)
  } catch (cause) {
    throw new AppError('unavailable', `DATA_DIR: ${folder} cannot be written (${messageOf(cause)}).`, { cause })
  }
}

function checkEarlier(dataDir: string, folder: string): void {
  const earlier = join(dataDir, 'database')
  if (existsSync(folder) || !existsSync(join(earlier, 'PG_VERSION'))) return
  throw new AppError(
    'unavailable',
    `${earlier} is a database of an earlier version, which this one cannot open. Make a backup with the version that made it, restore that with the same version into a PostgreSQL (DATABASE_URL, "karnhuset restore FILE"), start version 0.2.0 on the result, and then this one. To begin anew instead, move the folder away.`,
  )
}

function checkMajor(folder: string, major: string): void {
  const there = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (there === major) return
  throw new AppError(
    'unavailable',
    `${folder} was made by PostgreSQL ${there}, and this version brings ${major}. Make a backup with the version that made it ("karnhuset backup FILE"), move the folder away, and run "karnhuset restore FILE" here.`,
  )
}

/** Beside the folder and renamed when it is complete: a start that was killed leaves nothing that looks like one. */
async function initialise(dataDir: string, folder: string, { initdb }: Binaries, method: RunAs): Promise<void> {
  for (const name of readdirSync(dataDir)) {
    const pid = Number(/^postgres\.new-(\d+)$/.exec(name)?.[1])
    if (pid && !isAlive(pid)) rmSync(join(dataDir, name), { recursive: true, force: true })
  }
  const fresh = `${folder}.new-${process.pid}`
  try {
    mkdirSync(fresh, { mode: 0o700 })
    handOver(fresh, method)
    await run([...method.prefix, initdb, ...initdbOptions, '-D', fresh], method)
    chmodSync(fresh, 0o700)
    // Fails where another start was quicker: what is there is never replaced, unless it is empty.
    renameSync(fresh, folder)
  } catch (cause) {
    rmSync(fresh, { recursive: true, force: true })
    if (existsSync(join(folder, 'PG_VERSION'))) return
    throw new AppError('unavailable', `The database in ${folder} cannot be made: ${messageOf(cause)}`, { cause })
  }
}

const initdbOptions = [
  ...['-U', ROLE, '-A', 'trust', '-E', 'UTF8', '--locale-provider=builtin', '--locale=C.UTF-8', '--no-instructions'],
  ...(process.platform === 'linux' ? ['--sync-method=syncfs'] : []),
]

function run([command = '', ...args]: string[], { ids }: RunAs): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...ids, env: serverEnv(), stdio: ['ignore', 'ignore', 'pipe'] })
    let output = ''
    child.stderr.on('data', (chunk) => {
      output = (output + chunk).slice(-2000)
    })
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(failureLine(output) || `initdb ended with ${code}`)),
    )
  })
}

/** The line of PostgreSQL's output that names the failure. */
export function failureLine(output: string): string {
  const lines = output.split('\n').filter(Boolean)
  // Consequences of a full disk are logged louder, and later.
  const full = lines.find((line) => line.includes('No space left on device'))
  const failure = full ?? lines.findLast((line) => /\b(?:FATAL|PANIC|error):/.test(line)) ?? lines.at(-1) ?? ''
  return failure.replace(/^.*?\b(?:FATAL|PANIC|ERROR|error):\s*/, '')
}

/** A process that has ended and was never waited for does not count: in a container it may stay for good. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EPERM') return false
  }
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return true
  }
}

/** The embedded database: PGlite in a worker thread behind a local socket, and the lock that one process holds on it. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { AppError, messageOf } from '../../domain/errors.ts'

export interface EmbeddedServer {
  /** Directory of the socket, which is `pg`'s `host`. */
  socketDir: string
  /** A tarball of the data directory, for a template that tests start from. */
  dump(): Promise<Uint8Array>
  close(): Promise<void>
}

/** Thrown when another process holds the data directory; the caller hands its command to that process. */
export class DatabaseHeldError extends AppError {
  constructor(dataDir: string) {
    super('unavailable', `Another Kärnhuset process has the database in ${dataDir} open.`)
    this.name = 'DatabaseHeldError'
  }
}

/**
 * Takes the lock on `dataDir` for the life of the process. An exclusive transaction of SQLite is an operating-system
 * lock: the kernel frees it when the process dies, however it dies. PGlite itself takes none.
 */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = new DatabaseSync(join(dataDir, 'lock.sqlite'), { timeout: 0 })
  try {
    lock.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE')
  } catch (cause) {
    lock.close()
    if (/locked|busy/i.test(String(cause))) throw new DatabaseHeldError(dataDir)
    throw new AppError('unavailable', `Cannot lock ${dataDir}: ${String(cause)}`, { cause })
  }
  return () => lock.close()
}

/** Starts PGlite. `dataDir` undefined keeps everything in memory; `tarball` is a starting state from `dump()`. */
export async function startEmbedded(options: { dataDir?: string; tarball?: Uint8Array }): Promise<EmbeddedServer> {
  // The system's temporary folder, since a socket's path may be no longer than about 100 characters.
  const socketDir = mkdtempSync(join(tmpdir(), 'karnhuset-'))
  chmodSync(socketDir, 0o700)
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
    workerData: { ...options, socketPath: join(socketDir, '.s.PGSQL.5432') },
  })
  const next = <T>(send?: string) =>
    new Promise<T>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', (cause) =>
        reject(new AppError('unavailable', `The embedded database stopped: ${cause.message}`, { cause })),
      )
      if (send) worker.postMessage(send)
    })
  await next()
  let closing = false
  // Nothing can go on without it, and nothing is lost: whoever starts the process again finds all that was committed.
  const stopped = (why: string) => {
    if (closing) return
    closing = true
    process.nextTick(() => {
      throw new AppError('unavailable', `The embedded database stopped: ${why}`)
    })
  }
  worker.on('error', (cause) => stopped(messageOf(cause)))
  worker.on('exit', (code) => stopped(`its thread ended with ${code}`))
  return {
    socketDir,
    dump: () => next<Uint8Array>('dump'),
    close: async () => {
      closing = true
      await next('close')
      await worker.terminate()
      rmSync(socketDir, { recursive: true, force: true })
    },
  }
}

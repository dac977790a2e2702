/** `serve`: the supervisor. It starts the embedded server, the web processes and the worker, and starts again what ends. */

import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { createLog } from '../platform/log/log.ts'
import { collectAtRest } from '../platform/supervisor/collect-at-rest.ts'
import { superviseServer } from '../platform/supervisor/embedded-server.ts'
import { type Process, supervise } from '../platform/supervisor/process.ts'
import { isShared, workerHeap } from '../platform/supervisor/small-machine.ts'
import type { Part } from './part.ts'
import { requirePort } from './port.ts'
import { noteService } from './running-service.ts'

interface ServeOptions {
  env?: Record<string, string>
  beside?: (ended: AbortSignal) => Promise<void>
  /** Of a caller that awaits signals to end already. */
  requested?: Promise<null>
}

/** The worker begins once readers are answered, and in any case after so long: both at once would take twice as long. */
const READERS_FIRST_MS = 10_000

/** Resolves with the exit code when it was asked to end and all processes have, or when one of them cannot start. */
export async function serve(config: Config, options: ServeOptions = {}): Promise<number> {
  const log = createLog(config, 'supervisor')
  await requirePort(config)
  const requested = options.requested ?? untilStopped(log)
  // They load their code while the database starts.
  const database = Promise.withResolvers<void>()
  const launch = (name: Part, after = Promise.resolve()) => {
    const heap = name === 'web' ? null : workerHeap(name, config.WORKER_HEAP_MB)
    return supervise(name, options.env ?? {}, log, { heap, begin: database.promise, after })
  }
  const startMany = () => {
    const webs = Array.from({ length: config.WEB_PROCESSES }, () => launch('web'))
    const late = sleep(READERS_FIRST_MS, undefined, { ref: false })
    return [...webs, launch('worker', Promise.race([...webs.map(({ ready }) => ready), late]))]
  }
  const processes = isShared(config) ? [launch('web-and-worker')] : startMany()
  const stopProcesses = () => Promise.all(processes.map((each) => each.stop()))
  const ended = Promise.race([requested, ...processes.map((each: Process) => each.failed)])
  const server = config.embedded
    ? await superviseServer(config.DATA_DIR, log, createLog(config, 'postgres'), ended).catch(async (error) => {
        await stopProcesses()
        throw error
      })
    : null
  if (config.embedded && !server) {
    await stopProcesses()
    return (await ended) ?? 0
  }
  database.resolve()
  const withdraw = noteService(config)
  collectAtRest()
  const over = new AbortController()
  const beside = options.beside?.(over.signal)
  const failed = await ended
  over.abort()
  await beside
  await stopProcesses()
  withdraw()
  await server?.stop()
  return failed ?? 0
}

/** Resolves with nothing to report at the first signal to end; the second one ends this process at once. */
export function untilStopped(log: Pick<Logger, 'info'>): Promise<null> {
  return new Promise((resolve) => {
    let before = false
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => {
        if (before) process.exit(130)
        before = true
        log.info({ signal }, 'ending, as asked by a signal')
        resolve(null)
      })
  })
}

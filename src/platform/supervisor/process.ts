/** One process of the service under watch: started, started again when it ends unasked or answers no more, ended in good time. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { packageFolder } from '../package/package-folder.ts'
import { countTime, watchHeartbeats } from './heartbeat.ts'
import { type HeapLimit, thriftFor } from './small-machine.ts'

export interface Process {
  /** Resolves with the exit code of one that ended with an error before it was ever ready: starting it again is in vain. */
  failed: Promise<number>
  /** Resolves when it is ready for the first time. */
  ready: Promise<void>
  stop(): Promise<void>
}

const launcher = join(packageFolder, 'bin/karnhuset')

/** Between SIGTERM and SIGKILL, looked at each second; container engines give the whole service ten seconds. */
const STOP_MS = 5900
/** Back-off of a process that ends again and again; one that was ready for two seconds begins from the start. */
const BACK_OFF_MS = [0, 200, 500, 1000, 2000, 5000]
const LONG_LIFE_MS = 2000

/** `crashes` in a row, from 1. */
export const backOff = (crashes: number): number => BACK_OFF_MS[Math.min(crashes, BACK_OFF_MS.length) - 1] ?? 0

export interface Supervision {
  heap?: HeapLimit | null
  /** Silence that counts of one that hangs. */
  hungMs?: number
  /** Run in place of `karnhuset`. */
  program?: string
  /** Resolves when it may begin its work; until then it loads its code. */
  begin?: Promise<void>
  /** It is started when this resolves. */
  after?: Promise<void>
}

/** Runs `karnhuset NAME` until `stop`. Its words go to this process's own output. */
export function supervise(
  name: string,
  env: Record<string, string>,
  log: Logger,
  { heap = null, hungMs, program = launcher, begin = Promise.resolve(), after = Promise.resolve() }: Supervision = {},
): Process {
  const failure = Promise.withResolvers<number>()
  const firstReady = Promise.withResolvers<void>()
  const thrift = thriftFor()
  let heapMb = heap?.mb
  // Leases that it held when it was killed are its own when it is started again.
  const id = randomUUID()
  let child: ChildProcess | null = null
  let stopping = false
  let wasReady = false
  let crashes = 0
  /** Time at which the running one was ready. */
  let readyAt = Number.POSITIVE_INFINITY

  function start(): void {
    readyAt = Number.POSITIVE_INFINITY
    const limit = heapMb ? [`--max-old-space-size=${heapMb}`] : []
    const flags = [...process.execArgv, ...thrift.args, ...limit]
    const running = spawn(process.execPath, [...flags, program, name, '--supervised', id], {
      env: { ...process.env, ...thrift.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    child = running
    // It may have ended.
    void begin.then(() => running.connected && running.send('begin', () => {}))
    running.once('message', () => {
      wasReady = true
      readyAt = Date.now()
      firstReady.resolve()
    })
    const onSilent = (seconds: number) => {
      log.error({ pid: running.pid }, `${name} has not answered for ${seconds} seconds and is killed`)
      running.kill('SIGKILL')
    }
    watchHeartbeats(running, onSilent, hungMs)
    running.once('error', (error) => log.error({ err: error }, `${name} cannot be started`))
    running.once('close', (code, signal) => void again(code, signal))
  }

  async function again(code: number | null, signal: string | null): Promise<void> {
    child = null
    if (stopping) return
    if (!wasReady && signal === null) return failure.resolve(code || 1)
    crashes = Date.now() - readyAt > LONG_LIFE_MS ? 1 : crashes + 1
    if (crashes <= BACK_OFF_MS.length) log.error({ code, signal }, `${name} has ended; it is started again`)
    if (crashes === BACK_OFF_MS.length) log.error(`${name} ends again and again; it is tried on without a word`)
    if (heap && heapMb && signal === 'SIGABRT') heapMb = enlarge(heap, heapMb)
    await sleep(backOff(crashes))
    if (!stopping) start()
  }

  function enlarge({ maxMb }: HeapLimit, fullMb: number): number {
    const mb = Math.min(fullMb * 2, maxMb)
    const cure = mb > fullMb ? `it has ${mb} MB from now on` : 'raise WORKER_HEAP_MB'
    log.error(`${name} was aborted, as V8 does when a heap of ${fullMb} MB is full: ${cure}`)
    return mb
  }

  void after.then(() => stopping || start())
  return {
    failed: failure.promise,
    ready: firstReady.promise,
    stop: async () => {
      stopping = true
      if (!child) return
      if (!(await end(child))) log.warn(`${name} did not end in time and was killed`)
    },
  }
}

/** False when it had to be killed. One that waits for a processor is given the time that it waits. */
export async function end(child: ChildProcess, stopMs = STOP_MS): Promise<boolean> {
  const closed = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGTERM')
  let inTime = true
  countTime(
    child,
    () => stopMs,
    () => {
      inTime = !child.kill('SIGKILL')
    },
  )
  await closed
  return inTime
}

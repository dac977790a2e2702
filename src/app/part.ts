/** `web`, `worker` and `web-and-worker`: one process of the service, until its graceful shutdown. */
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config.ts'
import { claimEmbedded } from '../platform/database/embedded/sharing.ts'
import { AppError, isDiskFull } from '../platform/errors.ts'
import { isDatabaseUnreachable } from '../platform/http/errors.ts'
import { createLog } from '../platform/log/log.ts'
import { collectAtRest } from '../platform/supervisor/collect-at-rest.ts'
import { sendHeartbeats } from '../platform/supervisor/heartbeat.ts'
import { patiently } from '../platform/supervisor/patiently.ts'
import { preferMemory } from '../platform/supervisor/small-machine.ts'
import { requirePort } from './port.ts'
import { noteService } from './running-service.ts'
import { openServices, type Running, type Services } from './services.ts'

/** A process of the service. */
export type Part = 'web' | 'worker' | 'web-and-worker'

/** A niceness (nice(1)): web processes answer before the worker uses the processor. */
const WORKER_NICE = 5

/** A first page and what it loads are answered within it. */
const READERS_FIRST_MS = 1000

/** Time limit of the graceful shutdown after the parent process died. */
const ORPHAN_MS = 7000

/** Each loads what it needs: a worker has no surfaces, which would cost it memory. */
const loads = { web: () => import('../web.ts'), worker: () => import('./stages.ts') }

const starts: Record<Part, (services: Services, ending: Promise<unknown>) => Promise<Running>> = {
  web: async (services) => (await loads.web()).startWeb(services),
  worker: async (services, ending) => (await loads.worker()).startStages(services, ending),
  'web-and-worker': startBoth,
}

/** Readers who wait for the start are answered before the stages take the processor. */
async function startBoth(services: Services, ending: Promise<unknown>): Promise<Running> {
  const web = await starts.web(services, ending)
  const isOver = await Promise.race([sleep(READERS_FIRST_MS, false, { ref: false }), ending.then(() => true)])
  if (isOver) return web
  const worker = await starts.worker(services, ending).catch(first(web.close))
  return { address: web.address, close: async () => void (await Promise.all([web.close(), worker.close()])) }
}

/** Resolves after the graceful shutdown. `supervised`: the parent process runs the embedded server; it gives the process its name. */
export async function runRole(...args: Parameters<typeof runUntilStopped>): Promise<void> {
  try {
    await runUntilStopped(...args)
  } finally {
    // The channel to the parent would keep a process running that could not start.
    if (process.connected) process.disconnect()
  }
}

async function runUntilStopped(
  name: Part,
  config: Config,
  note: (line: string) => void,
  options: { supervised?: string | boolean },
): Promise<void> {
  const supervised = Boolean(options.supervised)
  const ending = untilStopped(supervised)
  if (name === 'worker') setPriority(WORKER_NICE)
  else if (!supervised) await requirePort(config)
  if (supervised) {
    const loaded = Promise.all([loads[name === 'worker' ? name : 'web'](), untilBegun()])
    const mayBegin = await Promise.race([loaded.then(() => true), ending.then(() => false)])
    if (!mayBegin) return
  }
  const log = createLog(config, name)
  const passes = (error: unknown) => isDiskFull(error) || (supervised && isUnreachable(error, config.embedded))
  const opened = await patiently(() => open(name, config, log, { ...options, ending }), {
    log,
    what: `${name} cannot be started`,
    passes,
    ended: ending,
  })
  if (!opened) return
  const { services, running, release } = opened
  const withdraw = supervised ? () => {} : noteService(config)
  if (running.address) note(`Kärnhuset is at ${config.BASE_URL} (listening on ${running.address}).`)
  else if (!supervised) note('Kärnhuset works.')
  process.send?.('ready')
  if (supervised) sendHeartbeats()
  preferMemory()
  collectAtRest()
  services.log.info({ reason: await ending }, 'ending')
  withdraw()
  await running.close()
  await release?.()
  await services.close()
}

/** The supervisor sends this one message: the database is there. */
const untilBegun = () => once(process, 'message')

/** The supervisor starts the embedded server again when it has ended; another one may be slow on a busy machine. */
function isUnreachable(error: unknown, embedded: boolean): boolean {
  const isWrapped = error instanceof AppError && error.code === 'unavailable'
  const why = isWrapped ? error.cause : error
  if (why === undefined || why instanceof AppError) return false
  const { message, syscall } = why as { message?: unknown; syscall?: unknown }
  return embedded ? syscall === 'connect' || isDatabaseUnreachable(why) : /timeout/.test(String(message))
}

/** Closes what it opened where the rest cannot be. */
async function open(
  name: Part,
  config: Config,
  log: Services['log'],
  { supervised, ending }: { supervised?: string | boolean; ending: Promise<unknown> },
) {
  const services = await openServices(config, log, {
    supervised: Boolean(supervised),
    holder: holderOf(config, supervised),
    separateReads: name === 'web-and-worker',
  })
  const alone = config.embedded && !supervised
  const release = alone ? await claimEmbedded(config.DATA_DIR).catch(first(services.close)) : null
  const running = await starts[name](services, ending).catch(
    first(async () => {
      await release?.()
      await services.close()
    }),
  )
  return { services, running, release }
}

/** On the embedded server there is one service at a time, which has everything that an earlier one had. */
function holderOf({ embedded }: Config, supervised: string | boolean | undefined): string | undefined {
  if (embedded) return 'embedded'
  return typeof supervised === 'string' ? supervised : undefined
}

const first =
  (close: () => Promise<void>) =>
  async (error: unknown): Promise<never> => {
    await close()
    throw error
  }

/** Why to end: a signal; of a supervised process that of its parent alone, or the parent's death. */
function untilStopped(supervised: boolean): Promise<string> {
  return new Promise((resolve) => {
    // A second signal ends it at once.
    const endOn = (signal: 'SIGTERM' | 'SIGINT' | 'SIGHUP', code: number) =>
      process.once(signal, () => {
        process.once(signal, () => process.exit(code))
        resolve(signal)
      })
    endOn('SIGTERM', 143)
    if (!supervised) {
      endOn('SIGINT', 130)
      endOn('SIGHUP', 129)
      return
    }
    // Ctrl-C or the end of a terminal reaches every process: the parent ends them in order.
    for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => {})
    process.once('disconnect', () => {
      // The parent is gone, so that no process would enforce the time limit on this one.
      setTimeout(() => process.exit(1), ORPHAN_MS).unref()
      resolve('the supervisor is gone')
    })
  })
}

/** A real `karnhuset serve` under the bench: its processes, its database, and how it is ended. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../src/platform/database/database.ts'
import { freePort } from '../../tests/support/played/small-server.ts'
import { launcher } from './children.ts'
import type { Place } from './place.ts'

export interface Service {
  origin: string
  /** Of the supervisor, or of the program that started it. */
  pid: number
  /** Milliseconds from the start of the process until /readyz and / answered. */
  readyMs: number
  stop(): Promise<void>
}

/** `command`: what an operator types; the service's own launcher otherwise. Rejects when it ends before it is ready. */
export async function startServe(
  env: Record<string, string>,
  command: readonly string[] = [process.execPath, launcher, 'serve'],
): Promise<Service> {
  const port = await freePort()
  const started = performance.now()
  // A group of its own: npm does not hand every signal on.
  const child = spawn(command[0] ?? '', command.slice(1), {
    env: {
      ...process.env,
      ...env,
      PORT: String(port),
      FETCH_ALLOW: '127.0.0.1/32',
      RELEVANCE: 'all',
      TRUST_PROXY: '127.0.0.1',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  const end = () => endGroup(child)
  process.once('exit', end)
  let said = ''
  child.stderr?.on('data', (chunk) => {
    said = (said + chunk).slice(-4000)
  })
  const origin = `http://127.0.0.1:${port}`
  while (!((await answers(`${origin}/readyz`)) && (await answers(`${origin}/`)))) {
    if (child.exitCode !== null) throw new Error(`${command.join(' ')} ended: ${said}`)
    await sleep(10)
  }
  const readyMs = performance.now() - started
  return {
    origin,
    pid: child.pid ?? 0,
    readyMs,
    stop: async () => {
      end()
      if (child.exitCode === null) await once(child, 'close')
      process.off('exit', end)
    },
  }
}

function endGroup({ pid }: ChildProcess): void {
  try {
    process.kill(-(pid ?? 0), 'SIGTERM')
  } catch {
    // It has ended already.
  }
}

const answers = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(5000) }).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.status === 200
    },
    () => false,
  )

/** What the parts that measure a running service work with. */
export interface Running {
  place: Place
  service: Service
  /** The service's database, over a connection of the bench's own. */
  database: Database
  /** Addresses of feeds on this machine, each of which has new articles under a new query string. */
  feeds: readonly string[]
  short: boolean
}

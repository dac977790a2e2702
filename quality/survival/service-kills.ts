/** A service whose processes are killed at random moments, while its publishers publish: how soon is it mended, and what is lost? */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { embeddedAddress } from '../../src/platform/database/embedded/postgres-server.ts'
import { isRunning, partsOf, postmasterOf, serverProcesses, signalAll } from '../../tests/support/machine.ts'
import { freePort } from '../../tests/support/played/small-server.ts'
import { type Service, startService, until } from '../../tests/support/service.ts'
import { judge, modelSettings, openStage, type Place, type Stage, type Verdict } from './place.ts'
import { generator } from './random.ts'

export const victims = ['web', 'worker', 'postgres', 'supervisor', 'all'] as const
export type Victim = (typeof victims)[number]

export interface Kill {
  victim: Victim
  /** From the kill to the first answer of what was killed; of a supervisor, from its next start. */
  mendedMs: number
}

export interface ServiceKills extends Verdict {
  kills: Kill[]
}

export interface Running {
  stage: Stage
  place: Place
  service: Service
  random: () => number
}

/** Kills each of `list` in turn; `onKill` hears of each. */
export async function killService(
  list: Victim[],
  options: { seed: number; models: boolean; onKill?: (kill: Kill) => void },
): Promise<ServiceKills> {
  const stage = await openStage()
  try {
    const settings = { SOURCES: stage.world.opml, ...(options.models && modelSettings(stage.world)) }
    const [place, calm] = [stage.open('disturbed', settings), stage.open('undisturbed', settings)]
    Object.assign(place.env, { PORT: String(await freePort()), LOG_LEVEL: 'info' })
    const running = { stage, place, service: await startService('serve', place.env), random: generator(options.seed) }
    const kills: Kill[] = []
    try {
      for (const victim of list) {
        await work(running)
        const kill = { victim, mendedMs: await strike[victim](running) }
        kills.push(kill)
        options.onKill?.(kill)
      }
    } finally {
      await running.service.stop()
    }
    return { kills, ...(await judge(place, calm, [['ingest']])) }
  } finally {
    await stage.close()
  }
}

/** The publishers may have news, which the worker is to ask for now; then some time passes. */
async function work({ stage, place, random }: Running): Promise<void> {
  if (random() < 0.6) stage.world.grow()
  await hurry(place)
  await sleep(random() * 4000)
}

export async function hurry({ dataDir }: Place): Promise<void> {
  const client = new pg.Client(embeddedAddress(dataDir))
  client.on('error', () => {})
  await client.connect()
  await client.query(`update feeds set next_fetch_at = now() - interval '1 second'`)
  await client.end()
}

export const strike: Record<Victim, (running: Running) => Promise<number>> = {
  web: ({ service }) => {
    const before = killParts(service, 'web')
    return mended(async () => isNew(before, partsOf(service.pid, 'web')) && (await isReady(service)))
  },
  worker: ({ service }) => {
    const starts = workerStarts(service)
    killParts(service, 'worker')
    return mended(async () => workerStarts(service) > starts)
  },
  /** Now and then one of its sessions alone: then the server ends all others, and goes on. */
  postgres: async ({ service, place, random }) => {
    const postmaster = postmasterOf(place.dataDir) ?? 0
    const helpers = serverProcesses(place.dataDir).filter((pid) => pid !== postmaster)
    const one = random() < 0.25 ? helpers[Math.floor(random() * helpers.length)] : undefined
    signalAll([one ?? postmaster], 'SIGKILL')
    await sleep(1)
    return mended(
      async () => (one !== undefined || postmasterOf(place.dataDir) !== postmaster) && (await isReady(service)),
    )
  },
  supervisor: (running) => startAgain(running, [running.service.pid]),
  /** With the supervisor, or all that it watches. */
  all: (running) => {
    const { service, place, random } = running
    const parts = [...partsOf(service.pid, 'web'), ...partsOf(service.pid, 'worker'), ...serverProcesses(place.dataDir)]
    if (random() < 0.5) return startAgain(running, [service.pid, ...parts])
    const [before, starts] = [postmasterOf(place.dataDir), workerStarts(service)]
    signalAll(parts, 'SIGKILL')
    return mended(
      async () => postmasterOf(place.dataDir) !== before && workerStarts(service) > starts && (await isReady(service)),
    )
  },
}

function killParts({ pid }: Service, name: 'web' | 'worker'): number[] {
  const parts = partsOf(pid, name)
  signalAll(parts, 'SIGKILL')
  return parts
}

const isNew = (before: number[], now: number[]) => now.length > 0 && now.every((pid) => !before.includes(pid))

export const isReady = ({ url }: Service) =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
    async (answer) => (await answer.arrayBuffer()) && answer.ok,
    () => false,
  )

/** How often a worker has begun to work. */
const workerStarts = (service: Service) => service.output().split('guides synced').length

async function mended(good: () => Promise<boolean>): Promise<number> {
  const started = performance.now()
  await until(good, Boolean, 120)
  return performance.now() - started
}

/** Nothing of the killed service remains, and the next one starts. */
async function startAgain(running: Running, pids: number[]): Promise<number> {
  const { service, place } = running
  const parts = [...partsOf(service.pid, 'web'), ...partsOf(service.pid, 'worker')]
  signalAll(pids, 'SIGKILL')
  await service.ended
  // A new start need not wait for what the old one leaves; half of them do.
  if (running.random() < 0.5)
    await until(
      async () => serverProcesses(place.dataDir).length + parts.filter(isRunning).length,
      (left) => left === 0,
    )
  const started = performance.now()
  running.service = await startService('serve', place.env)
  await until(() => isReady(running.service), Boolean, 120)
  return performance.now() - started
}

/**
 * `npm run rehearse:soak`: 20 sources that change every few seconds; memory, descriptors, rows of every table and the lag of each
 * stage at 1, 5, 10 and 15 minutes. `npm run rehearse:busy`: the service beside 30 processes that use the processors; no process of it
 * may be killed, and the front page's p99 is printed. Options: --minutes N, --busy N, --feeds N.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { embeddedAddress } from '../../src/platform/database/embedded/postgres-server.ts'
import { makeBusy } from '../../tests/support/busy-machine.ts'
import { partsOf, postmasterOf, serverProcesses } from '../../tests/support/machine.ts'
import { freePort } from '../../tests/support/played/small-server.ts'
import { startService, until } from '../../tests/support/service.ts'
import { openStage } from '../survival/place.ts'
import { hurry, isReady } from '../survival/service-kills.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '15' },
    busy: { type: 'string', default: '0' },
    feeds: { type: 'string', default: '20' },
    every: { type: 'string', default: '3' },
  },
})
const [minutes, busy] = [Number(values.minutes), Number(values.busy)]
const stage = await openStage(Number(values.feeds))
const place = stage.open('soak', { SOURCES: stage.world.opml, LOG_LEVEL: 'info', PORT: String(await freePort()) })
const service = await startService('serve', place.env)
await until(() => isReady(service), Boolean, 120)
const processes = () => ({
  supervisor: [service.pid],
  web: partsOf(service.pid, 'web'),
  worker: partsOf(service.pid, 'worker'),
  postgres: serverProcesses(place.dataDir),
})
const watched = () => [
  service.pid,
  ...partsOf(service.pid, 'web'),
  ...partsOf(service.pid, 'worker'),
  postmasterOf(place.dataDir),
]
const before = watched()
const rest = makeBusy(busy)
const times: number[] = []
const failures: string[] = []
let over = false

async function read(): Promise<void> {
  while (!over) {
    const started = performance.now()
    const answer = await fetch(service.url).then(
      async (response) => (await response.arrayBuffer()) && String(response.status),
      (error) => String(error.cause ?? error),
    )
    times.push(performance.now() - started)
    if (answer !== '200') failures.push(answer)
    await sleep(200)
  }
}

async function publish(): Promise<void> {
  while (!over) {
    stage.world.grow()
    await hurry(place).catch(() => {})
    await sleep(Number(values.every) * 1000)
  }
}

type Sample = Record<string, string>
const sum = (pids: number[], look: (pid: number) => number) =>
  pids.reduce((all, pid) => {
    try {
      return all + look(pid)
    } catch {
      return all
    }
  }, 0)
/** Shared pages count for each process's part. */
const memoryOf = (pid: number) =>
  Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1024
const descriptorsOf = (pid: number) => readdirSync(`/proc/${pid}/fd`).length

async function sample(): Promise<Sample> {
  const found: Sample = {}
  for (const [name, pids] of Object.entries(processes())) {
    found[`${name}, MB`] = sum(pids, memoryOf).toFixed(0)
    found[`${name}, descriptors`] = String(sum(pids, descriptorsOf))
  }
  const metrics = await fetch(`${service.url}/metrics`).then((response) => response.text())
  for (const [, stageName = '', seconds = ''] of metrics.matchAll(
    /^karnhuset_stage_waiting_seconds\{stage="(\w+)"\} (\S+)$/gm,
  ))
    found[`waits for ${stageName}, s`] = seconds
  const client = new pg.Client(embeddedAddress(place.dataDir))
  await client.connect()
  const { rows: tables } = await client.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss') order by 1`,
  )
  for (const { name } of tables) {
    const { rows } = await client.query(`select count(*)::int as n from ${name}`)
    found[name] = String(rows[0].n)
  }
  await client.end()
  return found
}

const samples = new Map<string, Sample>()
const started = Date.now()
const work = [read(), publish()]
for (const minute of [...new Set([1, 5, 10, 15, minutes])].filter((one) => one <= minutes).sort((a, b) => a - b)) {
  await sleep(Math.max(0, started + minute * 60_000 - Date.now()))
  samples.set(`${minute} min`, await sample().catch((error) => ({ error: String(error) })))
}
over = true
await Promise.all(work)
const after = watched()
rest()
const status = await fetch(`${service.url}/status`).then((response) => response.text())
const restarts = service
  .output()
  .split('\n')
  .filter((line) => /is killed|has ended/.test(line))
await service.stop()
await stage.close()

const names = [...new Set([...samples.values()].flatMap((one) => Object.keys(one)))]
console.log(['', ...samples.keys()].map((cell) => cell.padEnd(34)).join(''))
for (const name of names) {
  const cells = [...samples.values()].map((one) => one[name] ?? '')
  // Tables that stay empty are left out.
  if (cells.some((cell) => cell !== '0')) console.log([name, ...cells].map((cell) => cell.padEnd(34)).join(''))
}
const sorted = times.toSorted((a, b) => a - b)
const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)
console.log(
  `front page: ${times.length} reads, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms, ${failures.length} not answered`,
)
for (const failure of new Set(failures)) console.log(`  ${failure}`)
console.log(`/status ${status.split('class="verdict"').length > 2 ? 'tells that it is behind' : 'tells no lag'}`)
console.log(`processes before ${before.join(' ')}, after ${after.join(' ')}; ${restarts.length} restarts`)
for (const line of restarts.slice(0, 10)) console.log(`  ${line}`)
process.exit(restarts.length === 0 && String(before) === String(after) && failures.length === 0 ? 0 : 1)

/** Load by autocannon, in turns between servers, so that a noisy machine is noisy for all of them. */
import { Agent, get } from 'node:http'
import autocannon from 'autocannon'

export interface Load {
  origin: string
  paths: string[]
  headers?: Record<string, string>
}

export interface Outcome {
  perSecond: number
  p50: number
  p99: number
  errors: number
}

export function runLoad(load: Load, seconds: number, connections = 20): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    autocannon(
      {
        url: load.origin,
        connections,
        duration: seconds,
        requests: load.paths.map((path) => ({ path, ...(load.headers ? { headers: load.headers } : {}) })),
      },
      (error, result) => {
        if (error) return reject(error)
        const errors = result.errors + result.non2xx - (result.statusCodeStats?.['304']?.count ?? 0)
        resolve({ perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99, errors })
      },
    )
  })
}

/** Requests a second of `ours` over those of `bare`: the median of `rounds` turns. Throws when anything failed. */
export async function compare(
  ours: Load,
  bare: Load,
  seconds: number,
  rounds: number,
): Promise<{ ratio: number; ours: Outcome; other: Outcome }> {
  await runLoad(ours, 1)
  await runLoad(bare, 1)
  const ratios: number[] = []
  const nothing: Outcome = { perSecond: 0, p50: 0, p99: 0, errors: 0 }
  let last = [nothing, nothing]
  for (let round = 0; round < rounds; round++) {
    // Which goes first changes, so that neither profits from the machine warming up or slowing down.
    const pair = round % 2 === 0 ? [ours, bare] : [bare, ours]
    const results = [await runLoad(pair[0] as Load, seconds), await runLoad(pair[1] as Load, seconds)]
    const [a, b] = (round % 2 === 0 ? results : results.reverse()) as [Outcome, Outcome]
    if (a.errors + b.errors > 0)
      throw new Error(`${a.errors + b.errors} requests failed at ${ours.origin}${ours.paths[0]}`)
    ratios.push(a.perSecond / b.perSecond)
    last = [a, b]
  }
  return { ratio: ratios.sort((x, y) => x - y)[rounds >> 1] ?? 0, ours: last[0] ?? nothing, other: last[1] ?? nothing }
}

/**
 * Requests at a steady pace, whatever becomes of those before, for `until` seconds or until it says so. Milliseconds from
 * the moment when each was due, so that a server that stalls is not asked less meanwhile.
 */
export async function steadyLoad(
  { origin, paths }: Load,
  perSecond: number,
  until: number | (() => boolean),
): Promise<{ p50: number; p99: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const times: number[] = []
  const started = performance.now()
  const over = typeof until === 'number' ? () => performance.now() - started > until * 1000 : until
  const waiting: Promise<void>[] = []
  for (let n = 0; !over(); n++) {
    const due = started + (n * 1000) / perSecond
    while (performance.now() < due) await new Promise((resolve) => setTimeout(resolve, 1))
    waiting.push(timed(agent, origin + paths[n % paths.length], due).then((ms) => void times.push(ms)))
  }
  await Promise.all(waiting)
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return { p50: at(0.5), p99: at(0.99) }
}

function timed(agent: Agent, url: string, due: number): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`))
      answer.on('data', () => {}).on('end', () => resolve(performance.now() - due))
    }).on('error', reject)
  })
}

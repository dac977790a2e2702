/** Load by autocannon, in turns between servers, so that a noisy machine is noisy for all of them. */
import { Agent, get } from 'node:http'
import autocannon from 'autocannon'

export interface Load {
  origin: string
  paths: string[]
  headers?: Record<string, string>
  /** With the validator of what the server sends just then: words for time change, and the validator with them. */
  conditional?: boolean
}

/** Requests a second, milliseconds. */
export interface Outcome {
  perSecond: number
  p50: number
  p99: number
}

/** Rejects when a request was not answered as it should be. */
export async function runLoad(load: Load, seconds: number): Promise<Outcome> {
  const shares = deal(load)
  const headers = { ...load.headers }
  if (load.conditional) headers['if-none-match'] = await validatorOf(load.origin + load.paths[0])
  return new Promise((resolve, reject) => {
    autocannon(
      {
        url: load.origin,
        connections: CONNECTIONS,
        duration: seconds,
        sampleInt: Math.min(1000, seconds * 100),
        headers,
        setupClient: (client) => client.setRequests(shares.pop() ?? []),
      },
      (error, result) => {
        if (error) return reject(error)
        const errors = result.errors + result.non2xx - (result.statusCodeStats?.['304']?.count ?? 0)
        if (errors > 0) return reject(new Error(`${errors} requests failed at ${load.origin}${load.paths[0]}`))
        resolve({
          perSecond: result.requests.total / result.duration,
          p50: result.latency.p50,
          p99: result.latency.p99,
        })
      },
    )
  })
}

async function validatorOf(url: string): Promise<string> {
  const answer = await fetch(url)
  await answer.arrayBuffer()
  return answer.headers.get('etag') ?? ''
}

const CONNECTIONS = 20

/** A list for each connection, of its own where there are enough, from anywhere in it: nothing is asked for twice at a time. */
function deal({ paths }: Load): { path: string }[][] {
  const shared = paths.length < CONNECTIONS
  return Array.from({ length: CONNECTIONS }, (_, connection) => {
    const share = shared ? paths : paths.filter((_path, n) => n % CONNECTIONS === connection)
    const start = Math.floor(Math.random() * share.length)
    return [...share.slice(start), ...share.slice(0, start)].map((path) => ({ path }))
  })
}

/** Short, so that a machine that is slower for a moment is so for both. */
const TURN_SECONDS = 0.2
/** Where many addresses are asked for, so that what a turn leaves in memory is gone before its end. */
const LONG_TURN_SECONDS = 1

/** Requests a second of `ours` over those of `other`, each under load for `seconds` in all, in turns. */
export async function compare(
  ours: Load,
  other: Load,
  seconds: number,
): Promise<{ ratio: number; ours: Outcome; other: Outcome }> {
  await runLoad(ours, 1)
  await runLoad(other, 1)
  const outcomes: { ours: Outcome[]; other: Outcome[] } = { ours: [], other: [] }
  const length = ours.paths.length > CONNECTIONS ? LONG_TURN_SECONDS : TURN_SECONDS
  for (let turn = 0; turn < seconds / length; turn++) {
    // Which goes first changes, so that neither profits from the machine warming up or slowing down.
    for (const which of turn % 2 === 0 ? (['ours', 'other'] as const) : (['other', 'ours'] as const))
      outcomes[which].push(await runLoad(which === 'ours' ? ours : other, length))
  }
  const [a, b] = [typical(outcomes.ours), typical(outcomes.other)]
  return { ratio: a.perSecond / b.perSecond, ours: a, other: b }
}

/** The mean of the requests, and what the percentiles were in the middle one of the turns. */
function typical(turns: Outcome[]): Outcome {
  const middle = (of: (turn: Outcome) => number) => turns.map(of).sort((a, b) => a - b)[turns.length >> 1] ?? 0
  const perSecond = turns.reduce((sum, turn) => sum + turn.perSecond, 0) / turns.length
  return { perSecond, p50: middle((turn) => turn.p50), p99: middle((turn) => turn.p99) }
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

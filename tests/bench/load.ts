/**
 * Load by wrk, which takes less of the machine than any server that it asks, in turns between servers, so that a noisy
 * machine is noisy for all of them.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { middle } from './measure.ts'

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

const CONNECTIONS = 20
/** Readers of a steady load, each of whom rests between two requests longer than any answer takes. */
const READERS = 250

/** Rejects when a request was not answered as it should be. `seconds`: whole ones. */
export async function runLoad(load: Load, seconds: number): Promise<Outcome> {
  const headers = { ...load.headers }
  if (load.conditional) headers['if-none-match'] = await validatorOf(load.origin + load.paths[0])
  const url = load.origin + load.paths[0]
  const { status } = await fetch(url, { headers })
  if (status !== (load.conditional ? 304 : 200)) throw new Error(`${url} answered ${status}`)
  const report = await runWrk({ ...load, headers }, { connections: CONNECTIONS, restMs: 0, seconds })
  return { perSecond: (report.requests * 1e6) / report.us, p50: report.p50, p99: report.p99 }
}

/**
 * About `perSecond` requests a second for `seconds` or until `over`, by readers who come whether others were answered or not:
 * a server that stalls is asked no less meanwhile.
 */
export async function steadyLoad(
  load: Load,
  perSecond: number,
  until: { seconds: number } | { over: Promise<unknown> },
) {
  const restMs = Math.round((READERS * 1000) / perSecond)
  return runWrk(load, { connections: READERS, restMs, ...until })
}

/** Microseconds that it took, milliseconds of an answer. */
interface Report {
  requests: number
  failed: number
  us: number
  p50: number
  p99: number
  max: number
}

type Pace = { connections: number; restMs: number } & ({ seconds: number } | { over: Promise<unknown> })

const LONG_SECONDS = 3600

/** Rejects when a request was not answered as it should be. */
async function runWrk({ origin, paths, headers = {} }: Load, pace: Pace): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'karnhuset-load-'))
  try {
    const list = join(folder, 'paths')
    writeFileSync(list, paths.map((path) => `${path}\n`).join(''))
    const script = new URL('load.lua', import.meta.url).pathname
    const seconds = 'seconds' in pace ? pace.seconds : LONG_SECONDS
    const options = [
      '-t1',
      `-c${pace.connections}`,
      `-d${seconds}s`,
      '-s',
      script,
      origin,
      '--',
      list,
      `${pace.restMs}`,
    ]
    const running = promisify(execFile)('wrk', [...options, ...Object.entries(headers).flat()])
    // It reports when it is interrupted.
    const stop = () => void running.child.kill('SIGINT')
    if ('over' in pace) void pace.over.then(stop, stop)
    const report: Report = JSON.parse(/^REPORT (.*)$/m.exec((await running).stdout)?.[1] ?? 'null')
    if (report.failed > 0) throw new Error(`${report.failed} requests failed at ${origin}${paths[0]}`)
    return report
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new Error('wrk is not installed: apt-get install wrk', { cause: error })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function validatorOf(url: string): Promise<string> {
  const answer = await fetch(url)
  await answer.arrayBuffer()
  return answer.headers.get('etag') ?? ''
}

const TURN_SECONDS = 1
/** Before it counts; longer where answers are built, which is much more code to compile. */
const warmUp = ({ paths }: Load) => (paths.length > 1 ? 6 : 2)

/**
 * Requests a second of `ours` over those of `other`, each under load for `seconds` in all, in turns: the middle one of the
 * turns' ratios.
 */
export async function compare(
  ours: Load,
  other: Load,
  seconds: number,
): Promise<{ ratio: number; ours: Outcome; other: Outcome }> {
  await runLoad(ours, warmUp(ours))
  await runLoad(other, warmUp(other))
  const outcomes: { ours: Outcome[]; other: Outcome[] } = { ours: [], other: [] }
  for (let turn = 0; turn < seconds / TURN_SECONDS; turn++) {
    // Which goes first changes, so that neither profits from the machine warming up or slowing down.
    for (const which of turn % 2 === 0 ? (['ours', 'other'] as const) : (['other', 'ours'] as const))
      outcomes[which].push(await runLoad(which === 'ours' ? ours : other, TURN_SECONDS))
  }
  const ratios = outcomes.ours.map(({ perSecond }, turn) => perSecond / (outcomes.other[turn]?.perSecond ?? 0))
  return { ratio: middle(ratios), ours: typical(outcomes.ours), other: typical(outcomes.other) }
}

const typical = (turns: Outcome[]): Outcome => ({
  perSecond: middle(turns.map((turn) => turn.perSecond)),
  p50: middle(turns.map((turn) => turn.p50)),
  p99: middle(turns.map((turn) => turn.p99)),
})

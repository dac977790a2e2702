/**
 * Load by wrk, which takes less of the machine than any server that it asks, in turns between servers, so that a noisy
 * machine is noisy for all of them.
 */
import { execFile, spawnSync } from 'node:child_process'
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

/** Rejects when a request was not answered as it should be. `seconds`: whole ones. */
export async function runLoad(load: Load, seconds: number): Promise<Outcome> {
  const headers = { ...load.headers }
  if (load.conditional) headers['if-none-match'] = await validatorOf(load.origin + load.paths[0])
  const url = load.origin + load.paths[0]
  const { status } = await fetch(url, { headers })
  if (status !== (load.conditional ? 304 : 200)) throw new Error(`${url} answered ${status}`)
  const report = await runWrk({ ...load, headers }, seconds)
  return { perSecond: (report.requests * 1e6) / report.us, p50: report.p50, p99: report.p99 }
}

/** Microseconds that it took, milliseconds of an answer. */
interface Report {
  requests: number
  failed: number
  us: number
  p50: number
  p99: number
}

/** One line on how to get what load comes from; null where it is there. */
export const missingWrk = (): string | null =>
  spawnSync('wrk', ['-v']).error === undefined ? null : 'wrk is not installed: apt-get install wrk'

/** Rejects when a request was not answered as it should be. */
async function runWrk({ origin, paths, headers = {} }: Load, seconds: number): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'karnhuset-load-'))
  try {
    const list = join(folder, 'paths')
    writeFileSync(list, paths.map((path) => `${path}\n`).join(''))
    const script = new URL('load.lua', import.meta.url).pathname
    const options = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '-s', script, origin, '--', list]
    const { stdout } = await promisify(execFile)('wrk', [...options, ...Object.entries(headers).flat()])
    const report: Report = JSON.parse(/^REPORT (.*)$/m.exec(stdout)?.[1] ?? 'null')
    if (report.failed > 0) throw new Error(`${report.failed} requests failed at ${origin}${paths[0]}`)
    return report
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

/**
 * Child of the bench: readers who come at a steady pace, whether others were answered or not. An answer's time counts from
 * the moment at which it should have been asked for, so a server that stalls is not spared what it missed (as in wrk2).
 * BENCH_ORIGIN, BENCH_PATHS (a line each, in turn) and BENCH_PER_SECOND say whom, what and how often. Over its channel it
 * answers `report` with what came since the last one.
 */
import { Agent, get } from 'node:http'
import type { PacedReport } from './readers.ts'

const origin = String(process.env.BENCH_ORIGIN)
const paths = String(process.env.BENCH_PATHS).split('\n')
const everyMs = 1000 / Number(process.env.BENCH_PER_SECOND)
const agent = new Agent({ keepAlive: true })

let times: number[] = []
let failed = 0
const started = performance.now()
let asked = 0

function ask(path: string, due: number): void {
  const request = get(origin + path, { agent, timeout: 60_000 }, (response) => {
    if (response.statusCode !== 200) failed++
    response.resume().once('end', () => times.push(performance.now() - due))
  })
  request.once('error', () => failed++)
  request.once('timeout', () => request.destroy(new Error('no answer')))
}

function askAllDue(): void {
  for (; started + asked * everyMs <= performance.now(); asked++)
    ask(paths[asked % paths.length] ?? '/', started + asked * everyMs)
  setTimeout(askAllDue, Math.max(0, started + asked * everyMs - performance.now()))
}

function report(): PacedReport {
  const sorted = times.sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  const result = { answers: sorted.length, failed, p50: at(0.5), p99: at(0.99), max: at(1) }
  times = []
  failed = 0
  return result
}

process.on('message', () => process.send?.(report()))
askAllDue()
process.send?.('ready')

/** What all processes of the running service hold in memory, a while after a pass and some load. */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Measure } from './measure.ts'
import { openQueue, runPass } from './pass.ts'
import { withReaders } from './readers.ts'
import type { Running } from './service.ts'

const MOST_MB = 600
const DIFFERENT_ARTICLES = 5000

/** Seconds after the pass. V8 gives memory back slowly: what a service between two passes holds shows minutes later. */
const LOOKS = [30, 300]

export async function benchMemory(running: Running, articles: number): Promise<Measure[]> {
  const queue = await openQueue(running)
  const different = Array.from({ length: Math.min(DIFFERENT_ARTICLES, articles) }, (_, i) => `/entries/${i + 1}.json`)
  await withReaders(running.service.origin, () => runPass(running, queue), different)
  await queue.stop()
  const passed = performance.now()
  const measures: Measure[] = []
  for (const seconds of running.short ? LOOKS.slice(0, 1) : LOOKS) {
    await sleep(seconds * 1000 - (performance.now() - passed))
    measures.push({
      group: 'At work',
      name: `memory of all processes, ${articles} articles, ${seconds} s after a pass`,
      ...memoryIn(running.service.pid),
      unit: 'MB',
      max: MOST_MB,
    })
  }
  return measures
}

/** Of a process and all that descend from it; `value` is in megabytes. */
export function memoryIn(pid: number): Pick<Measure, 'value' | 'note'> {
  const processes = familyOf(pid).map(memoryOf)
  const sum = (what: 'shared' | 'resident', kind?: string) =>
    processes.filter((each) => !kind || each.kind === kind).reduce((all, each) => all + each[what], 0)
  const kinds = [...new Set(processes.map(({ kind }) => kind))]
  const parts = kinds.map((kind) => `${kind} ${sum('shared', kind).toFixed(0)}`).join(', ')
  return {
    value: sum('shared'),
    note: `${parts}; ${processes.length} processes, resident sizes together ${sum('resident').toFixed(0)} MB`,
  }
}

/** A process and all that descend from it. */
export function familyOf(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((other) => parentOf(other) === pid)
  return [pid, ...children.flatMap(familyOf)]
}

const parentOf = (pid: number): number => Number(read(pid, 'stat').split(') ')[1]?.split(' ')[1])

/** The service's command that a process runs; `postgres` for any other. */
export const kindOf = (pid: number): string =>
  read(pid, 'cmdline')
    .split('\0')
    .find((word) => ['serve', 'web', 'worker', 'web-and-worker'].includes(word)) ?? 'postgres'

/** Megabytes of 10⁶ bytes: the proportional set size, in which what several processes share counts once, and the resident. */
function memoryOf(pid: number): { kind: string; shared: number; resident: number } {
  const kind = kindOf(pid)
  const rollup = read(pid, 'smaps_rollup')
  const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1] ?? 0) * 1024
  return { kind: kind === 'serve' ? 'supervisor' : kind, shared: field('Pss') / 1e6, resident: field('Rss') / 1e6 }
}

/** Empty for one that has ended since. */
function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** Processor time of this process and of a PostgreSQL server on this machine, which other work there changes little. */
import { readdirSync, readFileSync } from 'node:fs'
import type { Database } from '../../src/platform/database/database.ts'

/** A tick of /proc on Linux. */
const TICK_MS = 10

/** Spent on reading the times, which is no cost of what is measured. */
let reading = 0
const ofProcess = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/**
 * Milliseconds so far, of all threads of this process and of the whole server: its backends that live, those that have
 * ended, and its writers in the background, which do for the tables what the backends put off.
 */
export async function processorTime(database: Database): Promise<number> {
  const used = ofProcess()
  const byServer = await processorTimeOfServer(database)
  const before = reading
  reading += ofProcess() - used
  return used - before + byServer
}

/** Milliseconds of the server alone. */
export async function processorTimeOfServer({ pool }: Database): Promise<number> {
  const { rows } = await pool.query('select pg_backend_pid() as pid')
  const server = statOf(rows[0].pid).parent
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter(({ parent }) => parent === server)
  const { used, ended } = statOf(server)
  return children.reduce((sum, child) => sum + child.used, used + ended) * TICK_MS
}

/** Milliseconds of these processes so far, and of those of their children that have ended. */
export const processorTimeOf = (pids: readonly number[]): number =>
  pids.map(statOf).reduce((sum, { used, ended }) => sum + used + ended, 0) * TICK_MS

function statOf(pid: number): { parent: number; used: number; ended: number } {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').map(Number) ?? []
    const at = (field: number) => fields[field] ?? 0
    return { parent: at(1), used: at(11) + at(12), ended: at(13) + at(14) }
  } catch {
    // It has ended since the list was read.
    return { parent: 0, used: 0, ended: 0 }
  }
}

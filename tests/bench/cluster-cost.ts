/**
 * What clustering one article costs as what lies outside the window grows. Counted is the processor's time, of this
 * process and of the database's, so that other work on the machine changes little.
 */
import { readFileSync } from 'node:fs'
import { systemClock } from '../../src/domain/time/clock.ts'
import { clusterPending } from '../../src/pipeline/cluster/cluster.ts'
import type { Database } from '../../src/store/database/database.ts'
import { contentLexicon } from '../support/lexicon.ts'
import { fillOldNews, insertNews, madeNews, sources } from './made-news.ts'

const DAY = 86_400_000
const A_DAY = 400
const WINDOW_DAYS = 8
const MEASURED = 150
const lexicon = contentLexicon()

interface Cost {
  /** Milliseconds of processor time for each article, of which so much is the database's. */
  cpu: number
  database: number
  /** Milliseconds on the clock, median. */
  clock: number
}

export interface ClusterStep extends Cost {
  articles: number
}

const cluster = (database: Database) =>
  clusterPending({
    database,
    lexicon,
    now: () => systemClock.now(),
    vectorModel: null,
    askDoubtful: null,
  })

/** New articles, clustered one by one. */
async function measure(database: Database, from: number): Promise<Cost> {
  const times: number[] = []
  const spent = { program: 0, database: 0 }
  for (const article of madeNews(from, MEASURED, Date.now() - DAY / 2, A_DAY)) {
    await insertNews(database, [article])
    const [started, before] = [performance.now(), await cpuTime(database)]
    await cluster(database)
    times.push(performance.now() - started)
    const after = await cpuTime(database)
    spent.program += after.program - before.program
    spent.database += after.database - before.database
  }
  const [program, inDatabase] = [spent.program / MEASURED, spent.database / MEASURED]
  return { cpu: program + inDatabase, database: inDatabase, clock: times.sort((a, b) => a - b)[MEASURED >> 1] ?? 0 }
}

/** Milliseconds that this process and the database's sessions have had of the processor; a tick of the latter is 10. */
async function cpuTime(database: Database): Promise<{ program: number; database: number }> {
  const { user, system } = process.cpuUsage()
  if (database.engine === 'embedded') return { program: (user + system) / 1000, database: 0 }
  const { rows } = await database.pool.query('select pid from pg_stat_activity where datname = current_database()')
  return { program: (user + system) / 1000, database: rows.reduce((sum, { pid }) => sum + ticksOf(pid) * 10, 0) }
}

function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return Number(fields[11]) + Number(fields[12])
}

/** Costs with the window alone in the migrated, empty database, and with each of `sizes`, which rise. */
export async function clusterSteps(database: Database, sizes: readonly number[]): Promise<ClusterStep[]> {
  await sources(database)
  const inWindow = A_DAY * WINDOW_DAYS
  await insertNews(database, [...madeNews(0, inWindow, Date.now() - WINDOW_DAYS * DAY, A_DAY)])
  await cluster(database)
  await measure(database, inWindow)
  let stored = inWindow + MEASURED
  let oldest = Date.now() - WINDOW_DAYS * DAY
  const steps: ClusterStep[] = []
  for (const size of [stored, ...sizes]) {
    if (size > stored) oldest = await fillOldNews(database, lexicon, size - stored, oldest, A_DAY)
    stored = Math.max(stored, size)
    steps.push({ articles: stored, ...(await measure(database, stored)) })
    stored += MEASURED
  }
  return steps
}

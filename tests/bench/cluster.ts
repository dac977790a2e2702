/**
 * `npm run bench:cluster`: what clustering one article costs on PostgreSQL, with the window alone, a tenth of the articles,
 * and all 100,000 in the database. Counted is the processor's time, of this process and of the database's, so that other
 * work on the machine changes little; the time on the clock is printed beside it. `--articles N`, `--json`.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { systemClock } from '../../src/domain/clock.ts'
import { clusterPending } from '../../src/pipeline/cluster.ts'
import { type Database, openPostgres } from '../../src/store/database.ts'
import { migrate } from '../../src/store/migrate.ts'
import { contentLexicon } from '../support/lexicon.ts'
import { startPostgres } from '../support/postgres-cluster.ts'
import { fillOldNews, insertNews, madeNews, sources } from './made-news.ts'

const { values } = parseArgs({
  options: { articles: { type: 'string', default: '100000' }, json: { type: 'boolean', default: false } },
})

const DAY = 86_400_000
const A_DAY = 400
const WINDOW_DAYS = 8
const MEASURED = 150
const MOST_MS = 20
const MOST_GROWTH = 1.5
const lexicon = contentLexicon()

interface Cost {
  /** Milliseconds of processor time for each article, of which so much is the database's. */
  cpu: number
  database: number
  /** Milliseconds on the clock, median. */
  clock: number
}

interface Step extends Cost {
  articles: number
}

const cluster = (database: Database) =>
  clusterPending({ database, lexicon, now: () => systemClock.now(), vectorModel: null, askDoubtful: null })

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
  const { rows } = await database.pool.query('select pid from pg_stat_activity where datname = current_database()')
  return { program: (user + system) / 1000, database: rows.reduce((sum, { pid }) => sum + ticksOf(pid) * 10, 0) }
}

function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return Number(fields[11]) + Number(fields[12])
}

const server = await startPostgres({ fast: true })
try {
  const database = await openPostgres(server.url, 4)
  await migrate(database)
  await sources(database)
  const inWindow = A_DAY * WINDOW_DAYS
  await insertNews(database, [...madeNews(0, inWindow, Date.now() - WINDOW_DAYS * DAY, A_DAY)])
  await cluster(database)
  await measure(database, inWindow)
  let stored = inWindow + MEASURED
  let oldest = Date.now() - WINDOW_DAYS * DAY
  const steps: Step[] = []
  for (const size of [stored, Math.ceil(Number(values.articles) / 10), Number(values.articles)]) {
    if (size > stored) oldest = await fillOldNews(database, lexicon, size - stored, oldest, A_DAY)
    stored = Math.max(stored, size)
    steps.push({ articles: stored, ...(await measure(database, stored)) })
    stored += MEASURED
  }
  report(steps)
  await database.close()
} finally {
  server.destroy()
}

function report(steps: Step[]): void {
  const [first, last] = [steps[0], steps.at(-1)]
  const growth = first && last ? last.cpu / first.cpu : Number.NaN
  if (values.json) console.log(JSON.stringify({ steps, growth, most_ms: MOST_MS, most_growth: MOST_GROWTH }))
  else {
    for (const { articles, cpu, database, clock } of steps) {
      const [processor, wall] = [
        `${cpu.toFixed(1)} ms of processor time, ${database.toFixed(1)} of them the database's,`,
        `${clock.toFixed(1)} ms on the clock`,
      ]
      console.log(
        `${articles.toLocaleString('en').padStart(9)} articles stored: ${processor} for each new one (${wall})`,
      )
    }
    console.log(`growth by what lies outside the window: ${growth.toFixed(2)} (at most ${MOST_GROWTH})`)
  }
  if (!last || last.cpu > MOST_MS || !(growth <= MOST_GROWTH)) process.exitCode = 1
}

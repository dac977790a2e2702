/**
 * `npm run bench:cluster`: what clustering one article costs on PostgreSQL, with the window alone, a tenth of the articles,
 * and all 100,000 in the database; the time on the clock is printed beside that of the processor. `--articles N`, `--json`.
 */
import { parseArgs } from 'node:util'
import { connectDatabase } from '../../src/store/database/database.ts'
import { migrate } from '../../src/store/database/migrate.ts'
import { startPostgres } from '../support/postgres-cluster.ts'
import { type ClusterStep, clusterSteps } from './cluster-cost.ts'

const { values } = parseArgs({
  options: { articles: { type: 'string', default: '100000' }, json: { type: 'boolean', default: false } },
})

const MOST_MS = 20
const MOST_GROWTH = 1.5

const server = await startPostgres({ fast: true })
try {
  const database = await connectDatabase({ connectionString: server.url }, 4)
  await migrate(database)
  report(await clusterSteps(database, [Math.ceil(Number(values.articles) / 10), Number(values.articles)]))
  await database.close()
} finally {
  server.destroy()
}

function report(steps: ClusterStep[]): void {
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

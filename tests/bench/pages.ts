/** `npm run bench:pages [-- N]`: first, hundredth and last page of N (a million) articles on a throw-away PostgreSQL. */
import { openPostgres } from '../../src/store/database.ts'
import { migrate } from '../../src/store/migrate.ts'
import { startPostgres } from '../support/postgres-cluster.ts'
import { benchDeepPages } from './deep-pages.ts'
import { fillArticles } from './synthetic.ts'

const count = Number(process.argv[2] ?? 1_000_000)
const cluster = await startPostgres({ fast: true })
try {
  const database = await openPostgres(cluster.url, 5)
  await migrate(database)
  await fillArticles(database, count)
  const { page100, last } = await benchDeepPages(database, 15)
  await database.close()
  console.log(
    `${count} articles: page 100 costs ${page100.toFixed(2)} times page 1, the last page ${last.toFixed(2)} times (at most 5)`,
  )
  process.exitCode = Math.max(page100, last) <= 5 ? 0 : 1
} finally {
  cluster.destroy()
}

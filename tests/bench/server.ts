/** Child of the bench: the whole service over the database that the settings name, filled, and listening. */
import { pino } from 'pino'
import { buildWeb } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { systemClock } from '../../src/domain/clock.ts'
import { makeServices } from '../../src/services.ts'
import { openDatabase } from '../../src/store/database.ts'
import { migrate } from '../../src/store/migrate.ts'
import { fillArticles } from './synthetic.ts'

const config = readConfig()
const database = await openDatabase(config)
await migrate(database)
const services = await makeServices({ config, log: pino({ level: 'error' }), clock: systemClock, database })
await fillArticles(database, Number(process.env.BENCH_ARTICLES ?? 10_000))
const web = await buildWeb(services)
await web.app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.stdout.write('ready\n')
process.once('SIGINT', () => process.exit(0))
setInterval(() => {
  if (process.env.BENCH_MEMORY) process.stdout.write(`rss ${Math.round(process.memoryUsage().rss / 1e6)}\n`)
}, 1000).unref()

/**
 * Child of the bench: the whole service over the database that the settings name, filled, and listening. Over its channel
 * it answers `memory` (resident MB) and `ingest` (ms that a pass over all sources took).
 */
import { pino } from 'pino'
import { tuneHeap } from '../../bin/memory.js'
import { buildWeb } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { systemClock } from '../../src/domain/clock.ts'
import { buildOperations } from '../../src/operations.ts'
import { makeServices } from '../../src/services.ts'
import { openDatabase } from '../../src/store/database.ts'
import { migrate } from '../../src/store/migrate.ts'
import { addPlainFeeds, fillArticles } from './synthetic.ts'

tuneHeap()
const config = readConfig()
const database = await openDatabase(config)
await migrate(database)
const services = await makeServices({ config, log: pino({ level: 'error' }), clock: systemClock, database })
await fillArticles(database, Number(process.env.BENCH_ARTICLES ?? 10_000))
const urls = (process.env.BENCH_FEEDS ?? '').split(' ').filter(Boolean)
await addPlainFeeds(database, urls)
const web = await buildWeb(services)
await web.app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })

process.on('message', async (question) => {
  const started = performance.now()
  if (question === 'ingest') {
    const feeds = await database.db.selectFrom('feeds').select('id').where('url', 'in', urls).execute()
    await services.queue()
    await buildOperations(services).ingest({ feedIds: feeds.map(({ id }) => id) })
  }
  process.send?.(question === 'memory' ? process.memoryUsage().rss / 1e6 : performance.now() - started)
})
process.send?.(0)

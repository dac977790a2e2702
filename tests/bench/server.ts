/**
 * Child of the bench: the whole service over the database that the settings name, filled, and listening. Over its channel
 * it answers `memory` (resident MB), `rested` (ms that work has rested for readers), `ingest` and `ingest first` (ms that a pass
 * over the sources took, or over a few others).
 */
import { sql } from 'kysely'
import { pino } from 'pino'
import { tuneHeap } from '../../bin/memory.js'
import { buildOperations } from '../../src/app/operations.ts'
import { makeServices } from '../../src/app/services.ts'
import { buildWeb } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { systemClock } from '../../src/domain/time/clock.ts'
import { openDatabase } from '../../src/store/database/database.ts'
import { migrate } from '../../src/store/database/migrate.ts'
import { addPlainFeeds, fillArticles } from './synthetic.ts'

tuneHeap()
const config = readConfig()
const database = await openDatabase(config)
await migrate(database)
const services = await makeServices({ config, log: pino({ level: 'error' }), clock: systemClock, database })
await fillArticles(database, Number(process.env.BENCH_ARTICLES ?? 10_000))
const urlsIn = (list: string | undefined) => (list ?? '').split(' ').filter(Boolean)
const sources = { ingest: urlsIn(process.env.BENCH_FEEDS), 'ingest first': urlsIn(process.env.BENCH_FIRST_FEEDS) }
await addPlainFeeds(database, Object.values(sources).flat())
const web = await buildWeb(services)
await web.app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })

async function ingest(urls: string[]): Promise<number> {
  const started = performance.now()
  const feeds = await database.db
    .selectFrom('feeds')
    .select('id')
    .where(sql<boolean>`url = any(${urls}::text[])`)
    .execute()
  await buildOperations(services).ingest({ feedIds: feeds.map(({ id }) => id) })
  return performance.now() - started
}

process.on('message', async (question: 'memory' | 'rested' | keyof typeof sources) => {
  if (question === 'memory') process.send?.(process.memoryUsage().rss / 1e6)
  else process.send?.(await ingest(sources[question]))
})
process.send?.(0)

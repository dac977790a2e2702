/** `ingest` on an empty database, and a second time: processor time over that of a bare loop, and what the database is asked. */
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { Database } from '../../src/platform/database/database.ts'
import { joinEmbedded } from '../../src/platform/database/embedded/sharing.ts'
import { startRealFeeds } from '../../tests/support/test-data.ts'
import { launcher } from './children.ts'
import { costOf } from './commands.ts'
import type { Measure } from './measure.ts'
import type { Place } from './place.ts'
import { processorTimeOfServer } from './processor-time.ts'
import { addPlainFeeds } from './synthetic.ts'

const bareLoop = fileURLToPath(new URL('./bare-pass.ts', import.meta.url))
const MAX_TIMES = { first: 8, second: 2 }

interface Pass {
  /** Of the command and of the database's server. */
  processor: number
  server: number
  wall: number
  statements: number
  transactions: number
}

/** Lines of both passes over the real feeds. The embedded server alone counts statements, since it is started for that. */
export async function benchFirstPass(place: Place): Promise<Measure[]> {
  const database = await place.open(['shared_preload_libraries=pg_stat_statements'])
  // Else the command, which leaves last, would stop the server.
  const leave = await joinEmbedded(String(place.env.DATA_DIR))
  await sql`create extension if not exists pg_stat_statements`.execute(database.db)
  const feeds = await startRealFeeds()
  const env = { ...place.env, FETCH_ALLOW: '127.0.0.1/32', RELEVANCE: 'all' }
  await addPlainFeeds(database, feeds.urls)
  try {
    const bare = await costOf([bareLoop], { BENCH_URLS: feeds.urls.join(' ') })
    const first = await pass(database, env)
    const articles = await countArticles(database)
    await sql`update feeds set next_fetch_at = now()`.execute(database.db)
    const second = await pass(database, env)
    const line = (name: 'first' | 'second', { processor, server, wall, statements, transactions }: Pass): Measure => ({
      group: 'Passes',
      name: `${name} pass over ${feeds.urls.length} feeds, processor time over that of a bare loop`,
      value: processor / bare.processor,
      unit: '×',
      max: MAX_TIMES[name],
      note: `${processor.toFixed(0)} ms, ${server.toFixed(0)} of them the database's, over ${bare.processor.toFixed(0)}; ${(wall / 1000).toFixed(1)} s; ${articles} articles; ${statements} statements, ${transactions} transactions`,
    })
    return [line('first', first), line('second', second)]
  } finally {
    await feeds.close()
    await leave()
    await database.close()
  }
}

async function pass(database: Database, env: Record<string, string>): Promise<Pass> {
  await sql`select pg_stat_statements_reset(), pg_stat_clear_snapshot()`.execute(database.db)
  const [server, transactions] = [await processorTimeOfServer(database), await countTransactions(database)]
  const { processor, wall } = await costOf([launcher, 'ingest'], env)
  const spent = (await processorTimeOfServer(database)) - server
  return {
    processor: processor + spent,
    server: spent,
    wall,
    statements: await countStatements(database),
    transactions: (await countTransactions(database)) - transactions,
  }
}

async function countStatements({ db }: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`select sum(calls)::integer as n from pg_stat_statements`.execute(db)
  return rows[0]?.n ?? 0
}

async function countTransactions({ db }: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select xact_commit::integer as n from pg_stat_database where datname = current_database()`.execute(db)
  return rows[0]?.n ?? 0
}

async function countArticles({ db }: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from articles`.execute(db)
  return rows[0]?.n ?? 0
}

/** Publishing and reading beside the stage stories: how long others wait for it as the number of events grows. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { pino } from 'pino'
import { createStories } from '../../src/news/stories/stage/story-stage.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { storyWords } from '../../tests/support/content.ts'
import type { Waits } from './beside.ts'
import { insertNews, madeNews, sources } from './made-news.ts'
import type { Measure } from './measure.ts'
import { processorTime } from './processor-time.ts'

const DAY = 86_400_000
/** Reports of one happening; an affair has as many happenings, a week apart each. */
const REPORTS = 2
const AFFAIR = 5
const ARRIVING = 200
const MOST_MS = 50

/** Lines for each of `sizes` in events, which rise, spread over the 150 days that stories reach; `database` is migrated and empty. */
export async function benchStories(database: Database, sizes: readonly number[]): Promise<Measure[]> {
  await sources(database)
  const update = createStories({
    database,
    clock: { now: () => new Date() },
    log: pino({ level: 'silent' }),
    ...storyWords(),
    timeZone: 'Europe/Stockholm',
    write: null,
  })
  const measures: Measure[] = []
  let made = 0
  for (const size of sizes) {
    await happen(database, made, size - made, Date.now() - 148 * DAY, 147 * DAY)
    made = size
    await sql`vacuum analyze`.execute(database.db)
    await update()
    await happen(database, made, ARRIVING, Date.now() - DAY / 2, DAY / 4)
    made += ARRIVING
    measures.push(...linesOf(size, await watch(database, update)))
  }
  return measures
}

const linesOf = (size: number, { publishing: longest, reading, took }: Waits & { took: number }): Measure[] => {
  const common = { group: 'Beside stories', unit: 'ms' as const, max: MOST_MS }
  const note = `${ARRIVING} new events took ${took.toFixed(0)} ms of processor time, that of the others among it`
  return [
    { ...common, name: `longest wait of a publisher, ${size} events`, value: longest, note },
    { ...common, name: `longest wait of a select, ${size} events`, value: reading, note },
  ]
}

/** Others have an event loop of their own, as web and worker have. */
async function watch(database: Database, update: () => Promise<void>): Promise<Waits & { took: number }> {
  const workerData = { address: database.address }
  const others = new Worker(new URL('./beside.ts', import.meta.url), { workerData })
  await once(others, 'message')
  const before = await processorTime(database)
  await update()
  const took = (await processorTime(database)) - before
  others.postMessage('stop')
  const [waits] = (await once(others, 'message')) as [Waits]
  return { ...waits, took }
}

/** Events with their articles, as clustering leaves them. */
async function happen(database: Database, from: number, count: number, start: number, span: number): Promise<void> {
  for (let at = 0; at < count; at += 1000) {
    const size = Math.min(1000, count - at)
    const begin = start + (span * at) / count
    // Happenings of one affair share its words: made-up news repeats them by the number of the happening.
    const news = [...madeNews(0, size * REPORTS, begin, (size * REPORTS * DAY) / ((span * size) / count))].map(
      (article, i) => {
        const happening = from + at + Math.floor(i / REPORTS)
        const [affair] = madeNews(4 * Math.floor(happening / AFFAIR), 1, begin, 1)
        return { ...article, n: (from + at) * REPORTS + i, title: `${affair?.title} ${article.title.split(' ')[0]}` }
      },
    )
    const ids = await insertNews(database, news, 'done')
    await sql`
      with made as (
        insert into events (created_at, first_at, last_at, articles_count)
        select at, at, at, ${REPORTS} from unnest(${news.filter((_, i) => i % REPORTS === 0).map((a) => a.at)}::timestamptz[])
          with ordinality x(at, n) order by n
        returning id
      ), numbered as (select id, row_number() over (order by id) - 1 as n from made)
      insert into event_members (article_id, event_id, decided_by, at)
      select x.id, e.id, 'likeness', now() from unnest(${ids}::bigint[]) with ordinality x(id, n)
      join numbered e on e.n = (x.n - 1) / ${REPORTS}`.execute(database.db)
    await sql`
      update articles a set event_id = m.event_id from event_members m
      where m.article_id = a.id and a.id = any(${ids}::bigint[])`.execute(database.db)
  }
}

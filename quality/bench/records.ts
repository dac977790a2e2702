/**
 * Cost of records of publishers: processor time that counting adds to an article, rows, and a publisher's page from the
 * database. The stage is asked four times a day of a played month, as a worker asks it, over the articles of that time.
 */
import { sql } from 'kysely'
import type { ActorDatabase, Database } from '../../src/platform/database/database.ts'
import { startTestWeb, type TestWeb } from '../../tests/support/web.ts'
import { insertNews, type MadeArticle, madeNews, sources } from './made-news.ts'
import { type Measure, middle } from './measure.ts'
import { processorTime } from './processor-time.ts'

const DAY = 86_400_000
/** Between two times of asking whether a pass is due. */
const LOOK = DAY / 4
/** Of each event, by the made news. */
const REPORTS = 4
const PUBLISHERS = 14
const PLAYED_DAYS = 30
const TOPICS = 12
const PAGES = 101
const MAX_MS = 0.3
const MAX_PAGE_MS = 10
const group = 'Records of publishers'

/** `count` articles of a year; `database` is migrated and empty. */
export async function benchRecords(database: ActorDatabase, count: number): Promise<Measure[]> {
  const web = await startTestWeb({ RELEVANCE: 'all' }, { ...database, close: async () => {} })
  await publishers(database)
  const end = Date.UTC(2026, 10, 30)
  const start = end - PLAYED_DAYS * DAY
  const insert = inserter(database, { start: end - 365 * DAY, aDay: count / 365 })
  const stored = await insert(start)
  await sql`vacuum analyze`.execute(database.db)
  const [first = 0] = await pass(web, start)
  let played = 0
  const passes: number[] = []
  for (let at = start + LOOK; at <= end; at += LOOK) {
    played += await insert(at)
    passes.push(...(await pass(web, at)))
  }
  const cost = passes.reduce((sum, ms) => sum + ms, 0)
  const measures: Measure[] = [
    {
      group,
      name: `counting an article, ${stored} stored, a month of passes`,
      value: cost / played,
      unit: 'ms',
      max: MAX_MS,
      note: `${played} articles in ${passes.length} passes`,
    },
    {
      group,
      name: `counting an article, ${stored} in the first pass`,
      value: first / stored,
      unit: 'ms',
      max: MAX_MS,
    },
    await rowsOf(database),
    await pages(web),
  ]
  await web.close()
  return measures
}

/** Sources of the made news, of fewer publishers. */
async function publishers(database: Database): Promise<void> {
  await sources(database)
  await sql`update feeds set publisher = 'p' || id % ${PUBLISHERS}::integer || '.example'`.execute(database.db)
}

/** Adds the articles until a time, as clustering leaves them: each is seen some minutes after its date. Returns how many. */
function inserter(
  database: Database,
  { start, aDay }: { start: number; aDay: number },
): (until: number) => Promise<number> {
  let made = 0
  return async (until) => {
    // Reports of a event come together.
    const size = Math.floor(((until - start) / DAY) * (aDay / REPORTS)) * REPORTS - made
    for (let at = 0; at < size; at += 2000) {
      const some = Math.min(2000, size - at)
      await happen(database, [...madeNews(made, some, start + (made / aDay) * DAY, aDay)])
      made += some
    }
    return size
  }
}

async function happen(database: Database, news: MadeArticle[]): Promise<void> {
  const ids = await insertNews(database, news, 'done')
  await sql`
    with made as (
      insert into events (created_at, first_at, last_at, articles_count, text_state, story_state)
      select at, at, at, ${REPORTS}, 'done', 'done'
      from unnest(${news.filter((_, i) => i % REPORTS === 0).map((a) => a.at)}::timestamptz[]) with ordinality x(at, n) order by n
      returning id
    ), numbered as (select id, row_number() over (order by id) - 1 as n from made)
    update articles a set event_id = e.id, tag_ids = array[1 + e.id % ${TOPICS}::integer, 1 + (e.id + 1) % ${TOPICS}::integer]::integer[],
      discovered_at = a.published_at + make_interval(mins => (1 + a.id % 20)::integer)
    from unnest(${ids}::bigint[]) with ordinality x(id, n) join numbered e on e.n = (x.n - 1) / ${REPORTS}
    where a.id = x.id`.execute(database.db)
}

/** The stage as a worker runs it, if it is due; processor time. */
async function pass({ database, services, clock }: TestWeb, at: number): Promise<number[]> {
  const stage = services.pipeline.stages.find((one) => one.stage === 'records')
  if (!stage) throw new Error('The feature publisher-record is off')
  clock.set(new Date(at))
  if ((await stage.due()).length === 0) return []
  const before = await processorTime(database)
  await stage.handle('')
  return [(await processorTime(database)) - before]
}

async function rowsOf({ db }: Database): Promise<Measure> {
  const { rows } = await sql<{ stored: number; months: number; publishers: number; bytes: number }>`
    select count(*) as stored, count(distinct month) as months, count(distinct publisher) as publishers,
      pg_total_relation_size('publisher_months') as bytes from publisher_months`.execute(db)
  const [{ stored, months, publishers: counted, bytes } = { stored: 0, months: 0, publishers: 0, bytes: 0 }] = rows
  return {
    group,
    name: 'rows, over publishers times months',
    value: stored / (months * counted),
    unit: '×',
    max: 1,
    note: `${counted} publishers, ${months} months, ${(bytes / stored / 1024).toFixed(1)} KiB each`,
  }
}

/** Built from the database, as HTML: the version rises before each. */
async function pages({ app, ctx }: TestWeb): Promise<Measure> {
  const times: number[] = []
  for (let round = 0; round < PAGES; round++) {
    ctx.cache.raise('content')
    const started = performance.now()
    const { statusCode } = await app.inject({ url: `/utgivare/p${round % PUBLISHERS}.example` })
    if (statusCode !== 200) throw new Error(`A page answered ${statusCode}`)
    times.push(performance.now() - started)
  }
  const [slowest = 0] = times.toSorted((a, b) => b - a)
  return {
    group,
    name: "a publisher's page, not cached",
    value: middle(times),
    unit: 'ms',
    max: MAX_PAGE_MS,
    note: `median of ${PAGES}, longest ${slowest.toFixed(0)} ms`,
  }
}

/**
 * What an event costs that alerts readers, in processor time of this process and of the database's server together: found,
 * noted as told, queued for their devices. An event that a thousand ask for, and one that everybody does.
 */

import { sql } from 'kysely'
import type { ActorDatabase } from '../../src/platform/database/database.ts'
import { seedArticles, seedFeed, seedTag } from '../../tests/support/build.ts'
import { runStage } from '../../tests/support/run-stage.ts'
import { startTestWeb, type TestWeb } from '../../tests/support/web.ts'
import type { Measure } from './measure.ts'
import { processorTime } from './processor-time.ts'

const ASKING = 1000
/** Tags that nobody's alert is about here: each reader has rules for three of them. */
const OTHERS = 200
const MOST_GROWTH = 1.5

/** Events, told one after the other. */
const rounds = { few: 10, all: 1 }

/** Lines for each of `sizes` in readers, which rise; `database` is migrated and empty. */
export async function benchAlerts(database: ActorDatabase, sizes: readonly number[]): Promise<Measure[]> {
  const web = await startTestWeb({}, { ...database, close: async () => {} })
  web.clock.set(new Date())
  const feed = await seedFeed(database)
  const tags = { few: await seedTag(database, 'Few'), all: await seedTag(database, 'All') }
  await sql`insert into tags (name, slug) select 'Tag ' || n, 'tag-' || n from generate_series(1, ${OTHERS}::integer) n`.execute(
    database.db,
  )
  const measures: Measure[] = []
  const first: Partial<Record<keyof typeof tags, number>> = {}
  let readers = 0
  for (const size of sizes) {
    await seedReaders(database, tags, readers, size)
    readers = size
    await sql`vacuum analyze`.execute(database.db)
    for (const whom of ['few', 'all'] as const) {
      const told = whom === 'few' ? ASKING : size
      // Once to load the indexes and to be compiled, once to be measured.
      await alertOf(web, { feed, tag: tags[whom], told, times: 1 })
      const cost = await alertOf(web, { feed, tag: tags[whom], told, times: rounds[whom] })
      const before = first[whom]
      measures.push(...linesOf(told, size, cost, before === undefined ? null : cost / before))
      first[whom] = before ?? cost
    }
  }
  await web.close()
  return measures
}

function linesOf(told: number, size: number, cost: number, growth: number | null): Measure[] {
  const group = 'Processor time an alerted event, per 1000 rules that it meets'
  const name = `${told} readers of ${size}`
  const over: Measure[] =
    growth === null ? [] : [{ group, name: `${name}, over the fewest`, value: growth, unit: '×', max: MOST_GROWTH }]
  return [{ group, name, value: cost, unit: 'ms' }, ...over]
}

/** Each has a device and rules for three other tags and for one that all ask for; the first thousand for one of their own. */
async function seedReaders({ db }: ActorDatabase, tags: { few: number; all: number }, from: number, to: number) {
  const now = new Date()
  await sql`insert into users (email, created_at) select 'r' || n || '@example.se', ${now} from generate_series(${from + 1}::integer, ${to}::integer) n`.execute(
    db,
  )
  const isNew = sql`split_part(email, '@', 1) in (select 'r' || n from generate_series(${from + 1}::integer, ${to}::integer) n)`
  await sql`
    insert into push_subscriptions (user_id, endpoint, p256dh, auth, device, created_at)
    select id, 'https://push.example/' || id, 'key', 'secret', 'Firefox', ${now} from users where ${isNew}`.execute(db)
  await sql`
    insert into alert_rules (user_id, kind, key, min_sources, by_push, by_mail, heeds_quiet, created_at)
    select u.id, 'tag', t.id::text, 1, true, false, true, ${now}
    from (select id, row_number() over (order by id) + ${from}::integer as n from users where ${isNew}) u
    join tags t on t.id = ${tags.all} or (t.id = ${tags.few} and u.n <= ${ASKING}::integer)
      or t.slug in ('tag-' || u.n % 199 + 1, 'tag-' || u.n % 197 + 1, 'tag-' || u.n % 193 + 1)
    on conflict do nothing`.execute(db)
}

interface Round {
  feed: number
  tag: number
  /** Readers that an event is to be told to. */
  told: number
  times: number
}

/** Milliseconds of processor time per 1,000 readers. */
async function alertOf({ database, services, clock }: TestWeb, { feed, tag, told, times }: Round): Promise<number> {
  const at = clock.now()
  const dates = { published_at: at, discovered_at: at, sort_at: at, updated_at: at }
  await seedArticles(
    database,
    Array.from({ length: times }, () => ({ feed_id: feed, tag_ids: [tag], ...dates })),
  )
  await sql`update events set story_state = 'done'`.execute(database.db)
  const waiting = async () =>
    Number(
      (await sql<{ n: number }>`select count(*) as n from outbox where channel = 'push'`.execute(database.db)).rows[0]
        ?.n,
    )
  const [before, started] = [await waiting(), await processorTime(database)]
  await runStage(services, 'alerts')
  const spent = (await processorTime(database)) - started
  const queued = (await waiting()) - before
  if (queued !== told * times) throw new Error(`${queued} alerts were queued instead of ${told * times}`)
  return spent / (queued / 1000)
}

/**
 * `npm run bench:editions [-- --readers 100000 --follows 10]`: one morning's letters of many readers: chosen, claimed, composed and
 * encoded, as the worker does it, all but the mail server. Processor time of this process and the database server; memory in a heap of
 * 256 MB, since V8 takes several times what is held where it may. And what the front page costs, made anew at each request, with these
 * accounts in the database and without.
 */
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { createTransport } from 'nodemailer'
import { pino } from 'pino'
import { readContent } from '../../src/app/content.ts'
import { parseConfig } from '../../src/config.ts'
import { composer } from '../../src/features/edition-mail/compose.ts'
import { editionChannel } from '../../src/features/edition-mail/mail-channel.ts'
import { prepareEditions } from '../../src/features/edition-mail/prepare.ts'
import { shareEdition } from '../../src/news/editions/queries/shared-edition.ts'
import type { ActorDatabase } from '../../src/platform/database/database.ts'
import type { Mail } from '../../src/platform/outbox/mailer.ts'
import { deliverBy } from '../../src/platform/outbox/outbox-channel.ts'
import { createDeliveryPool } from '../../src/platform/outbox/pool.ts'
import { exposeCollector } from '../../src/platform/supervisor/collect-at-rest.ts'
import { seedArticles, seedFeed } from '../../tests/support/build.ts'
import { openTestDatabase } from '../../tests/support/database.ts'
import { startTestWeb } from '../../tests/support/web.ts'
import { holds, type Measure, printMeasure } from './measure.ts'
import { processorTime } from './processor-time.ts'

const { values } = parseArgs({
  options: { readers: { type: 'string', default: '100000' }, follows: { type: 'string', default: '10' } },
})
const readers = Number(values.readers)
const follows = Number(values.follows)

const EVENTS = 1500
const TAGS = 200
const FEEDS = 70
const now = new Date('2026-11-23T06:00:00Z')
const clock = { now: () => now }

/** Two weeks of news: each event has a source and three tags, every tenth comes from five publishers. */
async function seedNews(database: ActorDatabase): Promise<void> {
  await sql`insert into tags (name, slug) select 'Tag ' || n, 'tag-' || n from generate_series(1, ${TAGS}::integer) n`.execute(
    database.db,
  )
  const tags = (await database.db.selectFrom('tags').select('id').orderBy('id').execute()).map(({ id }) => id)
  const feeds: number[] = []
  for (let n = 0; n < FEEDS; n++) feeds.push(await seedFeed(database))
  const pick = <T>(list: T[], n: number) => list[n % list.length] as T
  await seedArticles(
    database,
    Array.from({ length: EVENTS }, (_, n) => {
      const at = new Date(now.getTime() - n * 13 * 60_000)
      return {
        feed_id: pick(feeds, n * 7),
        title: `Headline number ${n} about something that has happened somewhere`,
        excerpt: `What happened is told here in two or three sentences, as a summary does. It is number ${n}. `.repeat(
          3,
        ),
        tag_ids: [pick(tags, n), pick(tags, n * 3 + 1), pick(tags, n * 11 + 5)],
        image_url: n % 2 ? `https://cdn.example/${n}.jpg` : null,
        published_at: at,
        discovered_at: at,
        sort_at: at,
        updated_at: at,
      }
    }),
  )
}

/** Follows of tags and sources, and of a saved search by every twentieth reader; a muted word by every fourth. */
async function seedReaders(database: ActorDatabase): Promise<void> {
  const { db } = database
  await sql`insert into users (email, created_at) select 'r' || n || '@example.se', ${now} from generate_series(1, ${readers}::integer) n`.execute(
    db,
  )
  await sql`
    insert into follows (user_id, kind, key, created_at)
    select u.id, case when f % 5 = 0 then 'source' else 'tag' end,
      (1 + (u.id * 31 + f * 17) % case when f % 5 = 0 then ${FEEDS}::integer else ${TAGS}::integer end)::text, ${now}
    from users u, generate_series(1, ${follows}::integer) f on conflict do nothing`.execute(db)
  await sql`
    insert into follows (user_id, kind, key, created_at)
    select id, 'search', 'headline ' || id % 50, ${now} from users where id % 20 = 0`.execute(db)
  await sql`
    insert into mutes (user_id, kind, key, created_at)
    select id, 'word', 'number ' || id % 300, ${now} from users where id % 4 = 0`.execute(db)
  await sql`
    insert into mail_subscriptions (user_id, list, email, timezone, morning, days, key, created_at, confirmed_at, since, next_at, next_edition, next_day)
    select id, 'edition', email, 'Europe/Stockholm', 420, '{1,2,3,4,5,6,7}', md5(id::text), ${now}, ${now},
      ${new Date(now.getTime() - 86_400_000)}::timestamptz, ${now}, 'morning', '2026-11-23' from users`.execute(db)
  await sql`analyze`.execute(db)
}

const FRONT_PAGES = 150

/** Milliseconds of processor time for a front page that is not cached. */
async function frontPageCost(database: ActorDatabase): Promise<number> {
  const web = await startTestWeb({}, { ...database, close: async () => {} })
  const open = async (minute: number) => {
    web.clock.set(new Date(now.getTime() + minute * 60_000))
    const { statusCode } = await web.app.inject('/')
    if (statusCode !== 200) throw new Error(`the front page answered ${statusCode}`)
  }
  for (let minute = 0; minute < 30; minute++) await open(minute)
  const start = await processorTime(database)
  for (let n = 0; n < FRONT_PAGES; n++) await open(30 + n)
  const spent = (await processorTime(database)) - start
  await web.close()
  return spent / FRONT_PAGES
}

const collect = exposeCollector()

/** Megabytes that are held, not what V8 has not collected yet. */
function heldMemory(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1e6
}

async function bench(database: ActorDatabase): Promise<Measure[]> {
  const content = readContent('content')
  const { site, search, inflection } = content
  const log = pino({ level: 'silent' })
  const config = parseConfig({ BASE_URL: 'https://bench.example', SOURCES: 'none' })
  const edition = shareEdition({ db: database.db, siteLanguage: site.language, content: search, clock, inflection })
  let highest = 0
  const note = () => {
    highest = Math.max(highest, process.memoryUsage().rss / 1e6)
  }
  const held = heldMemory()
  const before = process.memoryUsage().rss / 1e6
  const timer = setInterval(note, 200)
  const [start, wall] = [await processorTime(database), performance.now()]
  await prepareEditions({ database, clock, edition })
  // As autovacuum does, which the server of tests has not: plans made for empty tables read all of it for each batch.
  await sql`vacuum analyze mail_subscriptions, outbox`.execute(database.db)
  const prepared = await processorTime(database)
  const transport = createTransport({ streamTransport: true, buffer: true }, { from: 'bench@bench.example' })
  let [bytes, sent] = [0, 0]
  const compose = composer({ config, content, database })
  const send = async (mail: Mail) => {
    const { message } = await transport.sendMail(mail)
    bytes += (message as Buffer).length
    sent++
  }
  const channel = editionChannel({ database, clock, log, compose, send })
  await createDeliveryPool(deliverBy({ database, clock }, channel), {
    atOnce: 1,
    ofOne: Number.POSITIVE_INFINITY,
    clock,
    log,
  }).flush()
  const end = await processorTime(database)
  clearInterval(timer)
  note()
  const group = `${readers.toLocaleString('en')} readers with ${follows} follows`
  const most = (300 * readers) / 100_000
  const gained = heldMemory() - held
  const size = `${sent} letters of ${(bytes / Math.max(1, sent) / 1000).toFixed(1)} kB; ${((performance.now() - wall) / 1000).toFixed(0)} s in all`
  return [
    { group, name: 'chosen and claimed, processor time', value: (prepared - start) / 1000, unit: 's' },
    { group, name: 'composed, encoded, noted, processor time', value: (end - prepared) / 1000, unit: 's', note: size },
    { group, name: 'both', value: (end - start) / 1000, unit: 's', max: most },
    {
      group,
      name: 'memory gained',
      value: highest - before,
      unit: 'MB',
      max: 300,
      note: `${highest.toFixed(0)} MB at most`,
    },
    { group, name: 'memory held in the end, more than before', value: gained, unit: 'MB', max: 30 },
  ]
}

const database = await openTestDatabase()
try {
  await seedNews(database)
  // Without statistics the plans are others.
  await sql`analyze`.execute(database.db)
  const without = await frontPageCost(database)
  await seedReaders(database)
  const measures = await bench(database)
  const beside = await frontPageCost(database)
  measures.push({
    group: 'the anonymous front page',
    name: `beside ${readers.toLocaleString('en')} accounts, against none`,
    value: beside / without,
    unit: '×',
    max: 1.25,
    note: `${beside.toFixed(1)} ms, ${without.toFixed(1)} ms of processor time`,
  })
  for (const measure of measures) printMeasure(measure)
  process.exitCode = measures.every(holds) ? 0 : 1
} finally {
  await database.close()
}

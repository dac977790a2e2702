/** Made-up news for the clustering bench: happenings of their own words, each told by one to six sources. */
import { sql } from 'kysely'
import { featuresOf } from '../../src/news/events/clustering/pair-features.ts'
import type { Database } from '../../src/platform/database/database.ts'
import type { Lexicon } from '../../src/platform/text/thesaurus.ts'

export interface MadeArticle {
  n: number
  title: string
  excerpt: string
  language: string
  at: Date
}

const DAY = 86_400_000
const REPORTS = 4
const SYLLABLES = 'ka lo mi ren sta vo del tin gra pul sol ber nat fik ost han rud vel mor sik tal bro lin dak'.split(
  ' ',
)
const PRODUCTS = ['iPhone 18', 'MacBook Air', 'iPad Pro', 'Apple Watch', 'AirPods Pro', 'iOS 26.4', 'Siri', 'iCloud']

/** A number from 0 to 1 that follows from its arguments. */
function draw(...seeds: number[]): number {
  let state = 2_166_136_261
  for (const seed of seeds) {
    state = Math.imul(state ^ seed, 0x9e37_79b1)
    state = Math.imul(state ^ (state >>> 15), 0x85eb_ca6b)
    state ^= state >>> 13
  }
  return (state >>> 0) / 4_294_967_296
}

/** Words are drawn as in a language without its most usual ones: some often, most seldom. */
function word(...seeds: number[]): string {
  const rank = Math.floor(8000 * draw(...seeds) ** 2)
  const at = (place: number) => SYLLABLES[Math.floor(draw(rank, place) * SYLLABLES.length)] ?? ''
  return `${at(1)}${at(2)}${at(3)}`
}

const some = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))

/** Articles `from` to `from + count`, `aDay` a day from `start`; each four in a row tell of one happening. */
export function* madeNews(from: number, count: number, start: number, aDay: number): Generator<MadeArticle> {
  for (let n = from; n < from + count; n++) {
    const happening = Math.floor(n / REPORTS)
    const name = `${word(happening, 1)}${word(happening, 2)}`
    const product = PRODUCTS[Math.floor(draw(happening, 3) * PRODUCTS.length * 4)] ?? word(happening, 4)
    const core = some(8, (i) => word(happening, 10 + i)).filter((_, i) => draw(n, i) < 0.7)
    yield {
      n,
      title: `${name[0]?.toUpperCase()}${name.slice(1)} ${product} ${core.slice(0, 3).join(' ')} ${word(n, 99)}`,
      excerpt: `${core.join(' ')} ${some(22, (i) => word(n, 200 + i)).join(' ')}.`,
      language: happening % 3 === 0 ? 'sv' : 'en',
      at: new Date(start + ((n - from) / aDay) * DAY),
    }
  }
}

const SOURCES = 40

export async function sources(database: Database): Promise<void> {
  await sql`insert into feeds (id, url, title, publisher, language)
    select n, 'https://s' || n || '.example/feed', 'Source ' || n, 's' || n || '.example', 'en'
    from generate_series(1, ${SOURCES}::int) n`.execute(database.db)
}

/** Published articles that wait to be clustered; returns their ids in order. */
export async function insertNews(database: Database, news: MadeArticle[], state = 'pending'): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into articles (feed_id, url, canonical_url, title, excerpt, language, published_at, discovered_at, sort_at,
      updated_at, content_hash, status, relevant, cluster_state)
    select 1 + n % ${SOURCES}::int, 'https://s.example/' || n, 'https://s.example/' || n, title, excerpt, language, at, at,
      at, at, n::text, 'published', true, ${state}
    from unnest(${news.map((a) => a.n)}::int[], ${news.map((a) => a.title)}::text[], ${news.map((a) => a.excerpt)}::text[],
      ${news.map((a) => a.language)}::text[], ${news.map((a) => a.at)}::timestamptz[]) x(n, title, excerpt, language, at)
    order by n returning id`.execute(database.db)
  return rows.map((row) => row.id)
}

/**
 * Articles from long ago as the stage and the hourly upkeep have left them: features and events of all, an event for each
 * four, and the days on which words were seen. Written in bulk, because deciding each in turn would take as long as a
 * bench may.
 */
export async function fillOldNews(
  database: Database,
  lexicon: Lexicon,
  count: number,
  before: number,
  aDay: number,
): Promise<number> {
  const start = before - Math.ceil(count / aDay) * DAY
  const first = 1_000_000 + Math.floor(start / DAY) * aDay
  for (let from = 0; from < count; from += 2000) {
    const size = Math.min(2000, count - from)
    const news = [...madeNews(first + from, size, start + (from / aDay) * DAY, aDay)]
    const ids = await insertNews(database, news, 'done')
    await fillIndex(database, lexicon, news, ids)
  }
  await sql`analyze`.execute(database.db)
  return start
}

async function fillIndex(database: Database, lexicon: Lexicon, news: MadeArticle[], ids: number[]): Promise<void> {
  const read = news.map((article, i) => {
    const features = featuresOf(lexicon, { ...article, text: article.excerpt })
    return {
      id: ids[i] ?? 0,
      at: article.at,
      features,
    }
  })
  await sql`insert into article_features (article_id, at, features, looked_again)
    select *, true from unnest(${read.map((r) => r.id)}::bigint[], ${read.map((r) => r.at)}::timestamptz[],
      ${read.map((r) => JSON.stringify(r.features))}::jsonb[])`.execute(database.db)
  const events = read.filter((_, i) => i % REPORTS === 0)
  const made = await sql<{ id: number }>`insert into events (created_at, first_at, last_at, articles_count, story_state)
    select at, at, at, ${REPORTS}, 'done' from unnest(${events.map((e) => e.at)}::timestamptz[]) x(at) returning id`.execute(
    database.db,
  )
  await sql`insert into event_members (article_id, event_id, decided_by, at)
    select * from unnest(${read.map((r) => r.id)}::bigint[],
      ${read.map((_, i) => made.rows[Math.floor(i / REPORTS)]?.id ?? 0)}::bigint[],
      ${read.map(() => 'likeness')}::text[], ${read.map((r) => r.at)}::timestamptz[])`.execute(database.db)
}

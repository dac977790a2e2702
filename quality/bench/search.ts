/**
 * `npm run bench:search [-- --small 10000 --large 100000]`: what the index of words costs when articles come in, and how the
 * cost of a search grows with their number. Vectors have `bench:vectors`.
 */
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { searchArticles } from '../../src/news/search/queries/search.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { seedArticles, seedFeed } from '../../tests/support/build.ts'
import { openTestDatabase } from '../../tests/support/database.ts'
import { dice } from '../../tests/support/vectors.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)

const random = dice(26)
const syllables = [
  'ka',
  'rö',
  'sten',
  'lig',
  'mot',
  'bil',
  'ny',
  'tra',
  'vek',
  'so',
  'fram',
  'gå',
  'äll',
  'dis',
  'pro',
  'tik',
]

/** Word `n` of a made-up language; lower ones are used more, as in any language. */
function word(n: number): string {
  let text = ''
  for (let rest = n + 16; rest > 0; rest = Math.floor(rest / 16)) text += syllables[rest % 16]
  return text
}
const zipf = () => word(Math.floor(60_000 ** random()) - 1)
const text = (words: number) => Array.from({ length: words }, zipf).join(' ')

async function addArticles(database: Database, feed: number, count: number): Promise<void> {
  for (let done = 0; done < count; done += 1000)
    await seedArticles(
      database,
      Array.from({ length: Math.min(1000, count - done) }, () => ({
        feed_id: feed,
        language: 'sv',
        title: text(9),
        excerpt: text(45),
      })),
    )
}

const milliseconds = async (work: () => Promise<unknown>) => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

async function median(times: number, work: (i: number) => Promise<unknown>): Promise<number> {
  const all: number[] = []
  for (let i = 0; i < times; i++) all.push(await milliseconds(() => work(i)))
  return all.sort((a, b) => a - b)[Math.floor(times / 2)] ?? 0
}

async function benchIngest(database: Database, feed: number): Promise<void> {
  const passes = 10
  const toggle = (state: 'enable' | 'disable') =>
    sql.raw(`alter table articles ${state} trigger articles_words_after_insert`).execute(database.db)
  const pass = () =>
    seedArticles(
      database,
      Array.from({ length: 100 }, () => ({
        feed_id: feed,
        language: 'sv',
        title: text(9),
        excerpt: text(45),
        event_id: null,
      })),
    )
  const indexed = await median(passes, pass)
  await toggle('disable')
  const bare = await median(passes, pass)
  await toggle('enable')
  await sql`delete from articles a where not exists (select from article_search s where s.article_id = a.id)`.execute(
    database.db,
  )
  print(`ingest of 100 articles: ${indexed.toFixed(0)} ms with the index of words, ${bare.toFixed(0)} ms without`)
}

const kinds: [string, () => string][] = [
  ['one common word', () => word(0)],
  ['two common words', () => `${word(1)} ${word(2)}`],
  ['three words', () => text(3)],
  ['a rare word', () => word(40_000 + Math.floor(random() * 10_000))],
  ['a misspelt word', () => word(300 + Math.floor(random() * 3000)).replace(/^(..)./, '$1')],
  ['a question of 15 words', () => text(15)],
]

async function benchWords(database: Database): Promise<Map<string, number>> {
  const costs = new Map<string, number>()
  const parts = { db: database.readDb, embedder: null, siteLanguage: 'sv', log: { warn: () => {} } }
  for (const [name, query] of kinds)
    costs.set(name, await median(15, () => searchArticles(parts, { q: query(), limit: 20 })))
  return costs
}

async function benchGrowth(database: Database, feed: number, small: number, large: number): Promise<void> {
  await addArticles(database, feed, small)
  await sql`analyze`.execute(database.db)
  const few = await benchWords(database)
  await addArticles(database, feed, large - small)
  await sql`analyze`.execute(database.db)
  const many = await benchWords(database)
  for (const [name] of kinds) {
    const [a, b] = [few.get(name) ?? 0, many.get(name) ?? 0]
    print(
      `${name}: ${a.toFixed(1)} ms in ${small} articles, ${b.toFixed(1)} ms in ${large}: ${(b / a).toFixed(1)} times`,
    )
  }
}

const { values } = parseArgs({
  options: {
    small: { type: 'string', default: '10000' },
    large: { type: 'string', default: '100000' },
  },
})
const database = await openTestDatabase()
try {
  const feed = await seedFeed(database)
  await benchIngest(database, feed)
  if (Number(values.large) > 0) await benchGrowth(database, feed, Number(values.small), Number(values.large))
} finally {
  await database.close()
}

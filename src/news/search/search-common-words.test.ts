/** Candidates of a search by words that thousands of articles hold: those that a plain scan finds, the newest of many. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedArticles, seedFeed } from '../../../tests/support/build.ts'
import { openTestDatabase } from '../../../tests/support/database.ts'
import type { Database } from '../../platform/database/database.ts'
import { findCandidates } from './queries/candidates.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
  const feed_id = await seedFeed(database)
  // The oldest 300 are not among the newest that are looked through.
  const excerpts = Array.from({ length: 4300 }, (_, i) => {
    const words = { zq: i < 250, uq: i < 10, vq: i >= 5 && i < 15, wq: i % 2 === 0 }
    return Object.entries(words).flatMap(([word, occurs]) => (occurs ? word : []))
  })
  await seedArticles(
    database,
    excerpts.map((words) => ({ feed_id, event_id: null, title: 'xq', excerpt: words.join(' ') })),
  )
})
afterAll(() => database.close())

/** A reader's word that so many of 100,000 articles hold, as the statistics have it. */
const term = (word: string, docs: number) => ({
  word,
  weight: 1,
  parts: [],
  forms: [{ term: word, kind: 'same' as const, docs }],
})

interface Sought {
  words: Record<string, number>
  required?: string
  excluded?: string
  language?: string
}

it.each<[case_: string, sought: Sought, plain: [query: string, max?: number][]]>([
  ['one common word', { words: { xq: 50_000 } }, [['xq', 400]]],
  ['one that only old articles hold', { words: { zq: 50_000 } }, []],
  ['two that often occur together', { words: { xq: 50_000, wq: 50_000 } }, [['xq & wq', 400]]],
  ['two that occur together in old articles alone', { words: { xq: 50_000, zq: 50_000 } }, [['xq & zq']]],
  ['two that occur together more often than expected', { words: { xq: 1500, wq: 1500 } }, [['xq & wq', 400]]],
  ['two that seldom occur together', { words: { xq: 1500, uq: 1500 } }, [['xq & uq'], ['xq | uq', 400]]],
  ['two that occur apart, too', { words: { uq: 1500, vq: 1500 } }, [['uq & vq']]],
  ['a rare word that brings in few', { words: { xq: 50_000, vq: 10 } }, [['vq'], ['xq', 400]]],
  ['a rare word that brings in enough', { words: { xq: 50_000, zq: 250 } }, [['zq']]],
  ['a required word', { words: { xq: 50_000 }, required: 'vq' }, [['vq']]],
  [
    'an excluded word beside two that occur together',
    { words: { xq: 1500, zq: 1500 }, excluded: 'wq' },
    [['zq & !wq'], ['xq & !wq', 400]],
  ],
  ['an excluded word', { words: { xq: 50_000 }, excluded: 'wq' }, [['xq & !wq', 400]]],
  ['an excluded word beside a rare one', { words: { vq: 10 }, excluded: 'uq' }, [['vq & !uq']]],
  ['a filter that none passes', { words: { xq: 50_000, vq: 10 }, language: 'sv' }, []],
])('of %s', { tags: 'slow' }, async (_, { words, required = null, excluded = null, language = 'en' }, plain) => {
  const terms = Object.entries(words).map(([word, docs]) => term(word, docs))
  const conditions = [sql`a.language = ${language}`]
  const found = await findCandidates(database.readDb, terms, { conditions, required, excluded }, 100_000)
  const wanted = new Set<number>()
  for (const [query, max = null] of plain) {
    const { rows } = await sql<{ id: number }>`
      select a.id from article_search s join articles a on a.id = s.article_id
      where s.search @@ ${query}::tsquery order by a.sort_at desc, a.id desc limit ${max}`.execute(database.db)
    for (const { id } of rows) wanted.add(id)
  }
  expect(found.map(({ id }) => id).sort((a, b) => a - b)).toEqual([...wanted].sort((a, b) => a - b))
})

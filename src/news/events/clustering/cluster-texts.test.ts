/** What clustering reads of an article: headline, excerpt, and the beginning of its text while that is kept. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedArticles, seedFeed } from '../../../../tests/support/build.ts'
import { contentLexicon } from '../../../../tests/support/content.ts'
import { openTestDatabase } from '../../../../tests/support/database.ts'
import type { Database } from '../../../platform/database/database.ts'
import { saveExtraction } from '../../articles/writes/extraction.ts'
import { createClustering } from './stage/cluster.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const COURT_DECISION =
  'Patent- och marknadsdomstolen ger Kvarnfors kommun rätt mot elbolaget Gnista om laddstolparna i hamnen.'
let database: Database
let ids: number[]
const clustering = () =>
  createClustering({
    database,
    lexicon: contentLexicon(),
    now: () => NOW,
    vectorModel: null,
    classifyBorderlinePairs: null,
  })

beforeAll(async () => {
  database = await openTestDatabase()
  const [one, two] = [await seedFeed(database, { language: 'sv' }), await seedFeed(database, { language: 'sv' })]
  ids = await seedArticles(database, [
    { feed_id: one, language: 'sv', title: 'Kvarnfors vinner striden', excerpt: COURT_DECISION, extract_state: 'done' },
    {
      feed_id: two,
      language: 'sv',
      title: 'Nu är det avgjort',
      excerpt: 'Beskedet kom i dag.',
      extract_state: 'pending',
    },
  ])
})
afterAll(() => database.close())

const events = async () => {
  const rows = await database.db.selectFrom('articles').select('event_id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ event_id }) => event_id)).size
}

it('a report whose excerpt says little joins once its page was read, and is read anew for that', async () => {
  const cluster = clustering()
  await cluster()
  expect(await events()).toBe(2)
  const classification = {
    excerpt: '',
    language: 'sv',
    relevant: true,
    relevanceReason: '',
    relevanceScore: 0,
    tagIds: [],
    kind: null,
  }
  await saveExtraction(
    database,
    ids[1]!,
    { text: COURT_DECISION, imageUrl: null, reservation: null, classification },
    NOW,
  )
  expect(await cluster()).toBe(1)
  expect(await events()).toBe(1)
})

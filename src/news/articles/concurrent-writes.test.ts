/** Writers of one article at the same time: what one decides is not undone by what another had read before. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedArticles, seedFeed } from '../../../tests/support/build.ts'
import { type AdminWorld, startAdminWorld } from '../../../tests/support/worlds/admin.ts'
import { publishing } from '../../platform/database/database.ts'
import type { FeedItem } from './rules/feed-item.ts'
import { type Candidate, identifyItems } from './rules/identity.ts'
import { type Arrival, saveChanges } from './writes/articles.ts'
import { saveExtraction } from './writes/extraction.ts'
import { findExisting } from './writes/known-articles.ts'
import { overrideRelevance } from './writes/relevance-overrides.ts'

let world: AdminWorld
beforeAll(async () => {
  world = await startAdminWorld()
})
afterAll(() => world.web.close())

const now = new Date('2026-11-21T12:00:00Z')
const classification = {
  relevant: true,
  relevanceReason: 'r',
  relevanceScore: 1,
  tagIds: [],
  kind: 'news' as const,
  language: 'en',
  excerpt: 'In short.',
}
const page = { text: 'A text.', imageUrl: 'https://a.example/i.jpg', reservation: null, classification }

it('an editor’s decision holds against a page that is saved at the same time', async () => {
  const { database } = world.web
  const feed = await seedFeed(database)
  const [id = 0] = await seedArticles(database, [{ feed_id: feed, excerpt: '', extract_state: 'pending' }])
  const turn = Promise.withResolvers<void>()
  const before = publishing(database, () => turn.promise)
  const waiting = async () => {
    const { rows } = await database.pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    return rows.length
  }
  const decided = overrideRelevance(database, id, false, now)
  await expect.poll(waiting).toBe(1)
  const saved = saveExtraction(database, id, page, now)
  await expect.poll(waiting).toBe(2)
  turn.resolve()
  await Promise.all([before, saved])
  expect(await decided).toBe('done')
  const article = await database.db.selectFrom('articles').select('relevant').where('id', '=', id).executeTakeFirst()
  expect(article).toEqual({ relevant: false })
})

it('the image of a page stays where the feed corrects a word while the page is read', async () => {
  const { database } = world.web
  const feed = await seedFeed(database)
  const nothing = { arrivals: [], revisions: [], seenOnly: [], renamed: [], newlyShared: [] }
  const identify = (title: string) => identifyItems([itemOf(title)], 'https://a.example/')
  const save = (changes: Partial<Parameters<typeof saveChanges>[2]>) =>
    publishing(database, (trx) => saveChanges(trx, feed, { ...nothing, ...changes }, now))
  await save({ arrivals: identify('A title with a tpyo').candidates.map(arrivalOf) })
  const { candidates, shared } = identify('A title with a typo')
  const [found] = (await findExisting(database.db, feed, candidates, shared)).existing
  if (!found?.[1].articleId) throw new Error('It is not on record')
  const [candidate, existing] = found
  const articleId = found[1].articleId
  await saveExtraction(database, articleId, page, now)
  await save({ revisions: [{ articleId, candidate, existing, material: false, arrival: arrivalOf(candidate) }] })
  const columns = ['title', 'image_url', 'extract_state'] as const
  const article = await database.db
    .selectFrom('articles')
    .select(columns)
    .where('id', '=', articleId)
    .executeTakeFirst()
  expect(article).toEqual({ title: 'A title with a typo', image_url: page.imageUrl, extract_state: 'done' })
})

const itemOf = (title: string): FeedItem => ({
  guid: 'one',
  url: 'https://a.example/one',
  title,
  summary: 'Short.',
  contentHtml: '',
  publishedAt: now,
  imageUrl: null,
  author: null,
  categories: [],
  language: null,
  creditedHost: null,
  updatedAt: null,
})

const arrivalOf = (candidate: Candidate): Arrival => ({
  candidate,
  classification,
  status: 'published',
  extractState: 'pending',
  enrichState: 'none',
  creditedPublisher: null,
  reservation: null,
})

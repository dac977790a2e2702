/** Words that are written in other ways than they look, from the feed to where readers meet them. */

import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readContent } from '../src/app/content.ts'
import { findThings } from '../src/news/operator/queries/find.ts'
import { searchArticles } from '../src/news/search/queries/search.ts'
import { suggest } from '../src/news/search/queries/suggest.ts'
import { actionsOf } from './support/actions.ts'
import { seedArticles, seedFeed, seedTag } from './support/build.ts'
import { repeatMigration } from './support/database.ts'
import { type Publisher, rssDocument, startPublisher } from './support/played/publisher.ts'
import { startTestWeb, type TestWeb } from './support/web.ts'

const FORMS: Record<string, [written: string, plain: string]> = {
  'two code points a letter': ['Vaxholmsgården'.normalize('NFD'), 'Vaxholmsgården'],
  'soft hyphens': ['Kommun\u00adfullmäktige\u00adledamoten', 'Kommunfullmäktigeledamoten'],
  'a ligature': ['Havs\ufb01skare', 'Havsfiskare'],
  'full-width letters': ['\uff2e\uff41\uff43\uff4b\uff41', 'Nacka'],
  'a zero-width space': ['Skel\u200blefteå', 'Skellefteå'],
  'a non-joiner': ['Boll\u200cnäs', 'Bollnäs'],
}
const text = (word: string) =>
  `${word} får ett nytt badhus vid ån efter tjugo år av väntan, och bygget börjar redan i maj, säger Karin Ekdal. `
const headline = (word: string) => `Badhus i ${word} byggs vid ån`

let web: TestWeb
let publisher: Publisher
const feeds: number[] = []

beforeAll(async () => {
  publisher = await startPublisher()
  web = await startTestWeb({ FETCH_ALLOW: '127.0.0.1/32', RELEVANCE: 'all' })
  for (const at of [0, 1] as const) {
    const items = Object.entries(FORMS).map(([name, forms]) => ({
      title: headline(forms[at]),
      link: `https://blad${at}.example/${encodeURIComponent(name)}`,
      description: text(forms[at]).repeat(3),
      date: web.clock.now(),
    }))
    publisher.serve(`/${at}`, { body: rssDocument(`Bladet ${Object.values(FORMS)[at]?.[at]}`, items) })
    const source = { url: publisher.at(`/${at}`), publisher: `blad${at}.example`, language: 'sv', extract: false }
    feeds.push(await seedFeed(web.database, { ...source, title: `Tidningen ${FORMS['a ligature']?.[at]}` }))
  }
  await actionsOf(web).ingest({})
}, 60_000)
afterAll(async () => {
  await web.close()
  await publisher.close()
})

const content = readContent(join(import.meta.dirname, '../content')).search
const parts = () => ({
  db: web.database.readDb,
  embedder: null,
  siteLanguage: 'sv',
  log: { warn: () => {} },
  content,
  clock: web.clock,
})
const found = async (q: string) => (await searchArticles({ ...parts(), budgetMs: 60_000 }, { q, limit: 50 })).hits
const plainOf = (title: string) => title.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '')

describe.each(Object.entries(FORMS))('a word with %s', (_name, [written, plain]) => {
  it.each([written, plain, `"${headline(written)}"`, `"${headline(plain)}"`, `${plain} källa:"tidningen havsfiskare"`])(
    'is found by %j, with the same word written plainly',
    async (q) => {
      const hits = await found(q)
      const of = hits.filter(({ article }) => plainOf(article.title) === headline(plain))
      expect(new Set(of.map(({ article }) => article.feed.id))).toEqual(new Set(feeds))
    },
  )

  it('is left out where it is excluded', async () => {
    for (const one of [written, plain])
      expect(
        (await found(`badhus -${one}`)).filter(({ article }) => plainOf(article.title) === headline(plain)),
      ).toEqual([])
  })

  it('makes one event with the same word written plainly', async () => {
    const { rows } = await sql<{ title: string; event_id: number }>`select title, event_id from articles`.execute(
      web.database.db,
    )
    const events = rows.filter(({ title }) => plainOf(title) === headline(plain)).map(({ event_id }) => event_id)
    expect(events).toHaveLength(2)
    expect(new Set(events).size).toBe(1)
  })

  it('names one subject while it is being written, and one thing in the console', async () => {
    const tag = await seedTag(web.database, written, `tag-${plain.toLowerCase().replace(/[^a-z]/g, '')}`)
    const [articleId] = await seedArticles(web.database, [
      { feed_id: feeds[0] ?? 0, title: 'Med ämne', tag_ids: [tag] },
    ])
    expect(articleId).toBeDefined()
    for (const q of [written, plain]) {
      expect((await suggest(parts(), q.slice(0, 6), 20, [])).some(({ title }) => title === written)).toBe(true)
      expect((await findThings(web.database.readDb, q, 'sv')).events.map(({ title }) => plainOf(title))).toContain(
        headline(plain),
      )
    }
  })
})

it('what was indexed before words had one form is found after the upgrade', async () => {
  const { db } = web.database
  await sql`
    create or replace function search_text(text text) returns text language sql immutable as $$ select text $$`.execute(
    db,
  )
  const [id] = await seedArticles(web.database, [
    { feed_id: feeds[0] ?? 0, title: 'Stor\u00adsjö\u00adodjuret \ufb01skas' },
  ])
  const hits = async () => (await found('storsjöodjuret fiskas')).map(({ article }) => article.id)
  expect(await hits()).not.toContain(id)
  await repeatMigration(db, '0014-normal-form')
  expect(await hits()).toContain(id)
})

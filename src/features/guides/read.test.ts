/** Guides as readers see them: places among each other, the live part, search. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../../tests/support/database.ts'
import type { Database } from '../../platform/database/database.ts'
import { findGuide, listGuides } from './list-guides.ts'
import { searchGuides } from './search-guides.ts'
import { syncGuides } from './sync.ts'

let database: Database
let dir: string
const day = (date: string) => new Date(`${date}T12:00:00Z`)

async function putGuide(slug: string, title: string, type: string, tags: string, extra: string, body: string) {
  const matter = [
    `title: ${title}`,
    `slug: ${slug}`,
    `page_type: ${type}`,
    `tags: [${tags}]`,
    'updated: 2026-11-21',
    extra,
  ]
  const summary = `summary: Allt om ${title.toLowerCase()} på en sida.`
  await writeFile(join(dir, `${slug}.md`), `---\n${[...matter.filter(Boolean), summary].join('\n')}\n---\n${body}\n`)
}

const sync = () => syncGuides({ database, clock: { now: () => day('2026-11-21') }, language: 'sv' }, dir)

interface Report {
  id: number
  title?: string
  excerpt?: string
  at: string
  tags: number[]
  event?: number
  sources?: number
  relevant?: boolean
  status?: 'published' | 'removed'
}

async function addArticle({
  id,
  title = `Nyhet ${id}`,
  excerpt = '',
  at,
  tags,
  event,
  sources = 1,
  relevant = true,
  status = 'published',
}: Report) {
  await database.db
    .insertInto('articles')
    .values({
      id,
      feed_id: 1,
      url: `https://a.example/${id}`,
      canonical_url: `https://a.example/${id}`,
      title,
      excerpt,
      language: 'sv',
      discovered_at: day(at),
      sort_at: day(at),
      updated_at: day(at),
      content_hash: `${id}`,
      status,
      relevant,
      tag_ids: tags,
      event_id: event ?? null,
      source_count: sources,
    })
    .execute()
}

async function addStory(id: number, events: number[], status: 'active' | 'dormant' = 'active') {
  const at = day('2026-11-20')
  const story = { id, title: `Affär ${id}`, entries_count: 1, status, last_at: at, created_at: at, updated_at: at }
  await database.db.insertInto('stories').values(story).execute()
  const links = events.map((event_id) => ({ event_id, story_id: id, reason: '{}', at }))
  await database.db.insertInto('story_events').values(links).execute()
}

beforeAll(async () => {
  database = await openTestDatabase()
  dir = await mkdtemp(join(tmpdir(), 'karnhuset-guides-'))
  await putGuide('cyklar', 'Cyklar', 'family_hub', 'cyklar', '', 'En cykel har två hjul. Se [a](/modell-26).')
  await putGuide('modell-26', 'Modell 26', 'generation_hub', '', 'family: cyklar', 'Årets cyklar.')
  await putGuide(
    'stadscykel',
    'Stadscykel',
    'product_hub',
    'stad',
    'family: cyklar\ngeneration: modell-26',
    'Med korg.',
  )
  await putGuide('lastcykel', 'Lastcykel', 'product_hub', 'last', 'family: cyklar\ngeneration: modell-26', 'Har flak.')
  await putGuide('flygcykel', 'Flygcykel', 'rumor', 'stad', 'family: cyklar', 'Det ryktas om vingar.')
  await sync()
  const feed = { id: 1, url: 'https://a.example/feed', title: 'Cykelbladet', publisher: 'a.example' }
  await database.db.insertInto('feeds').values(feed).execute()
  await database.db
    .insertInto('tags')
    .values([
      { id: 1, name: 'Stad', slug: 'stad' },
      { id: 2, name: 'Last', slug: 'last' },
    ])
    .execute()
  const events = [1, 2, 3, 4, 5, 6].map((id) => ({
    id,
    created_at: day('2026-11-01'),
    first_at: day('2026-11-01'),
    last_at: day('2026-11-01'),
  }))
  await database.db.insertInto('events').values(events).execute()
  await addArticle({ id: 1, at: '2026-09-01', tags: [1], event: 1, sources: 3 })
  await addArticle({ id: 2, at: '2026-09-02', tags: [1], event: 1, sources: 3 })
  await addArticle({ id: 3, at: '2026-10-01', tags: [1, 2], event: 2, sources: 2 })
  await addArticle({ id: 4, at: '2026-10-05', tags: [1], event: 3, sources: 1 })
  await addArticle({ id: 5, at: '2026-10-06', tags: [2], event: 4, sources: 9 })
  await addArticle({ id: 6, at: '2026-10-07', tags: [1], event: 5, sources: 4, relevant: false })
  await addArticle({ id: 7, at: '2026-10-08', tags: [1], event: 6, sources: 4, status: 'removed' })
  await addStory(1, [1, 2])
  await addStory(2, [4])
  await addStory(3, [3], 'dormant')
})
afterAll(async () => {
  await database.close()
  await rm(dir, { recursive: true })
})

const find = async (slug: string) => {
  const requested: number[][] = []
  const stories = async (ids: number[]) => {
    requested.push(ids)
    return []
  }
  const guide = await findGuide(database.db, slug, { siteLanguage: 'sv', stories })
  return { guide, requested }
}
const slugs = (guides: { slug: string }[] | undefined) => guides?.map((guide) => guide.slug)

describe('a guide', () => {
  it('knows its parents, children and neighbours', async () => {
    const { guide } = await find('stadscykel')
    expect(slugs(guide?.parents)).toEqual(['cyklar', 'modell-26'])
    expect(slugs(guide?.children)).toEqual([])
    expect(slugs(guide?.related)).toEqual(['lastcykel', 'flygcykel'])
    expect(slugs((await find('cyklar')).guide?.children)).toEqual(['modell-26', 'lastcykel', 'stadscykel', 'flygcykel'])
    expect(slugs((await find('modell-26')).guide?.children)).toEqual(['lastcykel', 'stadscykel'])
  })

  it('shows the newest relevant articles of its tags and no others', async () => {
    expect((await find('stadscykel')).guide?.latest.map(({ id }) => id)).toEqual([4, 3, 2, 1])
  })

  it('asks for running stories that are mostly about its tags', async () => {
    expect((await find('stadscykel')).requested).toEqual([[1]])
    expect((await find('lastcykel')).requested).toEqual([[2, 1]])
  })

  it('tells a timeline of what several publishers covered, by the first article, newest first', async () => {
    expect((await find('stadscykel')).guide?.timeline).toEqual([
      { at: day('2026-10-01'), article: { id: 3, title: 'Nyhet 3' }, sourceCount: 2 },
      { at: day('2026-09-01'), article: { id: 1, title: 'Nyhet 1' }, sourceCount: 3 },
    ])
  })

  it('stands without a live part when its tags are unknown', async () => {
    expect((await find('cyklar')).guide).toMatchObject({ tags: [], latest: [], stories: [], timeline: [] })
  })

  it('is null for a slug that nobody has', async () => {
    expect((await find('moped')).guide).toBeNull()
  })
})

describe('lists and search', () => {
  const search = async (text: string, siteLanguage: string) =>
    (await searchGuides(database.db, text, { siteLanguage, limit: 10, vector: null })).map(({ guide }) => guide.slug)

  it('lists hubs before products before rumors, or one type alone', async () => {
    const all = ['cyklar', 'modell-26', 'lastcykel', 'stadscykel', 'flygcykel']
    expect(slugs(await listGuides(database.db, 'sv'))).toEqual(all)
    expect(slugs(await listGuides(database.db, 'sv', 'rumor'))).toEqual(['flygcykel'])
  })

  it.each([
    ['stadscykeln', ['stadscykel']],
    ['cykeln hjul', ['cyklar']],
    ['korgar', ['stadscykel']],
    ['lastcy', ['lastcykel']],
    ["'; drop table guides; -- & | ! :*", []],
    ['   ', []],
    ['och', []],
  ])('finds by stems, beginnings and all words: %s', async (text, expected) => {
    expect((await search(text, 'sv')).slice(0, expected.length || 5)).toEqual(expected)
  })

  it('searches in a language that the server has no stemmer for', async () => {
    expect(await search('flak', 'is')).toEqual(['lastcykel'])
  })
})

describe('a guide with names', () => {
  beforeAll(async () => {
    const facts = `names: [Modell 4, M4]
checked: 2026-11-20
facts_until: 2026-11-01
sources: [{ title: Bladet, url: 'https://a.example/x', read: 2026-11-20, supports: vikt }]
specs: [{ model: Modell 4, year: 2026, sources: [1] }]`
    await putGuide('modell-4', 'Modell 4', 'product_hub', 'fyra', `family: cyklar\n${facts}`, 'Den mindre [1].')
    await putGuide('modell-4-pro', 'Modell 4 Pro', 'rumor', 'fyra', 'family: cyklar\nnames: [Modell 4 Pro]', 'Rykten.')
    await sync()
    await database.db.insertInto('tags').values({ id: 3, name: 'Fyra', slug: 'fyra' }).execute()
    const span = { created_at: day('2026-11-01'), first_at: day('2026-11-01'), last_at: day('2026-11-01') }
    await database.db
      .insertInto('events')
      .values([21, 22, 23].map((id) => ({ id, ...span })))
      .execute()
    const reported = { tags: [3], sources: 2 }
    await addArticle({ id: 21, title: 'Modell 4 Pro har vingar', at: '2026-11-02', event: 21, ...reported })
    await addArticle({ id: 22, title: 'Nu säljs modell 4', at: '2026-11-03', event: 22, ...reported })
    await addArticle({ id: 23, title: 'Allt om modell 40', at: '2026-11-04', event: 23, ...reported })
    await addArticle({ id: 24, title: 'En M4:a', excerpt: 'Och Modell 4 Pro.', at: '2026-11-05', tags: [3] })
    await addStory(21, [21, 23])
    await addStory(22, [22])
  })

  it('shows only what mentions it, and leaves what mentions a longer name to that guide', async () => {
    const small = await find('modell-4')
    expect(small.guide?.latest.map(({ id }) => id)).toEqual([24, 22])
    expect(small.guide?.timeline.map(({ article }) => article.id)).toEqual([22])
    expect(small.requested).toEqual([[22]])
    const large = await find('modell-4-pro')
    expect(large.guide?.latest.map(({ id }) => id)).toEqual([24, 21])
    expect(large.guide?.timeline.map(({ article }) => article.id)).toEqual([21])
    expect(large.requested).toEqual([[21]])
  })

  it('tells a turn by its first article in the language of the site, since its first article of all', async () => {
    await database.db.updateTable('articles').set({ language: 'en' }).where('id', '=', 22).execute()
    await addArticle({ id: 25, title: 'Modell 4 är här', at: '2026-11-04', event: 22, tags: [3], sources: 2 })
    expect((await find('modell-4')).guide?.timeline).toEqual([
      { at: day('2026-11-03'), article: { id: 25, title: 'Modell 4 är här' }, sourceCount: 2 },
    ])
  })

  it('has its facts as they were written', async () => {
    expect((await find('modell-4')).guide).toMatchObject({
      checked: '2026-11-20',
      factsUntil: '2026-11-01',
      sources: [{ title: 'Bladet', url: 'https://a.example/x', read: '2026-11-20', supports: 'vikt' }],
      specs: [{ model: 'Modell 4', year: 2026, sources: [1] }],
      picture: null,
    })
    expect((await find('modell-4-pro')).guide).toMatchObject({ checked: null, sources: [], specs: [] })
  })
})

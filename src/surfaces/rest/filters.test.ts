/** Filters of lists and of the search: each leaves what it names, alone and beside others. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApi, type TestApi } from '../../../tests/support/api.ts'
import { seedEvent, seedFeed, seedGuide, seedTag } from '../../../tests/support/build.ts'
import { ifThere } from '../../../tests/support/features.ts'

let api: TestApi
let story: number
const events: number[] = []
const feeds: number[] = []
beforeAll(async () => {
  api = await startApi()
  const { database } = api.web
  feeds.push(await seedFeed(database, { title: 'Bladet' }), await seedFeed(database, { title: 'Posten' }))
  const tags = [await seedTag(database, 'Bro', 'bro'), await seedTag(database, 'Tunnel', 'tunnel')]
  for (let n = 0; n < 8; n++) {
    const at = new Date(Date.UTC(2026, 10, 12 + n))
    const times = { published_at: at, discovered_at: at, sort_at: at }
    const kind = n % 4 === 0 ? 'rumor' : 'news'
    const title = `${n % 2 === 0 ? 'Bron' : 'Tunneln'} nummer ${n}`
    const one = { feed_id: feeds[n < 4 ? 0 : 1]!, tag_ids: [tags[n % 2]!], kind, title, ...times }
    events.push((await seedEvent(database, [one])).eventId)
  }
  const { rows } = await sql<{ id: number }>`
    insert into stories (title, created_at, updated_at, first_at, last_at, entries_count)
    values ('Bron byggs', now(), now(), '2026-11-12', '2026-11-14', 2) returning id`.execute(database.db)
  story = rows[0]!.id
  for (const event of [events[0], events[2]])
    await sql`insert into story_events (event_id, story_id, at) values (${event}, ${story}, now())`.execute(database.db)
  for (const [n, name] of ['bro', 'tunnel'].entries())
    await sql`
      insert into episodes (episode_id, title, description, published_on, duration_seconds, audio_path, audio_type,
        audio_bytes, chapters, sources, origin, created_at, updated_at)
      values (${name}, 'x', '', ${`2026-11-1${n}`}, 1, 'a.mp3', 'audio/mpeg', 1, '[]', '[]', 'import', now(), now())`.execute(
      database.db,
    )
  await seedGuide(database, 'bron', { updated: '2026-11-10' })
  await seedGuide(database, 'tunneln', { page_type: 'rumor', updated: '2026-11-12' })
})
afterAll(() => api.close())

let readers = 0
const get = (url: string) => api.call('GET', `/api/v1${url}`, { ip: `10.3.0.${readers++}` })

/** By the number in their titles, newest first; else by their keys. */
const TABLE: [list: string, shown: (number | string)[]][] = [
  ['/entries?tag=bro', [6, 4, 2, 0]],
  ['/entries?kind=rumor', [4, 0]],
  ['/entries?feed_id=1', [3, 2, 1, 0]],
  ['/entries?feed_id=1&tag=bro', [2, 0]],
  ['/entries?feed_id=2&tag=bro&kind=rumor', [4]],
  ['/entries?tag=bro&since=2026-11-14&until=2026-11-18', [4, 2]],
  ['/entries?kind=rumor&until=2026-11-16', [0]],
  ['/entries?tag=unknown', []],
  ['/entries/popular?kind=rumor', [4, 0]],
  ['/tags/bro/entries?feed_id=1', [2, 0]],
  ['/tags/bro/entries?kind=rumor', [4, 0]],
  ['/feeds/1/entries?tag=bro', [2, 0]],
  ['/events?kind=rumor', [4, 0]],
  ['/events?q=tunneln', [7, 5, 3, 1]],
  ['/events?q=tunneln&feed_id=1', [3, 1]],
  ['/events?q=tunneln&until=2026-11-14', [1]],
  ['/events?q=finns-inte', []],
  ['/tags/tunnel/events?kind=rumor', []],
  ['/events/1/entries', [0]],
  ['/events/1/entries?until=2026-11-12', []],
  ['/stories/1/entries', [2, 0]],
  ['/stories/1/entries?since=2026-11-13', [2]],
  ['/stories/1-bron/entries?until=2026-11-13', [0]],
  ['/stories?until=2026-11-12', []],
  ['/stories?until=2026-11-13&since=2026-11-14', ['Bron byggs']],
  ['/stories?since=2026-11-15', []],
  ...ifThere<[string, string[]]>(
    'podcast',
    ['/podd_episodes?until=2026-11-11', ['bro']],
    ['/podd_episodes?since=2026-11-11', ['tunnel']],
  ),
  ...ifThere<[string, string[]]>(
    'guides',
    ['/guides', ['bron', 'tunneln']],
    ['/guides?page_type=rumor', ['tunneln']],
    ['/guides?until=2026-11-12', ['bron']],
    ['/guides?since=2026-11-11', ['tunneln']],
  ),
]

type Item = { title?: string; slug?: string; episode_id?: string; content?: { original: { title: string } } }
const nameOf = ({ title, slug, episode_id, content }: Item) => {
  const name = slug ?? episode_id ?? content?.original.title ?? title ?? ''
  return / nummer \d$/.test(name) ? Number(name.at(-1)) : name
}

it.each(TABLE)('%s', async (list, shown) => {
  const { status, body } = await get(list)
  expect([status, body.data.map(nameOf)]).toEqual([200, shown])
  expect([body.pagination.total, body.meta.ignored]).toEqual([shown.length, undefined])
  const pages = await get(`${list}${list.includes('?') ? '&' : '?'}per_page=1&page=2`)
  expect(pages.body.data.map(nameOf)).toEqual(shown.slice(1, 2))
})

it('cuts the articles of followed feeds to those of one, and of none that is not followed', async () => {
  const token = await api.signIn('ann@example.se')
  const followed = async (query: string) =>
    (await api.call('GET', `/api/v1/entries/follows${query}`, { token })).body.data.map(nameOf)
  await api.call('POST', '/api/v1/feeds/1/follow', { token })
  expect(await followed('?feed_id=1&tag=bro')).toEqual([2, 0])
  expect(await followed('?feed_id=2')).toEqual([])
  await api.call('POST', '/api/v1/feeds/2/follow', { token })
  expect(await followed('?feed_id=2')).toEqual([7, 6, 5, 4])
  expect(await followed('?kind=rumor')).toEqual([4, 0])
})

it.each([
  ...['/entries?tag=', '/events?tag=', '/entries/search?q=bron&tag=', '/search?q=bron&tag='].flatMap((list) => [
    [`${list}%00`, 200],
    [`${list}bro%00`, 200],
  ]),
  ...['/entries', '/events', '/tags/bro/entries', '/tags/bro/events', '/feeds/1/entries'].flatMap((list) => [
    [`${list}?cursor=-zzzzzzzzzz.1`, 400],
    [`${list}?cursor=-1.1`, 200],
    [`${list}?cursor=zzzzzzzzzz.zzzzzzzzzz`, 200],
  ]),
] as [string, number][])('%s is answered with %i, and not by a fault of the database', async (list, status) => {
  expect((await get(list)).status).toBe(status)
})

it('refuses what is no kind, and an event list counts as a search where it searches', async () => {
  expect((await get('/entries?kind=event')).body.error.message).toContain('kind must be one of news, rumor')
  const { headers } = await get('/events?q=bron')
  expect(headers['ratelimit-policy']).toContain('"search"')
  expect((await get('/events')).headers).not.toHaveProperty('ratelimit-policy')
})

it('view=short leaves out what repeats the articles', async () => {
  const [full] = (await get('/events?per_page=1')).body.data
  for (const list of ['/events', '/tags/tunnel/events']) {
    const [short] = (await get(`${list}?per_page=1&view=short`)).body.data
    const { lead: _lead, entries: _entries, sources: _sources, ...rest } = full
    expect(short).toEqual(rest)
  }
  expect((await get('/events?view=long')).status).toBe(400)
})

it.runIf(ifThere('guides', true)[0])('one guide, with its text', async () => {
  const { status, body } = await get('/guides/bron')
  expect([status, body.data.slug]).toEqual([200, 'bron'])
  expect(body.data.markdown).toContain('# bron')
})

it('a story that was merged leads to the articles of the other', async () => {
  const { rows } = await sql<{ id: number }>`
    insert into stories (title, created_at, updated_at, merged_into, entries_count)
    values ('Bron', now(), now(), ${story}, 1) returning id`.execute(api.web.database.db)
  const { status, headers } = await get(`/stories/${rows[0]?.id}/entries`)
  expect([status, headers.location]).toEqual([301, `/api/v1/stories/${story}/entries`])
})

it('one search finds articles, events, stories and guides', async () => {
  const all = (await get('/search?q=bron&limit=2')).body
  expect(all.data.entries.length).toBe(2)
  expect(all.data.events.length).toBe(2)
  const others = ifThere('guides', ['guide', 'guides'] as const)
  expect(all.data.stories.map(nameOf)).toEqual(['Bron byggs'])
  for (const [, list] of others) expect(all.data[list].map(nameOf)).toEqual(['bron'])
  expect(all.meta).toMatchObject({ mode: 'keyword', did_you_mean: null })
  for (const [type, list] of [['entry', 'entries'], ['event', 'events'], ['story', 'stories'], ...others] as const) {
    const { data } = (await get(`/search?q=bron&type=${type}`)).body
    expect(Object.keys(data).filter((name) => data[name].length > 0)).toEqual([list])
  }
  const rumors = (await get('/search?q=bron&kind=rumor&feed_id=2')).body.data
  expect([rumors.entries.map(nameOf), rumors.events.map(nameOf)]).toEqual([[4], [4]])
  expect((await get('/search')).status).toBe(400)
})

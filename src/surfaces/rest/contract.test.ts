/** Each row of the contract's table: the good answer against the document, and each error with its status and type. */

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type TestApi } from '../../../tests/support/api.ts'
import { seedArticles, seedFeed, seedTag } from '../../../tests/support/build.ts'
import { isThere } from '../../../tests/support/features.ts'
import { pauseSource } from '../../news/feeds/writes/operator-sources.ts'

let api: TestApi
let token: string
let feed: number
let other: number
let paused: number
let ids: number[]

beforeAll(async () => {
  api = await startApi()
  const { database } = api.web
  feed = await seedFeed(database, {
    title: 'MacBladet',
    description: 'Om datorer',
    icon_url: 'https://a.example/i.png',
  })
  other = await seedFeed(database, { title: 'Andra bladet' })
  paused = await seedFeed(database, { title: 'Tyst' })
  const tag = await seedTag(database, 'Prov', 'prov')
  const beside = await seedTag(database, 'Bredvid', 'bredvid')
  ids = await seedArticles(database, [
    { feed_id: other, language: 'sv', relevant: false, title: 'Ett äpple om dagen' },
    { feed_id: feed, tag_ids: [tag, beside], views: 7, heat: 1260 },
    {
      feed_id: feed,
      tag_ids: [tag],
      title: 'Zebrafink spotted',
      translated_title: 'Zebrafink sedd',
      translated_summary: 'En zebrafink har setts.',
      translated_by: 'ai',
      image_url: 'https://img.example/1.jpg',
      source_count: 3,
    },
    { feed_id: feed, status: 'pending' },
  ])
  await pauseSource(database, paused, new Date(), 'test')
  await seedEpisode(api)
  token = await api.signIn('ann@example.se')
})
afterAll(() => api.close())

const idsOf = (body: { data: { id: number }[] }) => body.data.map((entry) => entry.id)
const get = (url: string, options = {}) => api.call('GET', url, options)

describe('GET /api/v1/entries', () => {
  it('says and takes `relevant`, the neutral double of `apple_relevant`', async () => {
    const { body } = await get('/api/v1/entries?relevant=false')
    expect(idsOf(body)).toEqual([ids[0]])
    expect(body.data[0]).toMatchObject({ relevant: false, apple_relevant: false })
    expect(body.meta.filters).toEqual({ relevant: false })
    expect(idsOf((await get('/api/v1/entries?relevant=true&apple_relevant=false')).body)).toEqual([ids[2], ids[1]])
    expect(
      (await get('/api/v1/events?relevant=false')).body.data.map((event: { relevant: boolean }) => event.relevant),
    ).toEqual([false])
  })

  it('lists published articles, newest first, relevant or not', async () => {
    const { status, body, headers } = await get('/api/v1/entries')
    expect(status).toBe(200)
    expect(idsOf(body)).toEqual([ids[2], ids[1], ids[0]])
    expect(body.meta).toEqual({ api_version: 'v1', timestamp: '2026-11-21T12:00:00.000Z', filters: {} })
    expect(headers['access-control-allow-origin']).toBe('*')
    expect(headers.etag).toBeTruthy()
  })

  it('writes an article as the contract says', async () => {
    const { data } = await api.client().get('/api/v1/entries', { query: { per_page: 1 } })
    expect(data[0]).toEqual({
      id: ids[2],
      url: expect.stringContaining('https://source.example/'),
      canonical_url: `https://site.example/entries/${ids[2]}-zebrafink-sedd`,
      main_image_url: 'https://img.example/1.jpg',
      published_at: '2026-11-20T08:02:00.000Z',
      updated_at: '2026-11-20T08:02:00.000Z',
      kind: null,
      event: { id: expect.any(Number), url: expect.stringMatching(/\/handelser\/\d+$/), entries_count: 1 },
      story: null,
      source_count: 3,
      click_count: 0,
      popularity_score: 0,
      relevant: true,
      apple_relevant: true,
      feed: {
        id: feed,
        title: 'MacBladet',
        url: expect.any(String),
        language: 'en',
        icon_url: 'https://a.example/i.png',
      },
      content: {
        original: { title: 'Zebrafink spotted', summary: expect.stringContaining('Excerpt'), language: 'en' },
        translated: { title: 'Zebrafink sedd', summary: 'En zebrafink har setts.', language: 'sv', by: 'model' },
      },
      tags: [{ id: expect.any(Number), name: 'Prov', slug: 'prov' }],
    })
  })

  it.each([
    ['sort=popular', [1, 2, 0], { sort: 'popular' }],
    ['lang=sv', [0], { lang: 'sv' }],
    ['apple_relevant=false', [0], { apple_relevant: false }],
    ['since=2026-11-20T08:02:00Z', [2], { since: '2026-11-20T08:02:00.000Z' }],
    ['until=2026-11-20T09:01:00%2B01:00', [0], { until: '2026-11-20T08:01:00.000Z' }],
    ['since=2026-11-20', [2, 1, 0], { since: '2026-11-20T00:00:00.000Z' }],
    ['sort=newest&unknown=1', [2, 1, 0], { sort: 'newest' }],
  ])('answers ?%s', async (query, found, filters) => {
    const { body } = await get(`/api/v1/entries?${query}`)
    expect(idsOf(body)).toEqual(found.map((at) => ids[at]))
    expect(body.meta.filters).toEqual(filters)
  })

  it.each([
    ['sort=old', 'newest, popular'],
    ['lang=de', 'sv, en'],
    ['apple_relevant=yes', 'true or false'],
    ['since=yesterday', 'ISO 8601'],
    ['page=0', 'whole number from 1'],
    ['page=1.5', 'whole number from 1'],
    ['page=', 'whole number from 1'],
    ['per_page=-1', 'whole number from 1'],
    ['page=1&page=2', 'whole number from 1'],
  ])('refuses ?%s and says what is allowed', async (query, words) => {
    const { status, body } = await get(`/api/v1/entries?${query}`)
    expect(status).toBe(400)
    expect(body.error.type).toBe('bad_request')
    expect(body.error.message).toContain(words)
  })
})

describe('the other lists of articles', () => {
  it('orders /entries/popular by popularity, and needs no token', async () => {
    const { body } = await get('/api/v1/entries/popular', { token: 'nonsense' })
    expect(idsOf(body)[0]).toBe(ids[1])
    expect(body.data[0].click_count).toBe(7)
  })

  it('lists articles of followed feeds alone', async () => {
    expect((await get('/api/v1/entries/follows', { token })).body.pagination.total).toBe(0)
    await api.call('POST', `/api/v1/feeds/${other}/follow`, { token })
    const { body, headers } = await get('/api/v1/entries/follows', { token })
    expect(idsOf(body)).toEqual([ids[0]])
    expect(headers['cache-control']).toContain('private')
    expect(headers.vary).toContain('authorization')
    await api.call('DELETE', `/api/v1/feeds/${other}/follow`, { token })
  })

  it('lists articles of a feed and of a tag', async () => {
    expect(idsOf((await get(`/api/v1/feeds/${feed}/entries`)).body)).toEqual([ids[2], ids[1]])
    expect(idsOf((await get('/api/v1/tags/prov/entries?sort=popular')).body)).toEqual([ids[1], ids[2]])
  })
})

describe('GET /api/v1/entries/search', () => {
  it('ranks hits without pages and says how', async () => {
    const { status, body } = await get('/api/v1/entries/search?q=zebrafink', { ip: '198.51.100.1' })
    expect(status).toBe(200)
    expect(idsOf(body)).toEqual([ids[2]])
    expect(body.meta.mode).toBe('keyword')
    expect(body.meta.filters).toEqual({ q: 'zebrafink', limit: 20 })
  })

  it.each(['', '?q=', '?q=%20%20', `?q=${'x'.repeat(501)}`, '?q=x&limit=0', '?q=x&limit=a'])(
    'refuses %s',
    async (query) => {
      const { status, body } = await get(`/api/v1/entries/search${query}`)
      expect([status, body.error.type]).toEqual([400, 'bad_request'])
    },
  )

  it('takes a limit above 50 for 50', async () => {
    const { body } = await get('/api/v1/entries/search?q=x&limit=99', { ip: '198.51.100.1' })
    expect(body.meta.filters.limit).toBe(50)
  })
})

describe('feeds', () => {
  it('lists active feeds by title', async () => {
    const { body } = await get('/api/v1/feeds')
    expect(body.data.map((item: { title: string }) => item.title)).toEqual(['Andra bladet', 'MacBladet'])
    expect(body.data[1]).toMatchObject({ entries_count: 2, is_following: false })
  })

  it('shows one in detail', async () => {
    const { body } = await get(`/api/v1/feeds/${feed}`)
    expect(body.data).toMatchObject({ description: 'Om datorer', feed_url: expect.stringContaining('feed.xml') })
  })

  it('follows and unfollows, twice as once, and shows it to that caller alone', async () => {
    for (const following of [true, true, false, false]) {
      const { status, body } = await api.call(following ? 'POST' : 'DELETE', `/api/v1/feeds/${feed}/follow`, { token })
      expect([status, body.data]).toEqual([200, { feed_id: feed, is_following: following }])
      const list = await get('/api/v1/feeds', { token })
      expect(list.body.data.find((item: { id: number }) => item.id === feed).is_following).toBe(following)
      expect((await get(`/api/v1/feeds/${feed}`, { token })).body.data.is_following).toBe(following)
      expect(list.headers['cache-control']).toContain('private')
      expect((await get(`/api/v1/feeds/${feed}`)).body.data.is_following).toBe(false)
    }
  })

  it('answers 304 to a person whose follows did not change', async () => {
    const { headers } = await get('/api/v1/feeds', { token })
    const again = await api.web.app.inject({
      url: '/api/v1/feeds',
      headers: { authorization: `Bearer ${token}`, 'if-none-match': String(headers.etag) },
    })
    expect(again.statusCode).toBe(304)
  })

  it('knows no feed that is paused, unknown or no id', async () => {
    for (const id of [paused, 999, 'abc', '1x', '-1', '99999999999999'])
      for (const path of [`/api/v1/feeds/${id}`, `/api/v1/feeds/${id}/entries`]) {
        const { status, body } = await get(path)
        expect([path, status, body.error.type]).toEqual([path, 404, 'not_found'])
      }
    expect((await api.call('POST', `/api/v1/feeds/${paused}/follow`, { token })).status).toBe(404)
    expect((await api.call('DELETE', '/api/v1/feeds/999/follow', { token })).status).toBe(404)
  })
})

describe('tags', () => {
  it('lists tags with articles, most used first', async () => {
    const { body } = await get('/api/v1/tags')
    expect(body.data.map((tag: { slug: string; entries_count: number }) => [tag.slug, tag.entries_count])).toEqual([
      ['prov', 2],
      ['bredvid', 1],
    ])
  })

  it('shows one with those beside it', async () => {
    const { body } = await get('/api/v1/tags/prov')
    expect(body.data).toMatchObject({ slug: 'prov', entries_count: 2, related: [{ slug: 'bredvid' }] })
    expect((await get('/api/v1/tags/saknas')).status).toBe(404)
    expect((await get('/api/v1/tags/saknas/entries')).status).toBe(404)
    expect((await get('/api/v1/tags/a%00b')).status).toBe(404)
  })
})

describe.runIf(isThere('podcast'))('podcast episodes', () => {
  it('lists them with absolute addresses', async () => {
    const { body } = await get('/api/v1/podd_episodes')
    expect(body.data).toEqual([
      {
        episode_id: 'avsnitt-1',
        title: 'Avsnitt 1',
        description: 'Om allt.',
        published_on: '2026-11-20T06:00:00.000Z',
        duration_seconds: 61.5,
        page_url: 'https://site.example/podd/avsnitt-1',
        audio_url: 'https://site.example/media/podd/avsnitt-1/ljud.mp3',
        cover_url: 'https://site.example/media/podd/avsnitt-1/omslag.jpg',
        cover_thumb_url: null,
      },
    ])
  })

  it('attaches the transcript only where it is asked for', async () => {
    const plain = (await get('/api/v1/podd_episodes/avsnitt-1')).body.data
    expect(plain).toMatchObject({
      chapters: [{ start_seconds: 0, title: 'Början', url: null, image_url: null }],
      sources: [{ title: 'Källa', url: 'https://a.example/', source: 'A', entry_id: null }],
      transcript_url: 'https://site.example/podd/avsnitt-1/transcript.vtt',
    })
    expect(plain).not.toHaveProperty('transcript')
    const full = (await get('/api/v1/podd_episodes/avsnitt-1?include_transcript=true')).body.data
    expect(full.transcript).toBe('Hej.')
    expect((await get('/api/v1/podd_episodes/avsnitt-1?include_transcript=1')).status).toBe(400)
  })

  it('knows no other', async () => {
    expect((await get('/api/v1/podd_episodes/avsnitt-2')).body.error.type).toBe('not_found')
    expect((await get('/api/v1/podd_episodes/A%2FB')).status).toBe(404)
  })
})

describe('tokens', () => {
  const required = ['/api/v1/entries/follows']
  const optional = ['/api/v1/entries', '/api/v1/feeds', '/api/v1/entries/search?q=x']

  it('are required where the contract says so', async () => {
    for (const [method, url] of [
      ['GET', '/api/v1/entries/follows'],
      ['POST', '/api/v1/feeds/1/follow'],
      ['DELETE', '/api/v1/feeds/1/follow'],
      ['POST', '/api/v1/auth/logout'],
      ['DELETE', '/api/v1/auth/account'],
    ] as const) {
      const { status, body, headers } = await api.call(method, url)
      expect([status, body.error.type, headers['www-authenticate']]).toEqual([
        ...[401, 'unauthorized', expect.stringMatching(/^Bearer\b/)],
      ])
    }
  })

  it.each(['Bearer', 'Bearer x', `Bearer kh_${'a'.repeat(43)}`, 'Basic YTpi', 'kh_x', 'Bearer kh_\u00e9'])(
    'that are not valid are refused everywhere: %s',
    async (authorization) => {
      for (const url of [...required, ...optional])
        expect((await get(url, { headers: { authorization } })).status).toBe(401)
    },
  )

  it('in the address are ignored', async () => {
    expect((await get(`/api/v1/entries/follows?token=${token}`)).status).toBe(401)
    expect((await get('/api/v1/entries?token=nonsense')).status).toBe(200)
  })

  it('in a cookie are ignored', async () => {
    expect((await get('/api/v1/entries/follows', { headers: { cookie: `session=${token}` } })).status).toBe(401)
  })

  it('run out after a year of disuse, and live on with use', async () => {
    const token = await api.signIn('old@example.se')
    const start = api.web.clock.now()
    const at = (days: number) => api.web.clock.set(new Date(start.getTime() + days * 86_400_000))
    at(364)
    expect((await get('/api/v1/feeds', { token })).status).toBe(200)
    at(728)
    expect((await get('/api/v1/feeds', { token })).status).toBe(200)
    at(728 + 366)
    expect((await get('/api/v1/feeds', { token })).status).toBe(401)
    api.web.clock.set(start)
  })

  it('are noted as used at most once an hour', async () => {
    const token = await api.signIn('used@example.se')
    const start = api.web.clock.now()
    const used = async () =>
      (
        await sql<{ at: Date }>`select last_used_at as at from tokens t join users u on u.id = t.user_id
        where u.email = 'used@example.se'`.execute(api.web.database.db)
      ).rows[0]?.at
    api.web.clock.set(new Date(start.getTime() + 3_599_000))
    await get('/api/v1/feeds', { token })
    expect(await used()).toEqual(start)
    api.web.clock.set(new Date(start.getTime() + 3_600_000))
    await get('/api/v1/feeds', { token })
    expect(await used()).toEqual(new Date(start.getTime() + 3_600_000))
    api.web.clock.set(start)
  })
})

describe('anything else', () => {
  it('is JSON under /api: unknown paths, wrong methods, addresses that cannot be read', async () => {
    for (const url of ['/api', '/api/', '/api/v1', '/api/v2/entries', `/api/v1/tags/${'x'.repeat(900)}`])
      expect([url, (await get(url)).body.error.type]).toEqual([url, 'not_found'])
    const wrong = await api.call('POST', '/api/v1/entries', { body: {} })
    expect([wrong.status, wrong.body.error.type, wrong.headers.allow]).toEqual([405, 'method_not_allowed', 'GET, HEAD'])
    const response = await api.web.app.inject('/api/v1/tags/%E0%A4%A')
    expect([response.statusCode, response.json().error.type]).toEqual([404, 'not_found'])
    expect((await api.web.app.inject('/apixyz')).headers['content-type']).toContain('text/html')
  })

  it('answers a browser that asks before it sends a token', async () => {
    const response = await api.web.app.inject({
      method: 'OPTIONS',
      url: '/api/v1/entries/follows',
      headers: { origin: 'https://app.example', 'access-control-request-method': 'GET' },
    })
    expect(response.statusCode).toBe(204)
    expect(response.headers['access-control-allow-headers']).toContain('authorization')
  })

  it('answers HEAD and compresses', async () => {
    const head = await api.web.app.inject({ method: 'HEAD', url: '/api/v1/entries' })
    expect([head.statusCode, head.body]).toEqual([200, ''])
    const packed = await api.web.app.inject({ url: '/api/v1/entries', headers: { 'accept-encoding': 'gzip' } })
    expect(packed.headers['content-encoding']).toBe('gzip')
  })

  it('answers 304 although time has passed', async () => {
    const first = await get('/api/v1/entries')
    api.web.clock.set(new Date('2026-11-21T12:00:30Z'))
    const again = await api.web.app.inject({
      url: '/api/v1/entries',
      headers: { 'if-none-match': String(first.headers.etag) },
    })
    expect(again.statusCode).toBe(304)
    // The timestamp is that of the answer's making.
    expect((await get('/api/v1/entries')).body.meta.timestamp).toBe('2026-11-21T12:00:00.000Z')
    api.web.clock.set(new Date('2026-11-21T12:00:00Z'))
  })
})

async function seedEpisode({ web }: TestApi): Promise<void> {
  const at = new Date('2026-11-20T06:00:00Z')
  await web.database.db
    .insertInto('episodes')
    .values({
      episode_id: 'avsnitt-1',
      title: 'Avsnitt 1',
      description: 'Om allt.',
      published_on: at,
      duration_seconds: 61.5,
      audio_path: 'avsnitt-1/ljud.mp3',
      audio_type: 'audio/mpeg',
      audio_bytes: 1000,
      cover_path: 'avsnitt-1/omslag.jpg',
      cover_thumb_path: null,
      transcript_vtt: 'WEBVTT\n\n00:00.000 --> 00:01.000\nHej.\n',
      transcript_text: 'Hej.',
      chapters: JSON.stringify([{ startSeconds: 0, title: 'Början', url: null, imageUrl: null }]),
      sources: JSON.stringify([{ title: 'Källa', url: 'https://a.example/', source: 'A', entryId: null }]),
      origin: 'import',
      created_at: at,
      updated_at: at,
    })
    .execute()
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedArticles, seedFeed, seedTag } from '../../../tests/support/build.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { removeArticle } from '../../news/articles/writes/articles.ts'
import { pauseSource } from '../../news/feeds/writes/operator-sources.ts'
import { publishing } from '../../platform/database/database.ts'

let web: TestWeb
let feed: number
let tag: number
let ids: number[]

beforeAll(async () => {
  web = await startTestWeb()
  feed = await seedFeed(web.database, { title: 'MacBladet' })
  tag = await seedTag(web.database, 'Prov', 'prov-tagg')
  ids = await seedArticles(web.database, [
    ...Array.from({ length: 120 }, () => ({ feed_id: feed })),
    { feed_id: feed, relevant: false },
    { feed_id: feed, status: 'pending' as const },
    {
      feed_id: feed,
      title: 'Original',
      translated_title: 'Svensk rubrik',
      translated_summary: 'Svensk sammanfattning.',
      translated_by: 'ai' as const,
      image_url: 'https://img.example/1.jpg',
      published_at: null,
      tag_ids: [tag],
      views: 3,
    },
  ])
})
afterAll(() => web.close())

const get = (url: string, headers: Record<string, string> = {}) => web.app.inject({ url, headers })
const entries = async (url: string) => (await get(url)).json().entries as { id: number; posted: string | null }[]

describe('entries.json', () => {
  it('lists relevant published articles, newest first, 50 unless asked; the one without a date leads none', async () => {
    const list = await entries('/entries.json')
    const [newest, ...older] = ids.slice(0, 120).reverse()
    expect(list.map((entry) => entry.id)).toEqual([newest, ids[122], ...older].slice(0, 50))
  })

  it.each([
    ['items=3', 3],
    ['items=0', 50],
    ['items=-1', 50],
    ['items=x', 50],
    ['items=1.5', 50],
    ['items=99999', 100],
  ])('answers ?%s with %i', async (query, count) => {
    expect(await entries(`/entries.json?${query}`)).toHaveLength(count)
  })

  it('shows the translated text, the image or the default one, null for an unknown date', async () => {
    const [dated, undated] = (await get('/entries.json?items=2')).json().entries
    expect(undated).toEqual({
      id: ids[122],
      title: 'Svensk rubrik',
      url: expect.stringContaining('https://source.example/'),
      image: 'https://img.example/1.jpg',
      summary: 'Svensk sammanfattning.',
      source: 'MacBladet',
      source_id: feed,
      posted: null,
      published_at: null,
    })
    expect(dated.image).toBe('https://site.example/assets/default.png')
    expect(dated.published_at).toMatch(/^2026-11-20T0\d:\d\d:00\.000Z$/)
  })

  it('keeps `posted` right to the minute without a query', async () => {
    web.clock.set(new Date('2026-11-20T10:30:00Z'))
    const before = (await entries('/entries.json?items=2'))[0]!.posted
    const misses = web.ctx.cache.stats.misses
    web.clock.set(new Date('2026-11-20T10:31:00Z'))
    expect((await entries('/entries.json?items=2'))[0]!.posted).not.toBe(before)
    expect(web.ctx.cache.stats.misses).toBe(misses)
    web.clock.set(new Date('2026-11-21T12:00:00Z'))
  })
})

describe('the other endpoints', () => {
  it('orders popular by views, then newest', async () => {
    const list = await entries('/entries/popular.json?items=2')
    expect(list.map((entry) => entry.id)).toEqual([ids[122], ids[119]])
  })

  it('answers one article bare, relevant or not', async () => {
    expect((await get(`/entries/${ids[120]}.json`)).json()).toMatchObject({ id: ids[120], source: 'MacBladet' })
  })

  it('lists sources and tags, and their articles', async () => {
    expect((await get('/feeds.json')).json()).toEqual({ feeds: [{ id: feed, title: 'MacBladet' }] })
    expect(await entries(`/feeds/${feed}.json?items=100`)).toHaveLength(100)
    expect((await get('/tags.json')).json()).toEqual({ tags: [{ id: tag, name: 'Prov' }] })
    expect((await entries(`/tags/${tag}.json`)).map((entry) => entry.id)).toEqual([ids[122]])
  })

  it.each([
    '/entries/999999.json',
    '/entries/abc.json',
    '/entries/1x.json',
    '/feeds/999.json',
    '/tags/999.json',
    '/nothing',
  ])('answers %s with the static page, the same bytes each time', async (url) => {
    const [one, two] = [await get(url), await get('/also/nothing')]
    expect(one.statusCode).toBe(404)
    expect(one.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(one.body).toBe(two.body)
  })

  it('does not serve a pending article', async () => {
    expect((await get(`/entries/${ids[121]}.json`)).statusCode).toBe(404)
  })
})

describe('caching', () => {
  it('answers If-None-Match with 304 and costs no query when nothing changed', async () => {
    const first = await get('/entries.json')
    const misses = web.ctx.cache.stats.misses
    const again = await get('/entries.json', { 'if-none-match': String(first.headers.etag) })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
    expect(web.ctx.cache.stats.misses).toBe(misses)
  })

  it('shows a change at once', async () => {
    await publishing(web.database, (trx) => removeArticle(trx, ids[119]!))
    expect((await entries('/entries.json?items=2')).map((entry) => entry.id)).not.toContain(ids[119])
    expect((await get(`/entries/${ids[119]}.json`)).statusCode).toBe(404)
  })

  it('builds an answer once however many ask at the same moment', async () => {
    web.ctx.cache.raise('content')
    const misses = web.ctx.cache.stats.misses
    await Promise.all(Array.from({ length: 20 }, () => get('/entries.json?items=7')))
    expect(web.ctx.cache.stats.misses).toBe(misses + 1)
  })

  it.each(['br', 'gzip', 'zstd'])('compresses with %s', async (encoding) => {
    const response = await get('/entries.json', { 'accept-encoding': encoding })
    expect(response.headers['content-encoding']).toBe(encoding)
    expect(response.headers.vary).toContain('accept-encoding')
    expect(response.rawPayload.length).toBeLessThan((await get('/entries.json')).rawPayload.length / 2)
  })
})

describe('every surface', () => {
  it('answers HEAD where GET works, with the length and no body', async () => {
    const head = await web.app.inject({ method: 'HEAD', url: '/entries.json' })
    expect(head.statusCode).toBe(200)
    expect(head.body).toBe('')
  })

  it('refuses a wrong method with Allow', async () => {
    const response = await web.app.inject({ method: 'POST', url: '/entries.json' })
    expect(response.statusCode).toBe(405)
    expect(response.headers.allow).toContain('GET')
  })

  it('sends security headers and lets every origin read', async () => {
    const { headers } = await get('/entries.json')
    expect(headers['access-control-allow-origin']).toBe('*')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toBe("default-src 'none';frame-ancestors 'none'")
    expect(headers).not.toHaveProperty('referrer-policy')
  })

  it('hides a source that is not active', async () => {
    await pauseSource(web.database, feed, new Date(), 'test')
    expect((await get('/feeds.json')).json()).toEqual({ feeds: [] })
    expect((await get(`/feeds/${feed}.json`)).statusCode).toBe(404)
  })
})

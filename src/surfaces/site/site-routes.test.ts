/** The reader's addresses over the real app and database: what each answers, redirects to, refuses. */
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ArticleSeed, seedArticles, seedFeed, seedTag } from '../../../tests/support/build.ts'
import { t } from '../../../tests/support/content.ts'
import { NEIGHBOUR } from '../../../tests/support/neighbour.ts'
import { type SmallServer, startSmallServer } from '../../../tests/support/played/small-server.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'

let web: TestWeb
let pictures: SmallServer
let ids: number[]
const at = (hours: number) => new Date(Date.UTC(2026, 10, 21, hours))
const get = (url: string, headers: Record<string, string> = {}) => web.app.inject({ url, headers })

beforeAll(async () => {
  pictures = await startSmallServer(async (request, response) => {
    if (request.url === '/broken.jpg') return response.writeHead(500).end()
    if (request.url === '/script.jpg') return response.end('<script>alert(1)</script>')
    const body = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#47a' } })
      .jpeg()
      .toBuffer()
    return response.end(body)
  })
  web = await startTestWeb({ FETCH_ALLOW: '127.0.0.1/32' })
})
afterAll(async () => {
  await web.close()
  await pictures.close()
})

const host = () => pictures.url

describe('before the first article', () => {
  it('says on the front page what is happening, and that nobody should keep it', async () => {
    const page = await get('/')
    expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(page.body).toContain('Snart här')
    await seedFeed(web.database, { title: 'Fruktkorgen' })
    expect((await get('/')).body).toContain('0 av 1 källor lästa')
  })

  it('counts a source as read when it has answered, and says so when none has', async () => {
    const reached = {
      last_fetched_at: new Date(),
      failing_since: new Date(),
      failure: 'unreachable',
      errors_in_row: 1,
    } as const
    await web.database.db.updateTable('feeds').set(reached).where('id', '<', NEIGHBOUR).execute()
    const page = (await get('/')).body
    expect(page).toContain('0 av 1 källor lästa')
    expect(page).toContain('<p>1 källa svarade inte. Vi försöker igen om en stund.</p>')
    expect(page).not.toContain('hör hemma här')
    const unreached = { failing_since: null, failure: null, errors_in_row: 0, last_fetched_at: null }
    await web.database.db.updateTable('feeds').set(unreached).where('id', '<', NEIGHBOUR).execute()
  })

  it('has friendly lists', async () => {
    for (const path of ['/populart', '/feeds', '/tags', '/status', '/om'])
      expect([path, (await get(path)).statusCode]).toEqual([path, 200])
  })
})

describe('with articles', () => {
  beforeAll(async () => {
    const feed = await seedFeed(web.database, { title: 'Äppelposten', language: 'sv' })
    const other = await seedFeed(web.database, { title: 'Core Rumours' })
    const tag = await seedTag(web.database, 'Skrivare')
    const seeds: ArticleSeed[] = Array.from({ length: 70 }, (_, i) => ({
      feed_id: i % 3 ? feed : other,
      tag_ids: [tag],
    }))
    seeds.push(
      {
        feed_id: feed,
        title: 'Skärmen & priset <höjs>',
        sort_at: at(9),
        published_at: at(9),
        image_url: `${host()}/ok.jpg`,
        language: 'sv',
      },
      { feed_id: other, title: 'Broken picture', image_url: `${host()}/broken.jpg`, sort_at: at(10) },
      { feed_id: other, title: 'Hostile picture', image_url: `${host()}/script.jpg`, sort_at: at(8) },
      { feed_id: other, title: 'Off topic', relevant: false, sort_at: at(7) },
    )
    ids = await seedArticles(web.database, seeds)
  })
  const id = (fromEnd: number) => ids.at(-fromEnd) as number

  it('leads the front page with headlines that are text, not markup', async () => {
    const page = await get('/')
    expect(page.body).toContain('Skärmen &amp; priset &lt;höjs&gt;')
    expect(page.body).not.toContain('Off topic')
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=60',
    })
    expect(page.headers['content-security-policy']).not.toContain('unsafe-inline')
    expect(page.headers['set-cookie']).toBeUndefined()
  })

  it('answers with 304 when nothing has changed within the minute', async () => {
    const { headers } = await get('/populart')
    expect((await get('/populart', { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
  })

  it('moves each other form of an article address to the canonical one', async () => {
    const path = `/entries/${id(4)}-skarmen-priset-hojs`
    expect((await get(path)).statusCode).toBe(200)
    for (const other of [`/entries/${id(4)}`, `/entries/${id(4)}-something-else`]) {
      const answer = await get(other)
      expect([answer.statusCode, answer.headers.location]).toEqual([301, path])
    }
  })

  it('describes the article to machines, with the original that it is based on', async () => {
    const { body, headers } = await get(`/entries/${id(4)}-skarmen-priset-hojs`)
    const json = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body)?.[1] ?? '')
    expect(json).toMatchObject({
      '@type': 'NewsArticle',
      headline: 'Skärmen & priset <höjs>',
      mainEntityOfPage: `https://site.example/entries/${id(4)}-skarmen-priset-hojs`,
      isBasedOn: { publisher: { name: 'Äppelposten' } },
    })
    expect(body).toContain(`<link rel="canonical" href="https://site.example/entries/${id(4)}-skarmen-priset-hojs">`)
    expect(body).toMatch(
      /<meta property="og:image" content="https:\/\/site.example\/img\/\d+\/1280.jpg\?v=[0-9a-f]{8}">/,
    )
    expect(headers.vary).toContain('accept')
  })

  it('asks search engines to leave out what is off topic, though the page is there', async () => {
    const { statusCode, body } = await get(`/entries/${id(1)}-off-topic`)
    expect(statusCode).toBe(200)
    expect(body).toContain('<meta name="robots" content="noindex">')
  })

  it('gives the same static page for all that is not there', async () => {
    const paths = [
      '/entries/999999',
      '/entries/abc',
      '/feeds/999',
      '/tags/nothing',
      '/no-such-guide',
      '/x/y/z',
      '/populart?page=99',
      '/img/1/333.webp',
      '/sitemap-1999-01.xml',
    ]
    const answers = await Promise.all(paths.map((path) => get(path)))
    expect(answers.map((answer) => answer.statusCode)).toEqual(paths.map(() => 404))
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
    expect(answers[0]?.body).toContain(t('lost.title'))
  })

  it('shows lists by the page, and the way to the next', async () => {
    const first = await get('/tags/skrivare')
    expect(first.body).toContain('<link rel="next" href="/tags/skrivare?page=2">')
    const last = await get('/tags/skrivare?page=3')
    expect([last.statusCode, last.body.includes('rel="next"')]).toEqual([200, false])
    expect((await get('/tags/skrivare?page=oj')).body).toContain('Sida 1 av 3')
  })

  it('finds articles by their words, marks them, and says how it searched', async () => {
    const { body, headers } = await get('/sok?q=sk%C3%A4rmen')
    expect(body).toContain('1 träff. Sorterade efter hur väl orden stämmer.')
    expect(body).toContain(`href="/entries/${id(4)}-skarmen-priset-hojs"`)
    expect(body).toContain('value="skärmen"')
    expect(headers['cache-control']).toBe('private, max-age=60')
    expect((await get(`/sok?q=sk%C3%A4rmen&source=99`)).body).toContain('Inga träffar på ”skärmen”')
    expect((await get('/sok?q=sk%C3%A4rmen&language=en')).body).toContain('Inga träffar')
    expect((await get(`/sok?q=${'a'.repeat(501)}`)).statusCode).toBe(400)
    expect((await get('/sok')).body).toContain('Skriv vad du letar efter')
  })

  it('suggests headlines while one types', async () => {
    const { hits } = (await get('/sok/suggestions?q=sk%C3%A4rm')).json()
    expect(hits).toEqual([
      { title: 'Skärmen & priset <höjs>', source: 'Äppelposten', path: `/entries/${id(4)}-skarmen-priset-hojs` },
    ])
    expect((await get('/sok/suggestions?q=')).json()).toEqual({ hits: [] })
  })

  it('serves pictures from its own origin, in the size and type asked for', async () => {
    const answer = await get(`/img/${id(4)}/640.webp`)
    expect(answer.headers['content-type']).toBe('image/webp')
    expect(answer.headers['cache-control']).toContain('immutable')
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 640, height: 360 })
    expect((await get(`/img/${id(4)}/1280.jpg`)).headers['content-type']).toBe('image/jpeg')
  })

  it.each([
    ['broken', 3],
    ['hostile', 2],
    ['absent', 1],
  ])('shows our own picture in place of a %s one, for a short time', async (_kind, fromEnd) => {
    const answer = await get(`/img/${id(fromEnd)}/640.webp`)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png'])
    expect(answer.headers['cache-control']).toBe('public, max-age=300')
  })

  it('keeps what readers report, and refuses reports from other sites and too many', async () => {
    const post = (text: string, headers: Record<string, string> = {}) =>
      web.app.inject({
        method: 'POST',
        url: `/entries/${id(4)}/report`,
        payload: `text=${encodeURIComponent(text)}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      })
    expect((await post('Priset stämmer inte.', { 'sec-fetch-site': 'same-origin' })).body).toContain('Tack!')
    expect((await post('x', { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
    expect((await post('x', { origin: 'https://evil.example' })).statusCode).toBe(403)
    expect((await post('   ')).statusCode).toBe(422)
    const kept = await web.database.db.selectFrom('fault_reports').selectAll().execute()
    expect(kept.map((report) => [report.article_id, report.text])).toEqual([[id(4), 'Priset stämmer inte.']])
    for (let i = 0; i < 4; i++) expect((await post('igen')).statusCode).toBe(200)
    const refused = await post('igen')
    expect([refused.statusCode, refused.body.includes('Lite för många försök')]).toEqual([429, true])
  })

  it('serves its own files under an address that changes with them', async () => {
    const { body } = await get('/')
    const address = /href="(\/assets\/[0-9a-f]{10}\/site\.css)"/.exec(body)?.[1] ?? ''
    const sheet = await get(address, { 'accept-encoding': 'br' })
    expect(sheet.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
    })
    expect((await get(address.replace(/[0-9a-f]{10}/, '0000000000'))).headers['cache-control']).toBe('no-cache')
    expect((await get('/assets/default.png')).headers['content-type']).toBe('image/png')
    expect((await get('/favicon.ico')).headers['content-type']).toBe('image/x-icon')
  })

  it('tells search engines of every article, month by month, and of the news of two days', async () => {
    expect((await get('/robots.txt')).body).toContain('Sitemap: https://site.example/sitemap.xml')
    expect((await get('/sitemap.xml')).body).toContain('<loc>https://site.example/sitemap-2026-11.xml</loc>')
    const month = (await get('/sitemap-2026-11.xml')).body
    expect(month.match(/<url>/g)).toHaveLength(73)
    expect(month).not.toContain('off-topic')
    const news = (await get('/sitemap-news.xml')).body
    expect(news).toContain('<news:title>Skärmen &amp; priset &lt;höjs&gt;</news:title>')
    expect((await get('/sitemap-pages.xml')).body).toContain('<loc>https://site.example/tags/skrivare</loc>')
    const listed = [...(await get('/sitemap.xml')).body.matchAll(/<loc>https:\/\/site\.example([^<]*)/g)]
    for (const [, path = ''] of listed) expect([path, (await get(path)).body.includes('<url>')]).toEqual([path, true])
    expect(JSON.parse((await get('/site.webmanifest')).body)).toMatchObject({ lang: 'sv', start_url: '/' })
  })
})

it('tells where to report a weakness, as RFC 9116 has it, if there is an address to write to', {
  tags: 'slow',
}, async () => {
  expect((await get('/.well-known/security.txt')).statusCode).toBe(404)
  const contacts = {
    'press@site.example': 'mailto:press@site.example',
    'https://site.example/us': 'https://site.example/us',
  }
  for (const [contact, uri] of Object.entries({ ...contacts, 'Storgatan 1, Visby': null })) {
    const other = await startTestWeb({ PUBLISHER_CONTACT: contact }, { ...web.database, close: async () => {} })
    const { statusCode, headers, body } = await other.app.inject('/.well-known/security.txt')
    await other.close()
    expect([contact, statusCode]).toEqual([contact, uri ? 200 : 404])
    if (!uri) continue
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(body.split('\n')).toEqual([
      `Contact: ${uri}`,
      'Expires: 2027-05-20T00:00:00.000Z',
      'Preferred-Languages: sv, en',
      'Canonical: https://site.example/.well-known/security.txt',
      '',
    ])
  }
})

it('lists no sitemap without an address in it, and orders browsers to https below its name alone where asked to', {
  tags: 'slow',
}, async () => {
  for (const [setting, value] of [
    [{}, 'max-age=31536000'],
    [{ HSTS_SUBDOMAINS: 'on' }, 'max-age=31536000; includeSubDomains'],
  ] as const) {
    const empty = await startTestWeb(setting, undefined, { alone: true })
    const { body, headers } = await empty.app.inject('/sitemap.xml')
    expect([...body.matchAll(/<loc>[^<]*(\/[^<]*)<\/loc>/g)].map(([, path]) => path)).toEqual(['/sitemap-pages.xml'])
    expect(headers['strict-transport-security']).toBe(value)
    const { body: sources } = await empty.app.inject('/feeds')
    expect(sources).toContain('href="/feeds.opml"')
    await empty.close()
  }
})

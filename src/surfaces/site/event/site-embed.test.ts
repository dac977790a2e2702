/** The card of an event in frames of other sites, the code for it, and oEmbed: what each answers, and who may frame what. */
import { Parser } from 'htmlparser2'
import { SaxesParser } from 'saxes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routeTable } from '../../../../tests/support/addresses.ts'
import { seedEvent, seedFeed } from '../../../../tests/support/build.ts'
import { t } from '../../../../tests/support/content.ts'
import { startTestWeb, type TestWeb } from '../../../../tests/support/web.ts'
import { mergeEvents } from '../../../news/events/writes/operator-events.ts'
import { publishing } from '../../../platform/database/database.ts'

const BASE = 'https://site.example'
const TITLE = 'Bron "öppnar" <b>på</b> lördag & söndag'
const SLUG = 'bron-oppnar-b-pa-b-lordag-sondag'

let web: TestWeb
let english: TestWeb
let event: number
let merged: number
let removed: number
const get = (url: string) => web.app.inject({ url })

beforeAll(async () => {
  web = await startTestWeb()
  const { database } = web
  const feeds = [await seedFeed(database, { title: 'Posten' }), await seedFeed(database, { title: 'Bladet' })] as const
  const report = (feed_id: number, title: string) => ({ feed_id, title, language: 'sv' })
  const seed = async (title: string) =>
    (await seedEvent(database, [report(feeds[0], title), report(feeds[1], `${title} igen`)])).eventId
  event = await seed(TITLE)
  merged = await seed('Bron öppnar')
  removed = await seed('Färjan går')
  await mergeEvents(database, merged, event, web.clock.now())
  await publishing(database, (trx) =>
    trx.updateTable('articles').set({ status: 'removed' }).where('event_id', '=', removed).execute(),
  )
  english = await startTestWeb({ CONTENT_DIR: 'demo/bicycles/content' })
  const source = await seedFeed(english.database)
  await seedEvent(english.database, [{ feed_id: source, title: 'The bridge opens' }])
})
afterAll(async () => {
  await web.close()
  await english.close()
})

/** Names of the elements of a page, with what each has. */
function elementsOf(html: string): [name: string, attributes: Record<string, string>][] {
  const found: [string, Record<string, string>][] = []
  const parser = new Parser({ onopentag: (name, attributes) => found.push([name, attributes]) })
  parser.end(html)
  return found
}

describe('the card', () => {
  it('has the headline, who reports it, and links that leave the frame; no script', async () => {
    const { statusCode, body } = await get(`/embed/handelser/${event}`)
    expect(statusCode).toBe(200)
    const elements = elementsOf(body)
    const links = elements.filter(([name]) => name === 'a').map(([, { href, target }]) => [href, target])
    expect(links).toEqual([
      [`/handelser/${event}-${SLUG}`, '_top'],
      ['/', '_top'],
    ])
    expect(body).toContain('Bron &quot;öppnar&quot; &lt;b&gt;på&lt;/b&gt; lördag &amp; söndag')
    expect(body).toContain(t('sources.count', { n: 2 }))
    const names = new Set(elements.map(([name]) => name))
    expect(['h1', 'main'].filter((name) => !names.has(name))).toEqual([])
    expect(['script', 'style', 'iframe', 'form', 'img', 'b'].filter((name) => names.has(name))).toEqual([])
    expect(body).toContain('<meta name="robots" content="noindex">')
    const sheet = /<link rel="stylesheet" href="([^"]+)">/.exec(body)?.[1] ?? ''
    expect((await get(sheet)).headers['content-type']).toBe('text/css; charset=utf-8')
  })

  it('answers as the event does where that is merged, gone, never was, or has other words behind its id', {
    tags: 'slow',
  }, async () => {
    const statusOf = async (url: string) => {
      const { statusCode, headers } = await get(url)
      return [statusCode, headers.location]
    }
    const embedPath = `/embed/handelser/${event}`
    expect(await statusOf(`/embed/handelser/${merged}`)).toEqual([301, embedPath])
    expect(await statusOf(`${embedPath}-other-words`)).toEqual([301, embedPath])
    expect(await statusOf(`${embedPath}/`)).toEqual([308, embedPath])
    for (const id of [removed, 999_999, 'abc', '1'.repeat(20)])
      expect(await statusOf(`/embed/handelser/${id}`)).toEqual(await statusOf(`/handelser/${id}`))
    expect((await get(`/embed/handelser/${removed}`)).statusCode).toBe(404)
    for (const path of ['/embed', '/embed/handelser', '/embed/entries/1', '/embed/kvalitet'])
      expect([path, ...(await statusOf(path))]).toEqual([path, 404, undefined])
  })

  it('is the same page where markdown is asked for', async () => {
    const { headers } = await web.app.inject({ url: `/embed/handelser/${event}`, headers: { accept: 'text/markdown' } })
    expect([headers['content-type'], headers.link]).toEqual(['text/html; charset=utf-8', undefined])
  })

  it('has its word in the language of the site', async () => {
    const answer = await english.app.inject({ url: '/embed/handelser/1' })
    expect([answer.statusCode, answer.headers.location]).toEqual([308, '/embed/events/1'])
    const { body } = await english.app.inject({ url: '/embed/events/1' })
    expect(body).toContain('href="/events/1-the-bridge-opens" target="_top"')
    const page = await english.app.inject({ url: '/events/1-the-bridge-opens' })
    expect(page.body).toContain(`&lt;iframe src=&quot;${BASE}/embed/events/1&quot;`)
  })
})

it('is the one page that other sites may frame', { tags: 'slow' }, async () => {
  const paths = routeTable(web.app).flatMap(({ path, methods }) =>
    methods.includes('GET') && !/stream/.test(path) ? path.replace('*', '').replace(/:\w+/, String(event)) : [],
  )
  const framed: string[] = []
  for (const path of [...paths, '/nothing-here', '/embed/handelser/999999', '/%E0%A4%A']) {
    const answer = await web.app.inject({ url: path, remoteAddress: `10.0.${paths.indexOf(path) + 1}.1` })
    const policy = String(answer.headers['content-security-policy'])
    if (!/frame-ancestors 'none'/.test(policy)) framed.push(path)
  }
  expect(framed).toEqual([`/embed/handelser/${event}`])
  const { headers } = await get(`/embed/handelser/${event}`)
  expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*frame-ancestors \*$/)
  expect(String(headers['content-security-policy'])).not.toMatch(/script-src|unsafe|connect-src/)
  expect(headers['x-frame-options']).toBeUndefined()
})

describe('the page of the event', () => {
  it('offers the code, folded, and leads programs to it', async () => {
    const { body } = await get(`/handelser/${event}-${SLUG}`)
    const code = /<textarea[^>]*>(.*?)<\/textarea>/s.exec(body)?.[1] ?? ''
    let pasted = ''
    new Parser({ ontext: (text) => (pasted += text) }).end(`<textarea>${code}</textarea>`)
    expect(elementsOf(pasted)).toEqual([
      [
        'iframe',
        expect.objectContaining({
          src: `${BASE}/embed/handelser/${event}`,
          title: TITLE,
          width: '600',
          loading: 'lazy',
        }),
      ],
    ])
    const links = elementsOf(body).flatMap(([name, { type = '', href = '' }]) =>
      name === 'link' && type.endsWith('+oembed') ? [[type, href]] : [],
    )
    expect(links.map(([type]) => type)).toEqual(['application/json+oembed', 'text/xml+oembed'])
    for (const [type = '', href = ''] of links) {
      expect(href.startsWith(`${BASE}/oembed?url=https%3A%2F%2F`)).toBe(true)
      const answer = await get(href.slice(BASE.length))
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([
        200,
        `${type.replace('+oembed', '')}; charset=utf-8`,
      ])
      expect(answer.body).toContain(`/embed/handelser/${event}`)
    }
  })
})

const oembed = (url: string, more = '') => get(`/oembed?url=${encodeURIComponent(url)}${more}`)

describe('oEmbed', () => {
  it('describes the card as "rich", in JSON and in XML', async () => {
    const answer = await oembed(`${BASE}/handelser/${event}-${SLUG}`)
    const json = answer.json()
    expect(json).toEqual({
      version: '1.0',
      type: 'rich',
      title: TITLE,
      width: 600,
      height: 200,
      cache_age: 86_400,
      provider_name: web.ctx.site.name,
      provider_url: `${BASE}/`,
      html: expect.stringContaining('<iframe '),
    })
    expect(elementsOf(json.html).map(([name]) => name)).toEqual(['iframe'])
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    const fields: Record<string, string> = {}
    let open = ''
    const parser = new SaxesParser()
    parser.on('opentag', ({ name }) => (open = name))
    parser.on('text', (text) => {
      if (open !== '') fields[open] = text
    })
    const { body, headers } = await oembed(`${BASE}/handelser/${event}`, '&format=xml')
    parser.write(body).close()
    expect(headers['content-type']).toBe('text/xml; charset=utf-8')
    expect(fields).toEqual(Object.fromEntries(Object.entries(json).map(([name, value]) => [name, String(value)])))
  })

  it.each<[address: (id: number) => string, status: number]>([
    [(id) => `${BASE}/handelser/${id}`, 200],
    [(id) => `${BASE}/handelser/${id}-any-words?utm_source=x#top`, 200],
    [(id) => `http://site.example/handelser/${id}/`, 200],
    [(id) => `${BASE}/events/${id}`, 200],
    [(id) => `${BASE}/embed/handelser/${id}`, 200],
    [() => `${BASE}/handelser/${merged}`, 200],
    [() => `${BASE}/handelser/${removed}`, 404],
    [() => `${BASE}/handelser/999999`, 404],
    [() => `${BASE}/handelser/${'9'.repeat(30)}`, 404],
    [() => `${BASE}/handelser`, 404],
    [() => `${BASE}/entries/1`, 404],
    [(id) => `https://elsewhere.example/handelser/${id}`, 404],
    [(id) => `https://site.example:8443/handelser/${id}`, 404],
    [(id) => `javascript:/handelser/${id}`, 404],
    [() => '', 400],
    [() => 'http://[', 400],
  ])('answers for %s with %i', async (address, status) => {
    const answer = await oembed(address(event))
    expect(answer.statusCode).toBe(status)
    if (status === 200) expect(answer.json().html).toContain(`src="${BASE}/embed/handelser/${event}"`)
    else expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
  })

  it.each([
    ['', 200, 600, 200],
    ['&maxwidth=400', 200, 400, 200],
    ['&maxwidth=9000&maxheight=9000', 200, 600, 200],
    ['&maxwidth=320&maxheight=100&format=json', 200, 320, 100],
    ['&maxwidth=', 200, 600, 200],
    ['&format=yaml', 501, 0, 0],
    ['&format=json&format=xml', 501, 0, 0],
    ['&maxwidth=0', 400, 0, 0],
    ['&maxwidth=-5', 400, 0, 0],
    ['&maxheight=1.5', 400, 0, 0],
    ['&maxwidth=1&maxwidth=2', 400, 0, 0],
  ])('with "%s" answers %i', async (more, status, width, height) => {
    const answer = await oembed(`${BASE}/handelser/${event}`, more)
    expect(answer.statusCode).toBe(status)
    if (status !== 200) return
    const json = answer.json()
    expect(json).toMatchObject({ width, height })
    expect(json.html).toContain(`width="${width}" height="${height}"`)
  })

  it('asks for an address where there is none', async () => {
    const { statusCode, body } = await get('/oembed')
    expect([statusCode, body]).toEqual([400, 'url: name the address of an event, percent-encoded.\n'])
    expect((await get('/oembed?url=a&url=b')).statusCode).toBe(400)
  })
})

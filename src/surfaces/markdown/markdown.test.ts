/** Markdown for agents: pages, negotiation, llms.txt. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { seedArticles, seedFeed, seedTag } from '../../../tests/support/build.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { readFrontMatter } from '../../platform/site/front-matter.ts'

const hostile = '---\n# "Apple": [klicka](http://evil.example) <b>nu</b> 🍏 \u202eשלום'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let web: TestWeb
let ids: number[]
let hostileId: number

beforeAll(async () => {
  web = await startTestWeb()
  const feed = await seedFeed(web.database, { title: 'Mac [Bladet]' })
  const tag = await seedTag(web.database, 'Prov: 17', 'prov-17')
  ids = await seedArticles(web.database, [
    ...Array.from({ length: 55 }, () => ({ feed_id: feed })),
    { feed_id: feed, relevant: false },
    {
      feed_id: feed,
      title: 'Original title',
      translated_title: 'Kärnan är god',
      translated_summary: 'Första stycket.\n\n# Andra stycket',
      translated_by: 'ai' as const,
      tag_ids: [tag],
      kind: 'rumor',
      published_at: null,
    },
    { feed_id: feed, title: hostile, excerpt: '# Falsk rubrik\n\n[länk](javascript:alert(1))' },
  ])
  hostileId = ids[57]!
  web.ctx.cache.raise('content')
})
afterAll(() => web.close())

const get = (url: string, headers: Record<string, string> = {}) => web.app.inject({ url, headers })
const matterOf = (text: string) => {
  const read = readFrontMatter(text)
  if (!('frontMatter' in read)) throw new Error(JSON.stringify(read.violations))
  return read.frontMatter
}

describe('an article as markdown', () => {
  it('has front matter in the agreed order, heading, summary and the link to the original', async () => {
    const { data, body } = matterOf((await get(`/entries/${ids[56]}.md`)).body)
    expect(Object.entries(data as object)).toEqual([
      ['title', 'Kärnan är god'],
      ['source', 'Mac [Bladet]'],
      ['original_url', expect.stringMatching(/^https:\/\/source\.example\/articles\//)],
      ['canonical_url', `https://site.example/entries/${ids[56]}-karnan-ar-god`],
      ['published', null],
      ['tags', ['Prov: 17']],
      ['language', 'sv'],
    ])
    expect(body).toMatch(
      /^\n# Kärnan är god\n\*Sammanfattat av AI ur en artikel hos Mac \\\[Bladet\\\]\*\n\nFörsta stycket\.\n\n\\# Andra stycket\n\n\[Läs originalet hos Mac \\\[Bladet\\\]\]\(https:\/\/source\.example\/articles\/\d+\)\n$/,
    )
  })

  it('is the same with a slug, any slug, or by negotiation', async () => {
    const plain = await get(`/entries/${ids[56]}.md`)
    for (const path of [`/entries/${ids[56]}-karnan-ar-god.md`, `/entries/${ids[56]}-annat.md`])
      expect((await get(path)).body).toBe(plain.body)
    expect((await get(`/entries/${ids[56]}-karnan-ar-god`, { accept: 'text/markdown' })).body).toBe(plain.body)
  })

  it('says where the page is, keeps robots away and sets no cookie', async () => {
    const { headers } = await get(`/entries/${ids[56]}.md`, { cookie: 'session=x' })
    expect(headers).toMatchObject({
      'content-type': 'text/markdown; charset=utf-8',
      link: `<https://site.example/entries/${ids[56]}-karnan-ar-god>; rel="canonical"`,
      'x-robots-tag': 'noindex',
      'access-control-allow-origin': '*',
    })
    expect(headers['set-cookie']).toBeUndefined()
    expect(headers.etag).toBeDefined()
  })

  it('keeps every letter of a title in front matter', async () => {
    expect(matterOf((await get(`/entries/${hostileId}.md`)).body).data).toMatchObject({ title: hostile })
  })

  it('is the static page for what is not there', async () => {
    const lost = (await get('/nothing')).body
    for (const path of ['/entries/999999.md', '/entries/abc.md', '/entries/1x.md', '/no-such-guide.md'])
      expect(await get(path)).toMatchObject({ statusCode: 404, body: lost })
  })

  it('counts as a reading', { tags: 'slow' }, async () => {
    await get(`/entries/${ids[0]}.md`, { 'user-agent': firefox })
    const views = () =>
      web.database.db.selectFrom('articles').select('views').where('id', '=', ids[0]!).executeTakeFirstOrThrow()
    await vi.waitFor(async () => expect(await views()).toEqual({ views: 1 }), { timeout: 120_000, interval: 500 })
  })
})

describe('index.md', () => {
  it('says of a line that it is no news, and that a model wrote it', async () => {
    const lines = (await get('/index.md')).body.split('\n')
    expect(lines.find((line) => line.includes('Kärnan är god'))).toMatch(/, Rykte, AI$/)
    expect(lines.find((line) => line.includes(`/entries/${ids[54]}-`))).not.toMatch(/Nyhet|AI/)
  })

  it('links the latest 50 relevant articles to their markdown', async () => {
    const { body } = await get('/index.md')
    const links = [...body.matchAll(/^- \[.*\]\((\S+)\) — /gm)].map((match) => match[1])
    expect(links).toHaveLength(50)
    expect(links.every((link) => /^https:\/\/site\.example\/entries\/\d+[\w-]*\.md$/.test(String(link)))).toBe(true)
    expect(body).not.toContain(`/entries/${ids[55]}-`)
  })
})

describe('llms.txt', () => {
  it('is a heading, a quotation, and sections of links alone', async () => {
    const { body, headers } = await get('/llms.txt')
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    const [head = '', ...sections] = body.split(/^## /m)
    expect(head).toMatch(/^# \S.*\n\n> \S.*\n\n(?:[^#\n].*\n\n?)*$/)
    expect(sections.map((section) => section.split('\n')[0])).toEqual(['Innehåll', 'API', 'MCP', 'Optional'])
    // The convention's own grammar for the lines of a section (llmstxt.org).
    for (const line of sections.flatMap((section) => section.split('\n').slice(1)).filter(Boolean))
      expect(line).toMatch(/^- \[[^\]]+\]\(https:\/\/site\.example\/[^\s)]*\)(?:: \S.*)?$/)
  })

  it('has only links that answer 200', { tags: 'slow' }, async () => {
    const links = [...(await get('/llms.txt')).body.matchAll(/\]\((\S+?)\)/g)].map((match) => String(match[1]))
    expect(links.length).toBeGreaterThan(12)
    for (const link of links) {
      const { statusCode, headers } = await get(link.replace('https://site.example', ''))
      // Where agents connect is no page.
      if (link.endsWith('/mcp')) expect([statusCode, headers.allow]).toEqual([405, 'POST, OPTIONS'])
      else expect([link, statusCode]).toEqual([link, 200])
    }
  })
})

describe('negotiation', () => {
  let path: string
  beforeAll(async () => {
    const feed = await seedFeed(web.database)
    const [id] = await seedArticles(web.database, [{ feed_id: feed, title: 'Ord' }])
    path = `/entries/${id}-ord`
  })

  it.each([
    ['text/markdown', true],
    ['text/markdown, text/html;q=0.5', true],
    ['text/html;q=0.5, text/markdown', true],
    ['TEXT/Markdown', true],
    ['text/markdown, */*', false],
    ['text/markdown;q=0.5, text/html', false],
    ['text/markdown;q=0', false],
    ['text/html, text/markdown;q=0.9', false],
    ['*/*', false],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', false],
    ['application/json', false],
    ['', false],
  ])('of "%s" gives markdown: %s', async (accept, markdown) => {
    const response = await get(path, accept ? { accept } : {})
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe(`text/${markdown ? 'markdown' : 'html'}; charset=utf-8`)
    expect(String(response.headers.vary)).toMatch(/\baccept\b(?!-)/)
  })

  it('is announced by the pages themselves', async () => {
    const page = await get(path, { accept: 'text/html' })
    expect(page.headers.link).toContain(`<${path}.md>; rel="alternate"; type="text/markdown"`)
    expect((await get('/')).headers.link).toContain('</index.md>; rel="alternate"')
    expect((await get('/om')).headers.link).toBeUndefined()
  })

  it('leaves other addresses alone', async () => {
    for (const [url, type] of [
      ['/', 'text/html'],
      ['/feeds', 'text/html'],
      ['/om', 'text/html'],
      ['/entries.json', 'application/json'],
      ['/entries.rss', 'application/rss+xml'],
    ] as const)
      expect((await get(url, { accept: 'text/markdown' })).headers['content-type']).toContain(type)
  })

  it('answers HEAD like GET', async () => {
    const head = await web.app.inject({ method: 'HEAD', url: path, headers: { accept: 'text/markdown' } })
    expect(head.headers['content-type']).toBe('text/markdown; charset=utf-8')
    expect(head.body).toBe('')
  })
})

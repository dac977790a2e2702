import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderFeed } from '../../demo/feeds.ts'
import { MOTIFS } from '../../demo/motifs.ts'
import { type RunningDemo, startDemoPublisher } from '../../demo/publisher.ts'
import { type DemoPublisher, loadWorld } from '../../demo/world.ts'
import { classify } from '../../src/news/articles/rules/classify.ts'
import { parseRelevance } from '../../src/news/articles/rules/relevance.ts'
import { parseOpml } from '../../src/news/feeds/formats/opml.ts'
import { parseFeed } from '../../src/news/feeds/parse.ts'
import { parseKinds } from '../../src/news/topic/rules/kinds.ts'
import { inflectionOf } from '../../src/platform/languages/inflection.ts'
import { readLanguages } from '../../src/platform/languages/language-files.ts'
import { parseVocabulary } from '../../src/platform/text/vocabulary.ts'

// Swedish and English, as the site itself reads them.
const { all } = readLanguages('content')
const inflection = inflectionOf(all.filter(({ code }) => code === 'sv' || code === 'en'))

const now = new Date('2026-11-21T12:00:00Z')
const DAY = 86_400_000

describe.each([
  { world: 'demo/apple', content: 'content', publishers: 12, articles: 220, days: 30 },
  { world: 'demo/bicycles', content: 'demo/bicycles/content', publishers: 4, articles: 40, days: 30 },
])('the world in $world', ({ world, content, publishers, articles, days }) => {
  const loaded = loadWorld(world, now)
  const all = loaded.flatMap((publisher) => publisher.articles)

  it('is as large as promised, within its days, every address its own, every picture drawn', () => {
    expect(loaded.length).toBeGreaterThanOrEqual(publishers)
    expect(all.length).toBeGreaterThanOrEqual(articles)
    expect(Math.max(...all.map((a) => a.at.getTime()))).toBeLessThan(now.getTime())
    expect(Math.min(...all.map((a) => a.at.getTime()))).toBeGreaterThanOrEqual(now.getTime() - days * DAY)
    for (const publisher of loaded) {
      const slugs = publisher.articles.map((a) => a.slug)
      expect(new Set(slugs).size).toBe(slugs.length)
    }
    expect(all.flatMap((a) => (a.motif && !MOTIFS[a.motif] ? a.motif : []))).toEqual([])
  })

  it('is mostly about the topic, and partly not', () => {
    const read = (file: string) => readFileSync(`${content}/${file}`, 'utf8')
    const vocabulary = parseVocabulary(read('vocabulary.yaml'), 'vocabulary.yaml', inflection)
    const rules = {
      vocabulary,
      relevance: parseRelevance(read('relevance.yaml'), vocabulary),
      kinds: parseKinds(read('kinds.yaml'), 'kinds.yaml', inflection),
    }
    const judged = loaded.flatMap(({ relevance, articles }) =>
      articles.map((a) => classify(rules, { title: a.title, text: a.paragraphs.join(' '), feedRelevance: relevance })),
    )
    const relevant = judged.filter((j) => j.relevant)
    expect(relevant.length).toBeGreaterThan(articles * 0.7)
    expect(judged.length - relevant.length).toBeGreaterThan(articles * 0.04)
    expect(relevant.filter((j) => j.tagSlugs.length === 0).length).toBeLessThan(relevant.length * 0.05)
  })
})

describe('startDemoPublisher', () => {
  let demo: RunningDemo
  beforeAll(async () => {
    demo = await startDemoPublisher({ now })
  })
  afterAll(() => demo.close())

  it('lists every publisher with its own domain', () => {
    const sources = parseOpml(demo.opml).sources
    expect(new Set(sources.map((s) => s.publisher)).size).toBe(demo.publishers.length)
    expect(sources.every((s) => s.publisher?.endsWith('.example') && s.url.startsWith(demo.url))).toBe(true)
  })

  it('serves RSS, Atom, RDF and JSON Feed, the same bytes each time, and 304 to those who have them', async () => {
    const types = new Set<string>()
    for (const { url } of parseOpml(demo.opml).sources) {
      const first = await fetch(url)
      types.add((first.headers.get('content-type') ?? '').split(';')[0] ?? '')
      const body = await first.arrayBuffer()
      expect(first.status).toBe(200)
      expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(Buffer.from(body))).toBe(true)
      const etag = first.headers.get('etag') ?? ''
      expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
      const modified = first.headers.get('last-modified') ?? ''
      expect((await fetch(url, { headers: { 'if-modified-since': modified } })).status).toBe(304)
    }
    expect([...types].sort()).toEqual([
      'application/atom+xml',
      'application/feed+json',
      'application/rdf+xml',
      'application/rss+xml',
    ])
  })

  it('serves titles as they were written, in whatever encoding', () => {
    const dashed = loadWorld('demo/apple', now).find(({ encoding }) => encoding !== 'utf-8')
    const { type, body } = renderFeed(dashed as DemoPublisher, 'http://127.0.0.1')
    const titles = parseFeed(body, { url: 'http://127.0.0.1/', contentType: type }).items.map(({ title }) => title)
    expect(titles.sort()).toEqual(dashed?.articles.map(({ title }) => title).sort())
  })

  it('serves every article that a feed names, marked as invented, with its picture', { tags: 'slow' }, async () => {
    const feed = (await (await fetch(`${demo.url}/kodverkstan/feed.xml`)).json()) as {
      items: { url: string; image?: string }[]
    }
    for (const item of feed.items) {
      const page = await fetch(item.url)
      expect(page.status).toBe(200)
      expect(await page.text()).toContain('Demoinnehåll – påhittade nyheter')
    }
    const pictured = feed.items.find((item) => item.image)
    const picture = await fetch(pictured?.image ?? '')
    expect(picture.headers.get('content-type')).toBe('image/webp')
    expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(1000)
  })

  it('answers robots.txt, and 404 and 405 where it should', async () => {
    expect(await (await fetch(`${demo.url}/robots.txt`)).text()).toContain('Allow: /')
    for (const path of [
      '/',
      '/nobody/feed.xml',
      '/svenskmobil/artikel/none',
      '/svenskmobil/image/none.webp',
      '/..%2f..%2fpackage.json',
    ])
      expect((await fetch(demo.url + path)).status, path).toBe(404)
    expect((await fetch(`${demo.url}/svenskmobil/feed.xml`, { method: 'POST' })).status).toBe(405)
  })
})

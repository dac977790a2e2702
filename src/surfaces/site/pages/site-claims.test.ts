/** The site names who is responsible and who reports, and claims nothing that it does not know. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedArticles, seedFeed } from '../../../../tests/support/build.ts'
import { t } from '../../../../tests/support/content.ts'
import { type SmallServer, startSmallServer } from '../../../../tests/support/played/small-server.ts'
import { startTestWeb, type TestWeb } from '../../../../tests/support/web.ts'

let web: TestWeb
let pictures: SmallServer
let ids: number[]
const at = (hour: number) => new Date(Date.UTC(2026, 10, 21, hour))
const dated = (hour: number) => ({ published_at: at(hour), discovered_at: at(hour), sort_at: at(hour) })
const get = async (url: string): Promise<string> => {
  const { headers, body } = await web.app.inject({ url })
  return typeof headers.location === 'string' ? get(headers.location) : body
}

beforeAll(async () => {
  pictures = await startSmallServer((_request, response) => response.writeHead(500).end())
  const broken = `${pictures.url}/x.jpg`
  web = await startTestWeb({
    FETCH_ALLOW: '127.0.0.1/32',
    PUBLISHER_NAME: 'Karin <Ek>',
    PUBLISHER_CONTACT: 'karin@exempel.se',
  })
  const ft = { publisher: 'ft.example', site_url: 'https://www.ft.example/' }
  const [world, home, core] = [
    await seedFeed(web.database, { ...ft, title: 'World', url: 'https://www.ft.example/world?format=rss' }),
    await seedFeed(web.database, { ...ft, title: 'Financial Times', url: 'https://www.ft.example/rss/home' }),
    await seedFeed(web.database, { title: 'Äppelposten', publisher: 'appelposten.example' }),
  ]
  ids = await seedArticles(web.database, [
    { feed_id: world as number, title: 'Utan datum', ...dated(11), published_at: null },
    { feed_id: core as number, title: 'Bilden saknas', image_url: broken, source_count: 5, ...dated(10) },
    { feed_id: world as number, title: 'Från världen', ...dated(9) },
    { feed_id: home as number, title: 'Från förra året', ...dated(8), sort_at: new Date('2025-03-02T08:00:00Z') },
  ])
})
afterAll(async () => {
  await web.close()
  await pictures.close()
})

describe('a source', () => {
  it('is shown by its publisher’s name, whatever the feed is called', async () => {
    expect(await get(`/entries/${ids[2]}`)).toMatch(/class="kicker meta"><span><a[^>]*>Financial Times<\/a>/)
    expect(await get(`/entries/${ids[2]}`)).toContain('Läs hos Financial Times')
  })

  it('is one row a publisher, with its feeds', async () => {
    const page = await get('/feeds')
    expect(page).toContain('Vi bevakar 2 utgivare')
    const row = page.split('<li>').find((part) => part.includes('ft.example'))
    expect(row).toContain('<span class="row-title">Financial Times</span>')
    expect(page).toMatch(
      /class="feeds-of cluster"><li><a href="\/feeds\/\d+">Financial Times<\/a><\/li><li><a href="\/feeds\/\d+">World/,
    )
  })
})

it('shows the last 30 days of a source as a chart that says the same in words', async () => {
  const { feed_id } = await web.database.db
    .selectFrom('articles')
    .select('feed_id')
    .where('id', '=', ids[2] as number)
    .executeTakeFirstOrThrow()
  const chart = 'Artiklar de senaste 30 dagarna: 2, som mest 2 på en dag (21 nov.)'
  expect(await get(`/feeds/${feed_id}`)).toContain(`<svg class="columns-chart" role="img" aria-label="${chart}"`)
})

describe('the front page', () => {
  it('has no picture that could not be fetched', async () => {
    const page = await get('/')
    expect(page).toMatch(/item-lead is-single.*?Bilden saknas/s)
    expect(page).not.toContain('/img/')
    expect(await get(`/entries/${ids[1]}`)).not.toMatch(/<img|1280\.jpg/)
  })

  it('claims no readers before there were any', async () => {
    expect(await get('/')).not.toContain('Mest läst')
    expect(await get('/populart')).toContain('Ingen har läst något än.')
  })

  it('names the year of a day that is not of this one', async () => {
    expect(await get('/handelser')).toContain('söndag 2 mars 2025')
  })
})

describe('what has no date', () => {
  it('opens neither the front page nor /index.md', async () => {
    const page = await get('/')
    expect(page.indexOf('Utan datum')).toBeGreaterThan(page.indexOf('Från världen'))
    const list = await get('/index.md')
    expect(list.indexOf('Utan datum')).toBeGreaterThan(list.indexOf('Bilden saknas'))
  })

  it('gets no date of publication in the news sitemap', async () => {
    const map = await get('/sitemap-news.xml')
    expect(map).toContain('Bilden saknas')
    expect(map).not.toContain(t('front.undated'))
  })
})

describe('without a model', () => {
  it.each([
    ...['/', '/om', '/kvalitet', '/handelser', '/populart', '/feeds', '/tags', '/sok?q=bild', '/rattelser', '/status'],
    ...['/konto', '/ingenting', '/index.md', '/handelser.md', '/kvalitet.md', '/llms.txt', '/site.webmanifest'],
    ...['/entries.rss', '/handelser.rss', '/feed.json', '/.well-known/mcp.json', '/api/v1/quality'],
  ])('%s speaks of no summaries and of no judge', async (path) => {
    const page = (await get(path)).replace(/<script[\s\S]*?<\/script>/g, '')
    expect(page.match(/.{0,40}(sammanfatt|domare|"judge_)[^<]{0,40}/i)?.[0]).toBeUndefined()
  })
})

it('says that it summarises where a model writes, and what is checked by whom', { tags: 'slow' }, async () => {
  const model = { AI_PROVIDER: 'openai', AI_MODEL: 'played', AI_BASE_URL: 'http://127.0.0.1:9/v1' }
  const other = await startTestWeb(model, { ...web.database, close: async () => {} })
  const page = (await other.app.inject('/om')).body
  expect(page).toContain('Nyheterna om Apple, sammanfattade på svenska')
  expect(page).toContain(t('layout.ai_wrote'))
  expect(page).toMatch(/Det här kontrolleras<\/h3><p>[^<]*domare/)
  await other.close()
})

it('names the responsible publisher and an address, and what is not checked', async () => {
  const page = await get('/om')
  expect(page).toContain('Karin &lt;Ek&gt;')
  expect(page).toContain('<a href="mailto:karin@exempel.se">')
  expect(page).toContain('Ingen AI-modell används just nu.')
  expect(page).toContain(t('about.unchecked'))
  expect(page).not.toContain('Det här kontrolleras<')
})

it('lets robots have the pictures of link cards', async () => {
  expect(await get('/robots.txt')).not.toContain('/img/')
  expect((await web.app.inject({ url: `/img/${ids[1]}/1280.jpg` })).headers['x-robots-tag']).toBeUndefined()
})

it('says of a request that the address cannot be used so, not that something broke', async () => {
  const answer = await web.app.inject({ method: 'POST', url: '/om' })
  expect([answer.statusCode, answer.body.includes('Så kan adressen inte användas')]).toEqual([405, true])
})

it('never calls an excerpt a summary', async () => {
  const page = await get(`/entries/${ids[2]}`)
  expect(page).toContain('Utdrag ur artikeln hos Financial Times.')
  expect(page).toContain(t('article.about_excerpt'))
  expect(page.replace(/<footer.*/s, '').toLowerCase()).not.toContain('sammanfattning')
})

/** The site's pages for articles that run from right to left, have no known language, no date or no title. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedArticles, seedFeed } from '../../../tests/support/build.ts'
import { t } from '../../../tests/support/content.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'

let web: TestWeb
let ids: number[]
const at = (hour: number) => new Date(Date.UTC(2026, 10, 21, hour))
/** The page at the address, or at the one it leads to. */
async function page(url: string): Promise<string> {
  const { headers, body } = await web.app.inject({ url })
  return typeof headers.location === 'string' ? page(headers.location) : body
}

beforeAll(async () => {
  web = await startTestWeb()
  const feed_id = await seedFeed(web.database, { title: 'Världen' })
  const dated = (hour: number) => ({ feed_id, published_at: at(hour), discovered_at: at(hour), sort_at: at(hour) })
  ids = await seedArticles(web.database, [
    { ...dated(6), title: 'Bron öppnar', excerpt: 'Efter tre år.', language: 'sv' },
    { ...dated(5), title: 'افتتاح الجسر الجديد', excerpt: 'بعد ثلاث سنوات.', language: 'ar' },
    { ...dated(4), title: 'הגשר נפתח', excerpt: 'אחרי שלוש שנים.', language: 'he' },
    { ...dated(3), title: 'پل تازه باز شد', excerpt: 'پس از سه سال.', language: 'fa' },
    { ...dated(2), title: 'نیا پل کھل گیا', excerpt: 'تین سال بعد۔', language: 'ur' },
    { ...dated(1), title: 'Pont Bro 12', excerpt: 'Bro.', language: null },
    {
      feed_id,
      title: 'Utan datum',
      excerpt: 'Odaterad text.',
      language: 'sv',
      source_count: 9,
      published_at: null,
      discovered_at: at(9),
      sort_at: at(9),
    },
    {
      ...dated(0),
      title: 'نص أصلي',
      excerpt: 'نص.',
      language: 'ar',
      translated_by: 'ai' as const,
      translated_title: 'Översatt rubrik',
      translated_summary: 'Översatt text.',
    },
  ])
})
afterAll(() => web.close())

describe('text from right to left', () => {
  it.each([
    ['ar', 1, 'افتتاح الجسر الجديد', 'بعد ثلاث سنوات.'],
    ['he', 2, 'הגשר נפתח', 'אחרי שלוש שנים.'],
    ['fa', 3, 'پل تازه باز شد', 'پس از سه سال.'],
    ['ur', 4, 'نیا پل کھل گیا', 'تین سال بعد۔'],
  ])('in %s has its language and direction, in lists and on its own page', async (language, i, title, lead) => {
    const attributes = `lang="${language}" dir="rtl"`
    const front = await page('/')
    expect(front).toMatch(new RegExp(`<a href="/entries/${ids[i]}[^"]*" ${attributes}>${title}</a>`))
    expect(await page('/handelser')).toContain(`<p class="summary" ${attributes}>${lead}</p>`)
    const articlePage = await page(`/entries/${ids[i]}`)
    expect(articlePage).toContain(`<h1 ${attributes}>${title}</h1>`)
    expect(articlePage).toContain(`<div class="prose" ${attributes}>`)
  })

  it('is marked in the original title of a translated article', async () => {
    const articlePage = await page(`/entries/${ids[7]}`)
    expect(articlePage).toContain('<h1>Översatt rubrik</h1>')
    expect(articlePage).toMatch(/<a href="[^"]*" rel="noopener" lang="ar" dir="rtl">نص أصلي<\/a>/)
  })

  it('finds its own direction where the language is unknown, and none is set on the page’s own language', async () => {
    expect(await page(`/entries/${ids[5]}`)).toContain('<h1 dir="auto">Pont Bro 12</h1>')
    expect(await page(`/entries/${ids[0]}`)).toContain('<h1>Bron öppnar</h1>')
  })

  it('is marked where a search shows it', async () => {
    expect(await page(`/sok?q=${encodeURIComponent('ثلاث سنوات')}`)).toMatch(
      /<p class="summary" lang="ar" dir="rtl">[^<]*<mark>/,
    )
  })
})

describe('an article without a date', () => {
  it('never leads the front page, though it is the newest and the most reported', async () => {
    const front = await page('/')
    const lead = /<article class="item item-lead[^"]*".*?<\/article>/s.exec(front)?.[0]
    expect(lead).toContain('Bron öppnar')
    expect(front).toContain(t('front.undated'))
  })

  it('says that we found it, not that it was published', async () => {
    const found = /hittad <time datetime="2026-11-21T09:00:00.000Z"[^>]*>för 3 timmar sedan<\/time>/
    expect(await page('/')).toMatch(found)
    const articlePage = await page(`/entries/${ids[6]}`)
    expect(articlePage).toMatch(found)
    expect(articlePage).not.toContain('article:published_time')
    expect(articlePage).not.toContain('Publicerad hos')
  })

  it('has no date in the legacy JSON, as the contract says', async () => {
    const { entries } = JSON.parse(await page('/entries.json')) as { entries: { id: number }[] }
    expect(entries.find(({ id }) => id === ids[6])).toMatchObject({ published_at: null, posted: null })
  })
})

/** Lists of subjects and of sources: groups with what is new today, and sources that fail before all others. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedArticles, seedFeed, seedTag } from '../../../../tests/support/build.ts'
import { t } from '../../../../tests/support/content.ts'
import { isThere } from '../../../../tests/support/features.ts'
import { startTestWeb, type TestWeb } from '../../../../tests/support/web.ts'

const now = new Date('2026-11-21T12:00:00Z')
const daysAgo = (n: number) => new Date(now.getTime() - n * 86_400_000)

let web: TestWeb
const feeds: number[] = []
beforeAll(async () => {
  web = await startTestWeb()
  web.clock.set(now)
  for (const title of ['Äppelposten', 'Bladet', 'Posten']) feeds.push(await seedFeed(web.database, { title }))
  await seedTag(web.database, 'Okänd', 'okand')
  const rows = await web.database.db.selectFrom('tags').select(['id', 'slug']).execute()
  const tags = new Map(rows.map(({ id, slug }) => [slug, id]))
  const about = (slug: string, days: number, feed = 0) => ({
    feed_id: feeds[feed] as number,
    tag_ids: [tags.get(slug) as number],
    published_at: daysAgo(days),
    discovered_at: daysAgo(days),
    sort_at: daysAgo(days),
  })
  await seedArticles(web.database, [
    about('iphone', 0),
    about('iphone', 0),
    about('iphone', 3),
    about('ios', 5, 1),
    about('okand', 40, 1),
  ])
})
afterAll(() => web.close())

const page = async (url: string) => (await web.app.inject(url)).body

it('shows subjects in the groups of the vocabulary, with their charts and what is new today', async () => {
  const body = await page('/tags')
  const groups = [...body.matchAll(/<h2 class="box-title" id="(\w+)">.*?<\/section>/gs)]
  expect(groups.map(([, kind]) => kind)).toEqual(['product', 'software', 'topic'])
  const [iphone = '', ios = '', other = ''] = groups.map(([group]) => group)
  expect(iphone).toContain(t('tags.today', { n: 2 }))
  expect(iphone).toMatch(/aria-label="\D+14 \D+3, \D+2 /)
  expect(ios).toMatch(/aria-label="\D+14 \D+1, \D+1 /)
  expect(ios).not.toContain('<strong>')
  expect(other).toContain('Okänd')
  expect(other).not.toContain('<svg')
})

it('counts as today what came on this day of the site’s calendar', async () => {
  const tag = await seedTag(web.database, 'Nattlig', 'nattlig')
  const at = (time: string) => {
    const published_at = new Date(time)
    return {
      feed_id: feeds[2] as number,
      tag_ids: [tag],
      published_at,
      discovered_at: published_at,
      sort_at: published_at,
    }
  }
  // In Stockholm midnight is at 23:00 UTC.
  await seedArticles(web.database, [at('2026-11-22T22:30:00Z'), at('2026-11-22T23:10:00Z'), at('2026-11-23T22:50:00Z')])
  const shown = async (time: string) => {
    web.clock.set(new Date(time))
    web.ctx.cache.raise('content')
    const row = /Nattlig<\/a><span class="row-small"><span class="meta"><span><strong>(.*?)<\/strong>/.exec(
      await page('/tags'),
    )?.[1]
    return row?.replace(/<[^>]+>/g, '')
  }
  expect(await shown('2026-11-22T22:45:00Z')).toBe(t('tags.today', { n: 1 }))
  expect(await shown('2026-11-22T23:30:00Z')).toBe(t('tags.today', { n: 1 }))
  expect(await shown('2026-11-23T22:55:00Z')).toBe(t('tags.today', { n: 2 }))
  expect(await shown('2026-11-23T23:05:00Z')).toBeUndefined()
  web.clock.set(now)
  web.ctx.cache.raise('content')
})

it('shows all sources while all is well, each with the date of its newest article', async () => {
  const body = await page('/feeds')
  expect(body).not.toContain(t('feeds.troubled'))
  expect(body).not.toContain('<details class="fold">')
  expect(body).toMatch(/Äppelposten<\/a>.*?data-ago/s)
  expect(body).toMatch(/Bladet<\/a>.*?>16 november 2026<\/time>/s)
})

it('shows sources in trouble first and folds the others', async () => {
  await web.database.db
    .updateTable('feeds')
    .set({
      failure: 'missing',
      failing_since: daysAgo(3),
      errors_in_row: 30,
      last_fetched_at: now,
      last_success_at: daysAgo(3),
    })
    .where('id', '=', feeds[1] as number)
    .execute()
  // Nothing new was published.
  web.clock.set(new Date(now.getTime() + 600_000))
  const body = await page('/feeds')
  const [troubled = '', others = ''] = body.split('<details class="fold">')
  expect(troubled).toContain(t('feeds.troubled'))
  expect(troubled).toContain(`href="/feeds/${feeds[1]}"`)
  expect(troubled).not.toContain(`href="/feeds/${feeds[0]}"`)
  expect(others).toContain(`href="/feeds/${feeds[0]}"`)
  expect((await page('/feeds?page=2')).includes(t('feeds.troubled'))).toBe(false)
})

it.each([
  ['a topic, by its name as a word', '/tags/iphone', 'word', 'iphone'],
  ['a source', () => `/feeds/${feeds[0]}`, 'source', () => String(feeds[0])],
])('has “mute” beside “follow” on the page of %s', async (_what, path, kind, key) => {
  const url = typeof path === 'function' ? path() : path
  const body = await page(url)
  const [, forms = ''] = /<div class="mine-forms cluster">(.*?)<\/div>/s.exec(body) ?? []
  const found = [...forms.matchAll(/data-mine="(\w+)".*?<\/form>/gs)]
  expect(found.map(([, action]) => action)).toEqual(['follow', 'mute'])
  const vad = typeof key === 'function' ? key() : key
  expect(found[1]?.[0]).toContain(`name="kind" value="${kind}"><input type="hidden" name="what" value="${vad}">`)
  expect(found[1]?.[0]).toContain(`data-on="${t('mine.mute_done')}"`)
  expect(forms.includes('data-alert')).toBe(isThere('alerts'))
})

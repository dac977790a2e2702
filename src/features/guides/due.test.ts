/** Dates and prices on the pages of the shipped guides, and the guides that operators have to go through. */
// @module-tag slow
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ArticleSeed, seedArticles, seedFeed } from '../../../tests/support/build.ts'
import { operatorAt } from '../../../tests/support/people.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { examine } from '../../app/doctor/doctor.ts'
import { checkOverdueGuides, listLaterReports, listOverdueGuides } from './guide-checks.ts'
import { checkGuideFolder } from './guide-folder.ts'
import { missingPrice } from './rules/guide.ts'
import { syncContentGuides } from './sync.ts'

const TOKEN = 'a-token-of-the-console-0123456789'
const { guides } = await checkGuideFolder('content/guides')
let web: TestWeb
beforeAll(async () => {
  web = await startTestWeb({ ADMIN_TOKEN: TOKEN })
  await syncContentGuides(web.services)
})
afterAll(() => web.close())
const get = async (url: string) => (await web.app.inject({ url })).body

it('each page says when its facts were read, as HTML and as markdown', async () => {
  for (const { slug, checked, sources } of guides) {
    const [page, markdown] = [await get(`/${slug}`), await get(`/${slug}.md`)]
    const days = [...new Set([...sources.map(({ read }) => read), String(checked)])].sort()
    const ends = [...new Set([days[0], days.at(-1)])]
    const dates = ends.map((day) => new Date(String(day)).getUTCDate()).join('–')
    expect(page, slug).toContain(`Uppgifterna lästes ${dates} november 2026.`)
    expect(markdown, slug).toContain(`*Uppgifterna lästes ${ends.join('–')}.*`)
  }
})

it('each page calls what was launched once released, and only what was launched again renewed', async () => {
  for (const { slug, releases } of guides) {
    const launches = new Set(releases.map(({ date }) => date)).size
    const words = (await get(`/${slug}`)).match(/(?:Släpptes|Förnyades) \d+ [a-z]+ \d{4}, /)?.[0].split(' ')[0]
    expect([slug, words]).toEqual([slug, launches === 0 ? undefined : launches === 1 ? 'Släpptes' : 'Förnyades'])
  }
})

it('a page about a device without a price says so once, and no other page does', async () => {
  const none = 'Vi har inte läst något pris i kronor'
  for (const guide of guides) {
    const missing = missingPrice(guide)
    const sentence = missing === 'all' ? `${none}.` : missing ? `${none} på ${missing.model}.` : null
    for (const page of [await get(`/${guide.slug}`), (await get(`/${guide.slug}.md`)).replaceAll('\\', '')])
      expect([guide.slug, page.split(none).length - 1, sentence === null || page.includes(sentence)]).toEqual([
        guide.slug,
        sentence === null ? 0 : 1,
        true,
      ])
  }
  const silent = guides.filter(({ pageType }) => pageType === 'product_hub').filter((guide) => !missingPrice(guide))
  expect(silent.map(({ family }) => family)).toEqual(
    silent.map(() => expect.stringMatching(/^(tjanster|operativsystem)$/)),
  )
})

it('a price that is known stands with its date and its source, however few models have one', async () => {
  expect(await get('/macbook-air')).toMatch(/MacBook Air \(M3\)<sup.*?15\s495\skr<\/span> \(mars 2025\)/s)
  expect(await get('/macbook-air.md')).toMatch(/MacBook Air \\?\(M3\\?\) \[1\]\[3\]\[8\] \|.*15\s495\skr \(2025-03\)/)
})

it('tells doctor and the console of releases that are later than the facts of a guide', async () => {
  const { database, config } = web
  expect(await checkOverdueGuides(config, database.db)).toMatch(/^no article/)
  const feed_id = await seedFeed(database)
  const tags = await database.db
    .selectFrom('tags')
    .select(['id', 'slug'])
    .where('slug', 'in', ['ios', 'apple-watch'])
    .execute()
  const [ios = 0, watch = 0] = ['ios', 'apple-watch'].map((slug) => tags.find((tag) => tag.slug === slug)?.id)
  const report = (title: string, tag: number, values: Partial<ArticleSeed> = {}): ArticleSeed => ({
    feed_id,
    title,
    tag_ids: [tag],
    kind: 'news',
    sort_at: new Date('2026-11-04T08:00:00Z'),
    ...values,
  })
  const ids = await seedArticles(database, [
    report('Apple släpper iOS 27.1', ios),
    report('Apple släpper iOS 27.0.1', ios, { sort_at: new Date('2026-09-28T08:00:00Z') }),
    report('Apple förklarar iOS', ios),
    report('Apple släpper iOS 28 i juni, enligt rykten', ios, { kind: 'rumor' }),
    report('Apple släpper iOS 27.9', ios, { status: 'removed' }),
    report('Apple släpper iOS 27.8', ios),
    report('Apple släpper ett armband', watch),
  ])
  await database.db.updateTable('articles').set({ source_count: 2 }).where('id', 'in', ids).execute()
  await database.db
    .updateTable('articles')
    .set({ source_count: 1 })
    .where('title', '=', 'Apple släpper iOS 27.8')
    .execute()
  const overdue = await listOverdueGuides(config, database.db)
  expect(overdue.filter(({ slug }) => slug === 'ios')).toEqual([
    expect.objectContaining({ factsUntil: '2026-09-28', title: 'Apple släpper iOS 27.1' }),
  ])
  expect(overdue.some(({ slug }) => slug === 'apple-watch-series-12')).toBe(false)
  const later = (await listLaterReports(database.db)).filter(({ slug }) => slug === 'ios')
  expect(later.map(({ title }) => title)).not.toContain('Apple släpper iOS 27.0.1')
  expect(await checkOverdueGuides(config, database.db)).toContainEqual({
    level: 'warning',
    text: 'guides/ios.md: its facts end on 2026-09-28; reported on 2026-11-04: Apple släpper iOS 27.1',
  })
  await database.db
    .insertInto('guide_faults')
    .values({ file: 'ios.md', line: 7, message: 'no <b>source</b>', refused: false, at: new Date() })
    .execute()
  const { body } = await (await operatorAt(web, TOKEN)).get('/admin/rumors')
  expect(body).toContain('Guider att gå igenom')
  expect(body).toContain('Uppgifterna slutar 28 september 2026. Rapporterat 4 november 2026: Apple släpper iOS 27.1')
  expect(body).toContain('<code>ios.md:7</code> no &lt;b&gt;source&lt;/b&gt;')
})

it('doctor lists objections to the files', async () => {
  const { DATA_DIR } = web.config
  const env = { DATA_DIR, CONTENT_DIR: 'content', SOURCES: 'none', PORT: '0' }
  const findings = await examine({ environment: { file: {}, process: env }, report: () => {} })
  expect(findings.filter(({ check }) => check === 'guides')).toEqual([
    { check: 'guides', level: 'ok', text: `${guides.length}, without an error` },
  ])
})

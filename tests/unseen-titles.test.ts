/** Items whose titles show nothing: no surface has an empty link, title or headline. */

import { afterAll, beforeAll, expect, it } from 'vitest'
import { listApiKeys } from '../src/news/accounts/writes/app-passwords.ts'
import { getProfile } from '../src/news/accounts/writes/follows.ts'
import { plainText } from '../src/platform/text/text.ts'
import { isVisible } from '../src/platform/text/titles.ts'
import { actionsOf } from './support/actions.ts'
import { seedArticles, seedFeed } from './support/build.ts'
import { repeatMigration } from './support/database.ts'
import { signIn } from './support/people.ts'
import { type Publisher, rssDocument, startPublisher } from './support/played/publisher.ts'
import { startTestWeb, type TestWeb } from './support/web.ts'

const NOTHINGS = [
  '\u200b',
  '\u2800',
  '\u3164',
  '\u00ad\u00ad',
  '\u200e\u200f',
  '\u115f\u1160',
  '\ufe0f',
  '\u3000\u2003',
  '\u0308',
]
const SUBJECTS = ['Bron', 'Skolan', 'Hamnen', 'Torget', 'Stationen', 'Kyrkan', 'Parken', 'Muséet', 'Badhuset']
const textOf = (at: number) => `${SUBJECTS[at]} i Ramsvik öppnar på lördag. Därefter blir det fest.`

let web: TestWeb
let publisher: Publisher
let feed: number
let article: number

beforeAll(async () => {
  publisher = await startPublisher()
  web = await startTestWeb({ FETCH_ALLOW: '127.0.0.1/32', RELEVANCE: 'all' }, undefined, { alone: true })
  const hourAgo = new Date(web.clock.now().getTime() - 3_600_000)
  const items = NOTHINGS.map((title, at) => {
    return { title, link: `https://blad.example/${at}`, description: textOf(at), date: hourAgo }
  })
  publisher.serve('/feed', { body: rssDocument('\u2800', items) })
  feed = await seedFeed(web.database, { url: publisher.at('/feed'), language: 'sv', extract: false })
  const [stored] = await seedArticles(web.database, [
    {
      feed_id: feed,
      title: '\u3164',
      excerpt: 'Gamla vägen stängs.',
      sort_at: hourAgo,
      published_at: hourAgo,
    },
  ])
  await repeatMigration(web.database.db, '0014-normal-form')
  await actionsOf(web).ingest({})
  article = stored ?? 0
})
afterAll(async () => {
  await web.close()
  await publisher.close()
})

const inner = (body: string, element: string) =>
  [...body.matchAll(new RegExp(`<${element}(?=[\\s>])([^>]*)>([\\s\\S]*?)</${element}>`, 'g'))].map(
    ([, attributes = '', html = '']) => ({
      attributes,
      text: plainText(html.replace(/<!\[CDATA\[|\]\]>/g, '')),
      html,
    }),
  )
/** What JSON names so, at any depth. */
function valuesOf(value: unknown, keys: string[]): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) =>
    keys.includes(key) && typeof one === 'string' ? [one] : valuesOf(one, keys),
  )
}

const links = (body: string) =>
  inner(body, 'a')
    .filter(({ attributes, html }) => !/aria-label=|aria-hidden=/.test(attributes) && !/<(img|svg)\b/.test(html))
    .map(({ text }) => text)
const headlines = (body: string) =>
  inner(body, 'script')
    .filter(({ attributes }) => attributes.includes('ld+json'))
    .flatMap(({ html }) => valuesOf(JSON.parse(html), ['headline', 'name']))

const page = (body: string) => [...links(body), ...headlines(body), ...inner(body, 'h1').map(({ text }) => text)]
const titles = (body: string) => inner(body, 'title').map(({ text }) => text)
const json = (body: string) => valuesOf(JSON.parse(body), ['title', 'original_title'])
const markdown = (body: string) =>
  [...body.matchAll(/\[([^\]]*)\]\(|^#+ (.*)$/gm)].map(([, link, heading]) => link ?? heading ?? '')

it.each<[() => string, (body: string) => string[]]>([
  [() => '/', page],
  [() => `/feeds/${feed}`, page],
  [() => '/feeds', page],
  [() => '/sok?q=ramsvik', page],
  [() => `/entries/${article}`, page],
  [() => '/entries.rss', titles],
  [() => '/feed.json', json],
  [() => `/feeds/${feed}.rss`, titles],
  [() => '/sitemap-news.xml', (body) => inner(body, 'news:title').map(({ text }) => text)],
  [() => '/api/v1/entries', json],
  [() => '/api/v1/events', json],
  [() => '/api/v1/entries/search?q=ramsvik', json],
  [() => '/index.md', markdown],
])('%o', async (path, named) => {
  let answer = await web.app.inject(path())
  if (answer.statusCode >= 300 && answer.statusCode < 400)
    answer = await web.app.inject(String(answer.headers.location))
  expect([path(), answer.statusCode]).toEqual([path(), 200])
  const found = named(answer.body)
  expect(found.length).toBeGreaterThan(0)
  expect(found.filter((one) => !isVisible(one))).toEqual([])
})

it('each is named after its text', async () => {
  const rows = await web.database.db.selectFrom('articles').select('title').orderBy('id').execute()
  expect(rows.map(({ title }) => title).sort()).toEqual(
    ['Gamla vägen stängs.', ...SUBJECTS.map((subject) => `${subject} i Ramsvik öppnar på lördag`)].sort(),
  )
})

it('what is invisible is stored of nobody: publishers, readers, the operator', { tags: 'slow' }, async () => {
  const hidden = '\u{e0041}\u{e0042}\u{e0100}\ufff9\u2063'
  const { db } = web.database
  const item = { title: `Ny${hidden} bro`, link: 'https://blad.example/ny', description: `Den är${hidden} lång.` }
  publisher.serve('/ny', { body: rssDocument(`Bladet${hidden}`, [{ ...item, date: web.clock.now() }]) })
  const source = await actionsOf(web).addSource(publisher.at('/ny'))
  await actionsOf(web).ingest({ feedIds: [source.id] })
  const stored = await db.selectFrom('articles').select(['title', 'excerpt']).where('feed_id', '=', source.id).execute()
  expect([source.title, stored]).toEqual(['Bladet', [{ title: 'Ny bro', excerpt: 'Den är lång.' }]])
  const { token, userId } = await signIn(web, 'ann@site.example')
  const authorization = `Bearer ${token}`
  const post = (url: string, payload: object) =>
    web.app.inject({ method: 'POST', url: `/api/v1/me${url}`, payload, headers: { authorization } })
  await post('/keys', { name: `Agent${hidden}` })
  await post('/follows', { kind: 'search', key: `bro${hidden}` })
  await post('/mutes', { kind: 'word', key: `krok${hidden}` })
  await web.app.inject({
    method: 'POST',
    url: `/entries/${article}/report`,
    payload: `text=${encodeURIComponent(`Fel${hidden}`)}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
  })
  expect([
    (await listApiKeys(web.ctx.database, userId)).map(({ name }) => name),
    (await getProfile(web.ctx.database, userId)).follows.map(({ key }) => key),
    (await getProfile(web.ctx.database, userId)).mutes.map(({ key }) => key),
    (await db.selectFrom('fault_reports').select('text').execute()).map(({ text }) => text),
  ]).toEqual([['Agent'], ['bro'], ['krok'], ['Fel']])
})

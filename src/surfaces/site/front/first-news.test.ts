/** The front page before the first news: how far the reading of the sources has come, and what went wrong. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seedArticles, seedFeed } from '../../../../tests/support/build.ts'
import { t } from '../../../../tests/support/content.ts'
import { startTestWeb, type TestWeb } from '../../../../tests/support/web.ts'

let web: TestWeb
beforeAll(async () => {
  web = await startTestWeb({}, undefined, { alone: true })
})
afterAll(() => web.close())
beforeEach(async () => {
  for (const table of ['articles', 'feeds'] as const) await web.database.db.deleteFrom(table).execute()
})

const at = new Date('2026-11-21T11:00:00Z')
const UNREAD = {}
const READ = { last_fetched_at: at, last_success_at: at }
const FAILED = { last_fetched_at: at, failing_since: at, failure: 'status', errors_in_row: 1 } as const
const OFFLINE = { ...FAILED, failure: 'offline' } as const
type Feed = Parameters<typeof seedFeed>[1]

it.each<[what: string, feeds: Feed[], articles: number, words: [key: string, n?: number][], refresh: number]>([
  ['no source', [], 0, [['no_feeds']], 5],
  ['a source unread', [UNREAD], 0, [['text']], 5],
  ['one of two sources read', [READ, UNREAD], 0, [['text']], 5],
  ['all read without a result', [READ, READ], 0, [['nothing']], 60],
  ['all read, an article not yet judged', [READ], 1, [['text']], 60],
  ['one of two failed', [READ, FAILED], 0, [['nothing_of_some'], ['failed', 1]], 60],
  ['all failed', [FAILED, FAILED], 0, [['failed', 2]], 60],
  ['no network', [OFFLINE, OFFLINE], 0, [['offline']], 60],
])('reports %s', async (_what, feeds, articles, words, refresh) => {
  const ids: number[] = []
  for (const feed of feeds) ids.push(await seedFeed(web.database, feed))
  for (let n = 0; n < articles; n++) await seedArticles(web.database, [{ feed_id: ids[0] ?? 0, status: 'pending' }])
  const { body, headers } = await web.app.inject('/')
  const progress = t('first.progress', { tried: feeds.filter((feed) => feed === READ).length, n: feeds.length })
  expect(body.includes(`aria-label="${progress}"`)).toBe(feeds.length > 0)
  expect(body.includes(t('first.found', { n: articles }))).toBe(feeds.length > 0)
  const main = /<main[\s\S]*<\/main>/.exec(body)?.[0] ?? ''
  const shown = [...main.matchAll(/<p(?: class="small")?>([^<]+)<\/p>/g)].map(([, text]) => text)
  expect(shown).toEqual(words.map(([key, n]) => t(`first.${key}`, n ? { n } : {})))
  expect(body).toContain(`http-equiv="refresh" content="${refresh}"`)
  expect(headers['cache-control']).toBe('no-store')
})

describe('whoever runs the site', () => {
  const token = 'en nyckel som bara redaktionen har'
  const stranger = { remoteAddress: '203.0.113.9' }
  let site: TestWeb
  beforeAll(async () => {
    site = await startTestWeb({ ADMIN_TOKEN: token })
  })
  afterAll(() => site.close())

  it.each<[string, object]>([
    ['another machine', stranger],
    ['behind a proxy', { headers: { 'x-forwarded-for': '203.0.113.9' } }],
    ['that made up a session', { ...stranger, headers: { cookie: 'admin=1; console=0' } }],
  ])('is not a client from %s: it reads that news will come, and no more', async (_, options) => {
    await seedFeed(site.database, FAILED)
    const { body, statusCode, headers } = await site.app.inject({ url: '/', ...options })
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(body).toContain('<meta name="robots" content="noindex">')
    expect(body).toMatch(new RegExp(`<h1>${t('first.soon')}</h1>\\s*<p>${t('first.soon_text')}</p>`))
    expect(body).not.toMatch(/\/admin|<progress|<nav|role="search"/)
  })

  it('is led to the console, on that machine', async () => {
    const { body } = await site.app.inject('/')
    expect(body).toContain(`href="/admin">${t('first.to_console')}<`)
    const { body: without } = await web.app.inject('/')
    expect(without).not.toContain('/admin')
  })

  it('is led there from elsewhere while signed in to it', async () => {
    const headers = async (answer: { cookies: { name: string; value: string }[] }) => ({
      cookie: answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    })
    const signIn = await site.app.inject({ url: '/admin', ...stranger })
    const form = /name="form" value="([^"]+)"/.exec(signIn.body)?.[1] ?? ''
    const origin = { origin: site.config.BASE_URL, 'content-type': 'application/x-www-form-urlencoded' }
    const payload = new URLSearchParams({ form, token }).toString()
    const opened = await site.app.inject({
      url: '/admin/sign-in',
      method: 'POST',
      payload,
      ...stranger,
      headers: { ...(await headers(signIn)), ...origin },
    })
    const hint = opened.cookies.find(({ name }) => name === 'console')
    expect(hint).toMatchObject({ value: '1', path: '/', httpOnly: true, sameSite: 'Strict' })
    const { body } = await site.app.inject({ url: '/', ...stranger, headers: { cookie: 'console=1' } })
    expect(body).toContain('href="/admin"')
    expect((await site.app.inject({ url: '/admin/sources', headers: { cookie: 'console=1' } })).statusCode).toBe(303)
  })
})

/** A reader's own edition as RSS and JSON Feed at a secret address, which can be taken back. */

import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApi, type TestApi } from '../../../tests/support/api.ts'
import { seedArticles, seedFeed, seedTag } from '../../../tests/support/build.ts'
import { NEIGHBOUR } from '../../../tests/support/neighbour.ts'
import { validateRss } from '../../../tests/support/valid/rss.ts'
import { follow } from '../../news/accounts/writes/follows.ts'
import { userOfToken } from '../../news/accounts/writes/tokens.ts'
import { makePersonalFeed } from './personal-feeds.ts'

let api: TestApi
let cookie: string
let userId: number
let tag: number

beforeAll(async () => {
  api = await startApi()
  const { web } = api
  const feed = await seedFeed(web.database)
  tag = await seedTag(web.database, 'Krokar', 'krokar')
  const now = web.clock.now()
  const times = { published_at: now, discovered_at: now, sort_at: now, updated_at: now }
  await seedArticles(web.database, [
    { feed_id: feed, title: 'Kroken & <öglan>', tag_ids: [tag], ...times },
    { feed_id: feed, title: 'Något annat', ...times },
  ])
  const token = await api.signIn('ann@example.se')
  cookie = `konto=${token}`
  userId = (await userOfToken(web.ctx.database, token, web.ctx.clock.now()))?.id ?? 0
  await follow(web.ctx.database, userId, { kind: 'tag', key: String(tag) }, web.ctx.clock.now())
})
afterAll(() => api.close())

const get = (url: string, headers: Record<string, string> = {}) => api.web.app.inject({ url, headers })

async function press(path: string) {
  const page = await get('/konto/own-feed', { cookie })
  const form = page.cookies.find(({ name }) => name === 'konto_form')?.value ?? ''
  return api.web.app.inject({
    method: 'POST',
    url: path,
    headers: { cookie: `${cookie}; konto_form=${form}`, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ form }).toString(),
  })
}

const make = async () => /\/min\/([\w-]{32})\.rss/.exec((await press('/konto/own-feed')).body)?.[1] ?? ''

it('is made at the account, shown once, and holds what is followed with why', async () => {
  const key = await make()
  expect((await get('/konto/own-feed', { cookie })).body).not.toContain(key)
  const rss = await get(`/min/${key}.rss`)
  expect(rss.headers['content-type']).toContain('application/rss+xml')
  expect(validateRss(rss.body, `https://site.example/min/${key}.rss`)).toEqual([])
  expect(rss.body.match(/<item>/g)).toHaveLength(1)
  expect(rss.body).toContain('Du följer Krokar · 1 källa')
  const json = (await get(`/min/${key}.json`)).json()
  expect(json.feed_url).toBe(`https://site.example/min/${key}.json`)
  expect(json.items.map(({ title }: { title: string }) => title)).toEqual(['Kroken & <öglan>'])
  expect(json.hubs).toBeUndefined()
})

it('is kept by nobody on the way, and answers a reader who has it already', async () => {
  const address = `/min/${await make()}.rss`
  const { headers } = await get(address)
  expect(headers).toMatchObject({
    'cache-control': 'private, no-cache',
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
  })
  expect((await get(address, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
})

it('has no podcast where the service has no voice', async () => {
  const key = await make()
  for (const path of [`/min/${key}/podcast.rss`, `/min/${key}/2026-11-21.mp3`])
    expect((await get(path)).statusCode).toBe(404)
})

it('dies with a new address, with a press of a button and with the account', async () => {
  const first = await make()
  const second = await make()
  expect((await get(`/min/${first}.rss`)).statusCode).toBe(404)
  expect((await get(`/min/${second}.rss`)).statusCode).toBe(200)
  await press('/konto/own-feed/close')
  expect((await get(`/min/${second}.rss`)).statusCode).toBe(404)
  const third = await make()
  await api.web.ctx.accounts.deleteAccount(userId)
  expect((await get(`/min/${third}.json`)).statusCode).toBe(404)
})

it('tells a stranger nothing: a guess is an address that is not there, and the database has no key', async () => {
  const key = await makePersonalFeed(
    api.web.database,
    (await userOfToken(api.web.ctx.database, await api.signIn('bo@example.se'), api.web.ctx.clock.now()))?.id ?? 0,
    api.web.clock.now(),
  )
  const [guess, nothing] = [await get(`/min/${'x'.repeat(32)}.rss`), await get('/min/nothing.rss')]
  expect([guess.statusCode, guess.body]).toEqual([nothing.statusCode, nothing.body])
  const rows = await api.web.database.db
    .selectFrom('personal_feeds')
    .selectAll()
    .where('user_id', '<', NEIGHBOUR)
    .execute()
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(key)
})

/** The MCP server with an account's token: its own edition, what it follows, and who else sees any of it. */

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type TestApi } from '../../../tests/support/api.ts'
import { seedEvent, seedFeed, seedTag } from '../../../tests/support/build.ts'
import { ifThere } from '../../../tests/support/features.ts'
import { tokensAtMost } from '../../../tests/support/mcp/tokens.ts'
import { emptyTables, NEIGHBOUR } from '../../../tests/support/neighbour.ts'
import { featureNames } from '../../features.ts'

let api: TestApi
let ann: string
let bo: string
let feed: number
let shared: number
let single: number

beforeAll(async () => {
  api = await startApi()
  const { database } = api.web
  feed = await seedFeed(database, { title: 'Äppelposten' })
  const other = await seedFeed(database, { title: 'Bitar' })
  const tag_ids = [await seedTag(database, 'Provtagg')]
  const published_at = new Date('2026-11-21T09:00:00Z')
  const both = await seedEvent(database, [
    { feed_id: feed, title: 'AirPods 5 är här', url: 'https://one.example/airpods', published_at, tag_ids },
    { feed_id: other, title: 'Nya AirPods', published_at, tag_ids },
  ])
  shared = both.eventId
  single = (await seedEvent(database, [{ feed_id: feed, title: 'Musk om priser', published_at }])).eventId
  ann = await api.signIn('ann@site.example')
  bo = await api.signIn('bo@site.example')
})
afterAll(() => api.close())

/** Each request in a minute of its own. */
function post(method: string, params: object, token?: string) {
  api.web.clock.set(new Date(api.web.clock.now().getTime() + 61_000))
  return api.web.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: {
      host: 'site.example',
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
}

/** Of an answer as JSON or as the one event of a stream. */
async function ask(method: string, params: object, token?: string) {
  const { body } = await post(method, params, token)
  return JSON.parse(/^data: (.*)$/m.exec(body)?.[1] ?? body).result
}

const call = (name: string, args: object, token?: string) => ask('tools/call', { name, arguments: args }, token)
const edition = async (token: string, args: object = {}) =>
  (await call('my_edition', args, token)).structuredContent.events as {
    id: number
    url: string
    sources: { name: string; url: string }[]
    because: { kind: string; key: string; title: string; url: string }[]
  }[]

it('has more tools for an account, and says which of them changes something', async () => {
  const [plain, own] = [(await ask('tools/list', {})).tools, (await ask('tools/list', {}, ann)).tools]
  const added = own.slice(plain.length) as { name: string; annotations: { readOnlyHint: boolean } }[]
  expect(added.map(({ name, annotations }) => [name, annotations.readOnlyHint])).toEqual([
    ['my_edition', true],
    ['follow', false],
    ...ifThere('alerts', ['alert', false]),
    ['mute', false],
    ['mark', false],
  ])
  expect(own.slice(0, plain.length)).toEqual(plain)
  expect(tokensAtMost(JSON.stringify(own))).toBeLessThan(5000)
  for (const { name, inputSchema } of own) expect([name, inputSchema.additionalProperties]).toEqual([name, false])
  const refused = await call('mark', { event_ids: [single], as: 'read', off: true }, ann)
  expect([refused.isError, refused.content[0].text]).toEqual([
    ...[true, expect.stringContaining('no argument "off". It takes: event_ids, as, on.')],
  ])
})

it('gives the edition of what is followed, each event with why, its sources and their addresses', async () => {
  expect(await edition(ann)).toEqual([])
  const followed = await call('follow', { kind: 'tag', key: 'Provtagg' }, ann)
  expect(followed.structuredContent).toMatchObject({
    follow: { kind: 'tag', key: 'provtagg', title: 'Provtagg', url: 'https://site.example/tags/provtagg' },
    following: true,
    follows_count: 1,
  })
  await call('follow', { kind: 'search', key: 'airpods' }, ann)
  await call('follow', { kind: 'source', key: String(feed) }, ann)
  const events = await edition(ann)
  expect(events.map(({ id }) => id)).toEqual([shared, single])
  expect(events[0]?.because.map(({ kind }) => kind)).toEqual(['search', 'tag', 'source'])
  expect(events[0]?.sources).toContainEqual({ name: 'Äppelposten', url: 'https://one.example/airpods' })
  const { content } = await call('my_edition', {}, ann)
  expect(content[0].text).toContain(`search: airpods, tag: Provtagg (provtagg), source: Äppelposten (${feed})`)
})

it('goes on by cursor', async () => {
  const first = (await call('my_edition', { limit: 1 }, ann)).structuredContent
  const next = (await call('my_edition', { limit: 1, cursor: first.next_cursor }, ann)).structuredContent
  expect([first.events[0].id, next.events[0].id, next.next_cursor]).toEqual([shared, single, null])
})

it('tells nobody else what an account reads, and shows at once what has changed', async () => {
  expect(await edition(bo)).toEqual([])
  await call('follow', { kind: 'event', key: String(single) }, bo)
  expect((await edition(bo)).map(({ id }) => id)).toEqual([single])
  await call('follow', { kind: 'event', key: String(single), on: false }, bo)
  expect(await edition(bo)).toEqual([])
  expect(await edition(ann)).toHaveLength(2)
})

it('mutes a word, a source or a kind, and hears it again', async () => {
  const muted = await call('mute', { kind: 'word', key: 'Musk' }, ann)
  expect(muted.structuredContent).toMatchObject({ mute: { kind: 'word', key: 'musk' }, muted: true, mutes_count: 1 })
  expect((await edition(ann)).map(({ id }) => id)).toEqual([shared])
  await call('mute', { kind: 'kind', key: 'news' }, ann)
  expect(await edition(ann)).toEqual([])
  for (const [kind, key] of [
    ['word', 'musk'],
    ['kind', 'news'],
  ])
    await call('mute', { kind, key, on: false }, ann)
  expect(await edition(ann)).toHaveLength(2)
  for (const wrong of [
    { kind: 'kind', key: 'gossip' },
    { kind: 'word', key: '!!' },
    { kind: 'source', key: '999999' },
  ])
    expect((await call('mute', wrong, ann)).isError).toBe(true)
})

it('marks events as read and saves them, and takes both back', async () => {
  const states = async (args: object = {}) =>
    (
      (await call('my_edition', args, ann)).structuredContent.events as { id: number; read: boolean; saved: boolean }[]
    ).map(({ id, read, saved }) => [id, read, saved])
  expect(await states()).toEqual([
    [shared, false, false],
    [single, false, false],
  ])
  const marked = await call('mark', { event_ids: [shared], as: 'read' }, ann)
  expect(marked.structuredContent).toMatchObject({ event_ids: [shared], as: 'read', on: true })
  await call('mark', { event_ids: [shared, single, 999999], as: 'saved' }, ann)
  expect(await states()).toEqual([
    [shared, true, true],
    [single, false, true],
  ])
  expect((await states({ only: 'saved' })).map(([id]) => id).sort()).toEqual([shared, single].sort())
  expect((await states({ only: 'unread' })).map(([id]) => id)).toEqual([single])
  await call('mark', { event_ids: [shared], as: 'read', on: false }, ann)
  await call('mark', { event_ids: [shared, single], as: 'saved', on: false }, ann)
  expect([await states({ only: 'saved' }), await states({ only: 'unread' })]).toEqual([[], await states()])
  expect((await call('mark', { event_ids: [999999], as: 'saved' }, ann)).isError).toBe(true)
  expect((await call('mark', { event_ids: [], as: 'saved' }, ann)).isError).toBe(true)
})

it('says what is new since the visit before', async () => {
  const news = async () =>
    ((await call('my_edition', {}, ann)).structuredContent.events as { new: boolean }[]).map((each) => each.new)
  expect(await news()).toEqual([false, false])
  await sql`update users set seen_until = now() - interval '100 years' where email = 'ann@site.example'`.execute(
    api.web.database.db,
  )
  expect(await news()).toEqual([true, true])
})

describe.runIf(featureNames.includes('alerts'))('the tool alert', () => {
  const alert = (args: object, token = ann) => call('alert', args, token)
  const rules = async (token: string) =>
    (await api.call('GET', '/api/v1/me/alerts', { token })).body.data.rules as { key: string; ways: string[] }[]

  it('has the account told when three sources confirm an event, in one call', async () => {
    const { structuredContent: made, content } = await alert({ kind: 'event', key: String(shared) })
    expect(made).toMatchObject({
      alert: { kind: 'event', key: String(shared), title: 'AirPods 5 är här' },
      min_sources: 3,
      ways: ['mail'],
      on: true,
      alerts_count: 1,
      source_count: 2,
      mail_confirmed: false,
    })
    expect(content[0].text).toContain('min_sources 3, ways mail')
    expect(await rules(ann)).toMatchObject([{ key: String(shared), min_sources: 3, ways: ['mail'] }])
  })

  it.each([
    ['a tag by its name', { kind: 'tag', key: 'Provtagg' }, 'provtagg'],
    ['a search', { kind: 'search', key: 'airpods' }, 'airpods'],
    ['a source', () => ({ kind: 'source', key: String(feed) }), null],
  ])('alerts of %s, and takes it back', async (_, asked, key) => {
    const args = typeof asked === 'function' ? asked() : asked
    const before = await rules(ann)
    expect((await alert({ ...args, min_sources: 2 })).structuredContent.alerts_count).toBe(before.length + 1)
    expect((await rules(ann)).at(-1)).toMatchObject({ key: key ?? args.key, min_sources: 2 })
    expect((await alert({ ...args, on: false })).structuredContent).toMatchObject({ on: false, ways: [] })
    expect(await rules(ann)).toEqual(before)
  })

  it('uses the webhook of an account that has one, and whatever it names', async () => {
    await api.call('POST', '/api/v1/me/webhooks', { token: bo, body: { url: 'https://hook.example/bo' } })
    expect((await alert({ kind: 'tag', key: 'provtagg' }, bo)).structuredContent.ways).toEqual(['webhook'])
    const named = await alert({ kind: 'tag', key: 'provtagg', ways: ['push', 'mail'] }, bo)
    expect(named.structuredContent.ways).toEqual(['push', 'mail'])
    expect(await rules(bo)).toMatchObject([{ key: 'provtagg', ways: ['push', 'mail'] }])
  })

  it('says what is wrong: of what is not there, and of an account that nothing reaches', async () => {
    expect((await alert({ kind: 'tag', key: 'nope' })).content[0].text).toContain('Call list_tags')
    expect((await alert({ kind: 'tag', key: 'provtagg', min_sources: 0 })).isError).toBe(true)
    const eva = await api.signIn('eva@site.example')
    await sql`update users set email = null where email = 'eva@site.example'`.execute(api.web.database.db)
    const { isError, content } = await alert({ kind: 'tag', key: 'provtagg' }, eva)
    expect([isError, content[0].text]).toEqual([true, expect.stringContaining('add one on its page')])
  })

  it('asks a mailbox no more often than codes are mailed', async () => {
    const questions = async () => {
      const { isError } = await alert({ kind: 'tag', key: 'provtagg', ways: ['mail'] }, bo)
      await emptyTables(api.web.database, 'mail_subscriptions')
      return isError ?? false
    }
    await emptyTables(api.web.database, 'mail_subscriptions', 'rate_hits')
    const refused: boolean[] = []
    for (let n = 0; n < 6; n++) refused.push(await questions())
    expect(refused).toEqual([false, false, false, false, false, true])
  })
})

it('data of own tools is at most 1.3 times as large as the text', async () => {
  await sql`update articles set excerpt = repeat('Odlarna säger att skörden ökar i år. ', 8) where id < ${NEIGHBOUR}`.execute(
    api.web.database.db,
  )
  const calls: [string, object][] = [
    ['my_edition', {}],
    ['follow', { kind: 'tag', key: 'provtagg' }],
    ...ifThere<[string, object]>('alerts', ['alert', { kind: 'tag', key: 'provtagg' }]),
    ['mute', { kind: 'word', key: 'tredje' }],
    ['mark', { event_ids: [single], as: 'saved' }],
  ]
  const sizes: [string, number][] = []
  for (const [name, args] of calls) {
    const { structuredContent, content } = await call(name, args, ann)
    const [data, text] = [JSON.stringify(structuredContent), content[0].text].map((one) => Buffer.byteLength(one))
    sizes.push([name, Number(data) / Number(text)])
  }
  expect(sizes.filter(([, ratio]) => ratio > 1.3)).toEqual([])
})

it('says where to find the key of what cannot be followed', async () => {
  for (const [kind, key, words] of [
    ['tag', 'nope', 'There is no tag "nope". Call list_tags'],
    ['story', 'x', 'There is no story "x". Call latest_stories'],
  ] as const) {
    const { isError, content } = await call('follow', { kind, key }, ann)
    expect([isError, content[0].text]).toEqual([true, expect.stringContaining(words)])
  }
  expect((await call('follow', { kind: 'event', key: '999999' }, ann)).isError).toBe(true)
})

it('refuses a wrong token, and does without one nothing that takes an account', async () => {
  for (const wrong of ['nope', `kh_${'x'.repeat(43)}`, ann.slice(0, -1)]) {
    const refused = await post('tools/list', {}, wrong)
    expect([refused.statusCode, refused.headers['www-authenticate']]).toEqual([
      ...[401, expect.stringMatching(/^Bearer error="invalid_token"/)],
    ])
  }
  for (const name of ['my_edition', 'follow', 'mute', 'mark'])
    expect([name, (await post('tools/call', { name, arguments: {} })).statusCode]).toEqual([name, 401])
  const answered = await post('tools/list', {}, ann)
  expect([answered.headers['cache-control'], answered.headers.vary]).toEqual([
    expect.stringMatching(/^no-/),
    expect.stringContaining('authorization'),
  ])
})

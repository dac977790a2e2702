/** What an account keeps, over the API: follows, mutes, saved, read, and the feed that comes of them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type TestApi } from '../../../tests/support/api.ts'
import { seedEvent, seedFeed, seedTag } from '../../../tests/support/build.ts'
import type { FollowKind, MuteKind } from '../../news/accounts/rules/profile.ts'

let api: TestApi
let token: string
let stranger: string
let feeds: number[]
let events: number[]
let article: number

beforeAll(async () => {
  api = await startApi()
  const { database } = api.web
  feeds = [await seedFeed(database, { title: 'Äppelposten' }), await seedFeed(database, { title: 'Bitar' })]
  const [one, two] = feeds as [number, number]
  const tag_ids = [await seedTag(database, 'Provtagg')]
  const published_at = new Date('2026-11-21T09:00:00Z')
  const shared = await seedEvent(database, [
    { feed_id: one, title: 'AirPods 5 är här', published_at, tag_ids },
    { feed_id: two, title: 'Nya AirPods', published_at, tag_ids },
  ])
  const second = await seedEvent(database, [{ feed_id: two, title: 'Musk om priser', published_at }])
  events = [shared.eventId, second.eventId]
  article = shared.articleIds[1] as number
  token = await api.signIn('ann@site.example')
  stranger = await api.signIn('bo@site.example')
})
afterAll(() => api.close())

const get = async (path: string, who = token) => (await api.call('GET', `/api/v1/me${path}`, { token: who })).body
const post = (path: string, body: unknown) => api.call('POST', `/api/v1/me${path}`, { token, body })
const remove = (path: string) => api.call('DELETE', `/api/v1/me${path}`, { token })
const ids = (rows: { event: { id: number } }[]) => rows.map(({ event }) => event.id)

describe('/api/v1/me', () => {
  it('is nobody without a token', async () => {
    for (const path of ['', '/follows', '/mutes', '/saved', '/read?event_ids=1', '/feed'])
      expect([path, (await api.call('GET', `/api/v1/me${path}`)).status]).toEqual([path, 401])
  })

  it('gives a feed of what is followed, each event with what brought it, and leaves others what is theirs', async () => {
    expect((await get('/feed')).data).toEqual([])
    const followed = await post('/follows', { kind: 'tag', key: 'provtagg' })
    expect(followed.body.data).toEqual([
      { kind: 'tag', key: 'provtagg', title: 'Provtagg', url: 'https://site.example/tags/provtagg' },
    ])
    await post('/follows', { kind: 'source', key: String(feeds[1]) })
    await post('/follows', { kind: 'search', key: 'airpods' })
    const { data, pagination } = await get('/feed')
    expect(ids(data)).toEqual(events)
    expect(pagination.total).toBe(2)
    expect(data[0]).toMatchObject({ read: false, saved: false, new: false, event: { source_count: 2 } })
    expect(data[0].because.map(({ kind }: { kind: string }) => kind)).toEqual(['search', 'tag', 'source'])
    expect((await get('/feed', stranger)).data).toEqual([])
    expect((await remove(`/follows?kind=tag&key=provtagg`)).body.data).toHaveLength(2)
    expect((await remove(`/follows?kind=search&key=airpods`)).body.data).toHaveLength(1)
  })

  it('leaves out what is muted, until it is not', async () => {
    expect((await post('/mutes', { kind: 'word', key: 'MUSK' })).body.data).toEqual([
      { kind: 'word', key: 'musk', title: 'musk', url: null },
    ])
    expect(ids((await get('/feed')).data)).toEqual([events[0]])
    await remove('/mutes?kind=word&key=musk')
    expect((await get('/feed')).data).toHaveLength(2)
  })

  it('saves and reads events, by an article of theirs too', async () => {
    expect((await post('/saved', { entry_id: article })).body.data).toEqual({ event_ids: [events[0]] })
    expect(ids((await get('/saved')).data)).toEqual([events[0]])
    expect((await post('/read', { entry_ids: [article] })).body.data.read).toEqual([events[0]])
    expect((await get('/feed')).data[0]).toMatchObject({ read: true, saved: true })
    expect((await get(`/read?event_ids=${events.join()}`, stranger)).data.read).toEqual([])
    await post('/read', { event_ids: [events[0]], read: false })
    expect((await get(`/read?event_ids=${events.join()}`)).data.read).toEqual([])
    await post('/read', { until: '2099-01-01T00:00:00Z' })
    expect((await get(`/read?event_ids=${events.join()}`)).data.read.sort()).toEqual([...events].sort())
    await remove(`/saved?event_id=${events[0]}`)
    expect((await get('')).data).toMatchObject({
      email: 'ann@site.example',
      follows: 1,
      saved: 0,
      read_until: '2026-11-21T12:00:00.000Z',
    })
  })

  it('refuses what is not there and what cannot be meant, in words', async () => {
    const refused: [number, string, unknown][] = [
      [404, '/follows', { kind: 'tag', key: 'nothing' }],
      [404, '/follows', { kind: 'story', key: '999' }],
      [422, '/follows', { kind: 'story', key: 'x' }],
      [422, '/follows', { kind: 'person', key: '1' }],
      [422, '/mutes', { kind: 'kind', key: 'nothing' }],
      [404, '/mutes', { kind: 'source', key: '999' }],
      [404, '/saved', { event_id: 999 }],
      [422, '/saved', {}],
      [422, '/read', {}],
      [422, '/read', { until: '2026-11-20T12:00:00Z', read: false }],
      [404, '/read', { event_ids: [999] }],
    ]
    for (const [status, path, body] of refused) {
      const answer = await post(path, body)
      expect([path, body, answer.status]).toEqual([path, body, status])
      expect(answer.body.error.message).toMatch(/\w/)
    }
  })

  it('names what is followed and muted, each kind with its page', async () => {
    const story = { title: 'Öronsnäckorna', entries_count: 1, created_at: new Date(), updated_at: new Date() }
    const inserted = api.web.database.db.insertInto('stories').values(story).returning('id')
    const { id } = await inserted.executeTakeFirstOrThrow()
    const [[, two], site] = [feeds, 'https://site.example']
    const source = { key: String(two), title: 'Bitar', url: `${site}/feeds/${two}` }
    const of = {
      follows: {
        tag: { key: 'provtagg', title: 'Provtagg', url: `${site}/tags/provtagg` },
        story: { key: String(id), title: 'Öronsnäckorna', url: `${site}/stories/${id}-oronsnackorna` },
        event: {
          key: String(events[1]),
          title: 'Musk om priser',
          url: `${site}/handelser/${events[1]}-musk-om-priser`,
        },
        source,
        search: { key: 'nya airpods', title: 'nya airpods', url: `${site}/sok?q=nya+airpods` },
      } satisfies Record<FollowKind, object>,
      mutes: {
        word: { key: 'musk', title: 'musk', url: null },
        source,
        kind: { key: 'rumor', title: 'rumor', url: null },
      } satisfies Record<MuteKind, object>,
    }
    for (const [list, kinds] of Object.entries(of)) {
      for (const [kind, { key }] of Object.entries(kinds)) {
        api.web.clock.set(new Date(api.web.clock.now().getTime() + 1000))
        await api.call('POST', `/api/v1/me/${list}`, { token: stranger, body: { kind, key } })
      }
      const named = Object.entries(kinds).map(([kind, ref]) => ({ kind, ...ref }))
      expect((await get(`/${list}`, stranger)).data).toEqual(named)
    }
  })
})

/** Reading apps over the Google Reader API, by the requests that their public source code sends. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAtomFeed, parseOpml } from 'feedsmith'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedEvent, seedFeed, seedTag } from '../../../tests/support/build.ts'
import { signIn } from '../../../tests/support/people.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { watchWrites } from '../../../tests/support/writes.ts'
import {
  listApiKeys,
  listAppPasswords,
  makeApiKey,
  makeAppPassword,
  revokeApiKey,
  revokeAppPassword,
} from '../../news/accounts/writes/app-passwords.ts'
import { follow, followedFeeds, unfollow } from '../../news/accounts/writes/follows.ts'
import { markRead, readAmong, savedEvents, saveEvents } from '../../news/accounts/writes/read-markers.ts'
import { longId, shortId } from './item-ids.ts'

interface Recorded {
  as: string
  method: 'GET' | 'POST'
  url: string
  form?: string
}

// biome-ignore lint/suspicious/noExplicitAny: what came is what the test looks at
type Answers = Record<string, any>

const email = 'ann@site.example'
let web: TestWeb
let password: string
let userId: number
let events: [number, number]
let feeds: [number, number]

beforeAll(async () => {
  web = await startTestWeb()
  const { database } = web
  feeds = [
    await seedFeed(database, { title: 'Äppelposten', url: 'https://appelposten.example/feed' }),
    await seedFeed(database, { title: 'Bitar' }),
  ]
  const tag_ids = [await seedTag(database, 'Provtagg')]
  const one = await seedEvent(database, [
    { feed_id: feeds[0], title: 'AirPods <b> 5', excerpt: 'Nu & då.', tag_ids, image_url: 'https://a.example/x.webp' },
    { feed_id: feeds[1], title: 'Nya AirPods', tag_ids },
  ])
  const two = await seedEvent(database, [{ feed_id: feeds[1], title: 'Priser' }])
  events = [one.eventId, two.eventId]
  userId = (await signIn(web, email)).userId
  password = await makeAppPassword(web.ctx.database, userId, { name: 'Provapp' }, web.ctx.clock.now())
})
afterAll(() => web.close())

const call = (method: 'GET' | 'POST', url: string, form?: string, auth?: string) =>
  web.app.inject({
    method,
    url,
    headers: {
      ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      ...(auth ? { authorization: `GoogleLogin auth=${auth}` } : {}),
    },
    ...(form === undefined ? {} : { payload: form }),
  })

/** Plays what an app sends, one request after the other; what one answers, later ones hold. */
async function play(app: string): Promise<Answers> {
  const recorded: Recorded[] = JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures', `${app}.json`), 'utf8'))
  const hex = (id: number) => longId(id).slice(-16)
  const values: Record<string, string> = {
    email,
    password,
    since: String(Date.UTC(2026, 7, 21) / 1000),
    hex: hex(events[0]),
    otherHex: hex(events[1]),
    unpadded: hex(events[0]).replace(/^0+/, ''),
    otherUnpadded: hex(events[1]).replace(/^0+/, ''),
    decimal: shortId(events[0]),
    otherDecimal: shortId(events[1]),
    feedUrl: 'https://appelposten.example/feed',
  }
  const answers: Answers = {}
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? `?${name}`))
  for (const { as, method, url, form } of recorded) {
    const answer = await call(method, fill(url), form && fill(form), values.auth)
    expect([app, as, answer.statusCode, answer.body]).toEqual([app, as, 200, answer.body])
    answers[as] = /json/.test(String(answer.headers['content-type'])) ? answer.json() : answer.body
    if (as === 'login') values.auth = answers[as].Auth ?? /^Auth=(.+)$/m.exec(answers[as])?.[1] ?? ''
    if (as === 'token') values.token = answers[as]
    if (as === 'added') values.addedId = answers[as].streamId
  }
  return answers
}

const ids = (answer: { itemRefs: { id: string }[] }) => answer.itemRefs.map(({ id }) => id)
const both = () => [shortId(events[1]), shortId(events[0])].sort()

describe('a list that an app imports', () => {
  const listed = `<?xml version="1.0" encoding="ISO-8859-1"?><opml version="2.0"><body>
<outline text="Äpple" xmlUrl="feed:https://appelposten.example/feed"/>
<outline text="Okänd å" xmlUrl="https://okand.example/feed"/>
<outline text="Bara å"/></body></opml>`
  it.each(['text/xml', 'text/x-opml', 'application/octet-stream', 'application/x-www-form-urlencoded'])(
    'as %s: its sources of this site are followed, the rest is named',
    async (type) => {
      const auth = await makeAppPassword(web.ctx.database, userId, { name: `Lista ${type}` }, web.ctx.clock.now())
      const { statusCode, body } = await web.app.inject({
        method: 'POST',
        url: '/reader/api/0/subscription/import',
        headers: { 'content-type': type, authorization: `GoogleLogin auth=${auth}` },
        payload: Buffer.from(listed, 'latin1'),
      })
      expect([statusCode, body.split('\n')]).toEqual([
        200,
        ['OK: 1', 'line 4: "Bara å" names no feed (xmlUrl)', 'https://okand.example/feed is no source of this site'],
      ])
      expect(await followedFeeds(web.ctx.database, userId)).toEqual([feeds[0]])
      await unfollow(web.ctx.database, userId, { kind: 'source', key: String(feeds[0]) })
    },
  )

  it('that is no list is refused with the line, and without a password not read', async () => {
    const send = (auth?: string) =>
      web.app.inject({
        method: 'POST',
        url: '/reader/api/0/subscription/import',
        headers: { 'content-type': 'text/xml', ...(auth && { authorization: `GoogleLogin auth=${auth}` }) },
        payload: '<html></html>',
      })
    expect((await send()).statusCode).toBe(401)
    const refused = await send(password)
    expect([refused.statusCode, refused.body]).toEqual([400, expect.stringContaining('line 1: expected <opml>')])
  })
})

describe('an app that signs in with an app password', () => {
  it('as NetNewsWire: the site without any follows, texts by unpadded ids, read and starred', async () => {
    const { subscriptions, ids: found, items, unread, starred, token } = await play('netnewswire')
    expect(subscriptions.subscriptions).toMatchObject([{ id: 'feed/site', url: 'https://site.example/handelser.rss' }])
    expect(ids(found).sort()).toEqual(both())
    expect(token).toMatch(/^[\w-]{57}$/)
    const item = items.items[0]
    expect(item).toMatchObject({
      id: longId(events[0]),
      origin: { streamId: 'feed/site' },
      alternate: [{ href: expect.stringContaining(`https://site.example/handelser/${events[0]}`) }],
    })
    expect(item.summary.content).toContain('Nu &#38; då.')
    expect(item.summary.content).toContain('AirPods &#60;b&#62; 5')
    expect(ids(unread)).toEqual([shortId(events[1])])
    expect(ids(starred)).toEqual([shortId(events[0])])
  })

  it('as Capy Reader: what another app has read and starred, undone here, and a source that is followed and left', async () => {
    await follow(web.ctx.database, userId, { kind: 'source', key: String(feeds[1]) }, web.ctx.clock.now())
    const { subscriptions, starred, unread, items, added } = await play('capy-reader')
    expect(subscriptions.subscriptions).toMatchObject([
      { id: `feed/source-${feeds[1]}`, title: 'Bitar', categories: [{ id: 'user/-/label/Källor', label: 'Källor' }] },
    ])
    expect(ids(starred)).toEqual([shortId(events[0])])
    expect(ids(unread)).toEqual([shortId(events[1])])
    expect(items.items[0]).toMatchObject({
      canonical: [{ href: expect.stringMatching(/^https:/) }],
      enclosure: [{ href: 'https://a.example/x.webp', type: 'image/webp' }],
      origin: { streamId: `feed/source-${feeds[1]}`, htmlUrl: `https://site.example/feeds/${feeds[1]}` },
      categories: expect.arrayContaining(['user/-/state/com.google/read', 'user/-/state/com.google/starred']),
    })
    expect(added).toMatchObject({ numResults: 1, streamId: `feed/source-${feeds[0]}`, streamName: 'Äppelposten' })
    expect(await followedFeeds(web.ctx.database, userId)).toEqual([feeds[1]])
    expect(await savedEvents(web.ctx.database, userId)).toEqual([])
    expect(await readAmong(web.ctx.database, userId, events, web.ctx.clock.now())).toEqual(new Set())
  })

  it('as Read You: JSON sign-in, what is read since, and everything marked as read', async () => {
    await markRead(web.ctx.database, userId, [events[0]], true, web.ctx.clock.now())
    await saveEvents(web.ctx.database, userId, [events[1]], web.ctx.clock.now())
    const { login, user, starred, unread, readIds, items, afterwards } = await play('read-you')
    expect(login.Auth).toMatch(/\w/)
    expect(user).toMatchObject({ userName: email, userEmail: email })
    expect(ids(starred)).toEqual([shortId(events[1])])
    expect(ids(unread)).toEqual([shortId(events[1])])
    expect(ids(readIds)).toEqual([shortId(events[0])])
    expect(items.items.map(({ id }: { id: string }) => id)).toEqual([longId(events[0]), longId(events[1])])
    expect(ids(afterwards)).toEqual([])
    expect(await readAmong(web.ctx.database, userId, events, web.ctx.clock.now())).toEqual(new Set(events))
  })
})

describe('what is asked beyond that', () => {
  const get = async (path: string) => (await call('GET', `/reader/api/0/${path}`, undefined, password)).json()

  it('streams by folder, subscription and state, in either order, a page after the other', async () => {
    for (const stream of [
      'user/-/label/K%C3%A4llor',
      `feed/source-${feeds[1]}`,
      'user/1005921515/state/com.google/reading-list',
    ])
      expect(ids(await get(`stream/items/ids?n=10&s=${stream}`)).sort()).toEqual(both())
    const first = await get('stream/contents/user/-/state/com.google/reading-list?n=1&r=o')
    const second = await get(`stream/contents/user/-/state/com.google/reading-list?n=1&r=o&c=${first.continuation}`)
    const shown = [...first.items, ...second.items].map(({ id }: { id: string }) => id)
    expect(shown.sort()).toEqual(events.map(longId).sort())
    expect(second.continuation).toBeUndefined()
    expect(ids(await get('stream/items/ids?s=user/-/state/com.google/reading-list&nt=1000'))).toEqual([])
  })

  it('counts what is unread by subscription, folder and in all, and leaves unread what came after a mark', async () => {
    await markRead(web.ctx.database, userId, events, false, web.ctx.clock.now())
    const { unreadcounts } = await get('unread-count?output=json')
    expect(unreadcounts.map(({ id, count }: { id: string; count: number }) => [id, count])).toEqual([
      [`feed/source-${feeds[1]}`, 2],
      ['user/-/label/Källor', 2],
      ['user/-/state/com.google/reading-list', 2],
    ])
    await call('POST', '/reader/api/0/mark-all-as-read', `s=feed/source-${feeds[1]}&ts=1000000000000000`, password)
    expect(await readAmong(web.ctx.database, userId, events, web.ctx.clock.now())).toEqual(new Set())
  })

  it('counts in each stream what the stream lists, also where several follows match an item', {
    tags: 'slow',
  }, async () => {
    const { userId: id } = await signIn(web, 'cia@site.example')
    const auth = await makeAppPassword(web.ctx.database, id, { name: 'Räknaren' }, web.ctx.clock.now())
    const tag = await web.database.db
      .selectFrom('tags')
      .select('id')
      .where('name', '=', 'Provtagg')
      .executeTakeFirstOrThrow()
    const read = async (path: string) => (await call('GET', `/reader/api/0/${path}`, undefined, auth)).json()
    const compare = async () => {
      const { unreadcounts } = await read('unread-count?output=json')
      for (const { id: stream, count } of unreadcounts) {
        const query = `s=${encodeURIComponent(stream)}&xt=user/-/state/com.google/read&n=1000`
        expect([stream, count]).toEqual([stream, ids(await read(`stream/items/ids?${query}`)).length])
        expect(
          (await read(`stream/contents/${encodeURIComponent(stream)}?n=1000`)).items.length,
        ).toBeGreaterThanOrEqual(count)
      }
      return unreadcounts.map(({ id: stream }: { id: string }) => stream)
    }
    expect(await compare()).toEqual(['feed/site', 'user/-/state/com.google/reading-list'])
    const follows = [
      ...feeds.map((feed) => ({ kind: 'source' as const, key: String(feed) })),
      { kind: 'tag' as const, key: String(tag.id) },
      { kind: 'search' as const, key: 'AirPods' },
      { kind: 'event' as const, key: String(events[0]) },
    ]
    for (const wanted of follows) await follow(web.ctx.database, id, wanted, web.ctx.clock.now())
    expect((await compare()).length).toBe(follows.length + 4 + 1)
    await markRead(web.ctx.database, id, [events[0]], true, web.ctx.clock.now())
    await compare()
    const item = (await read(`stream/items/contents?i=${shortId(events[0])}`)).items[0]
    expect(item.categories.filter((one: string) => one.includes('/label/'))).toHaveLength(4)

    const list = await call('GET', '/reader/api/0/subscription/export', undefined, auth)
    expect(list.headers['content-type']).toBe('text/x-opml; charset=utf-8')
    const { body } = parseOpml(list.body)
    expect(body?.outlines?.map(({ text, outlines }) => [text, outlines?.length])).toEqual(
      expect.arrayContaining([
        ['Källor', 2],
        ['Ämnen', 1],
        ['Händelser', 1],
      ]),
    )
    const addresses = body?.outlines?.flatMap(({ outlines = [] }) => outlines.flatMap(({ xmlUrl }) => xmlUrl ?? []))
    expect(addresses).toEqual(expect.arrayContaining(['https://site.example/sok.rss?q=AirPods']))
    for (const address of addresses?.filter((one) => one.startsWith('https://site.example')) ?? [])
      expect([address, (await web.app.inject(address)).statusCode]).toEqual([address, 200])
  })

  it('streams as Atom, with states and folders, and a page after the other', async () => {
    await markRead(web.ctx.database, userId, [events[0]], true, web.ctx.clock.now())
    const atom = async (stream: string) => {
      const url = `/reader/atom/${stream}`
      const { statusCode, headers, body } = await call('GET', url, undefined, password)
      expect([url, statusCode, headers['content-type']]).toEqual([url, 200, 'application/atom+xml; charset=utf-8'])
      return parseAtomFeed(body)
    }
    const streams = [
      `feed/source-${feeds[1]}`,
      'user/-/label/K%C3%A4llor',
      'user/-/state/com.google/reading-list',
      'feed/site',
    ]
    for (const stream of streams) {
      const { items } = await get(`stream/contents/${stream}`)
      const { entries = [] } = await atom(stream)
      expect(entries.map(({ id, title }) => [id, title?.value])).toEqual(
        items.map(({ id, title }: Answers) => [id, title]),
      )
    }
    const { entries = [] } = await atom(`${streams[0]}?n=20`)
    const labels = (id: number) => entries.find((one) => one.id === longId(id))?.categories?.map(({ label }) => label)
    expect([labels(events[0])?.includes('read'), labels(events[1])?.includes('read')]).toEqual([true, false])
    expect(entries[0]?.categories?.every(({ scheme }) => scheme === 'http://www.google.com/reader/')).toBe(true)
    const { links = [] } = await atom(`${streams[0]}?n=1`)
    expect(links.find(({ rel }) => rel === 'next')?.href).toMatch(/^https:\/\/site\.example\/reader\/atom\/.*\?c=\d/)
    expect((await call('GET', `/reader/atom/${streams[0]}`)).statusCode).toBe(401)
    expect((await call('GET', '/reader/atom/feed/nothing', undefined, password)).statusCode).toBe(400)
    await markRead(web.ctx.database, userId, events, false, web.ctx.clock.now())
  })

  it('refuses a label or state that would not be kept, whole', async () => {
    const item = `i=${shortId(events[0])}&a=user/-/state/com.google/read`
    for (const tag of [
      'user/-/label/Läs sedan',
      'user/-/label/Källor',
      'user/-/state/com.google/like',
      'user/-/state/com.google/broadcast',
      'x',
    ]) {
      const form = `${item}&a=${encodeURIComponent(tag)}`
      const { statusCode, body } = await call('POST', '/reader/api/0/edit-tag', form, password)
      expect([tag, statusCode, body]).toEqual([tag, 400, 'Error=UnsupportedTag\n'])
    }
    expect(await readAmong(web.ctx.database, userId, events, web.ctx.clock.now())).toEqual(new Set())
    const reminders = '&a=user/-/state/com.google/tracking-kept-unread&a=user/7/state/com.google/fresh'
    expect((await call('POST', '/reader/api/0/edit-tag', item + reminders, password)).statusCode).toBe(200)
    await markRead(web.ctx.database, userId, events, false, web.ctx.clock.now())
  })

  it('answers what apps ask at their start', async () => {
    expect(await get('preference/list?output=json')).toEqual({ prefs: [] })
    expect(await get('preference/stream/list?output=json')).toEqual({ streamprefs: {} })
    expect((await get('friend/list?output=json')).friends).toMatchObject([
      { displayName: email, userIds: [String(userId)] },
    ])
  })

  it('reads items with the credential in T, where there is no header, and nothing else so', async () => {
    const read = (form: string, auth?: string) => call('POST', '/reader/api/0/stream/items/contents', form, auth)
    const named = `i=${shortId(events[0])}`
    const bare = password.replaceAll('-', '')
    const answer = await read(`T=${bare}&${named}`)
    expect([answer.statusCode, answer.json().items.length]).toEqual([200, 1])
    // The token of writes, as other apps send it beside the header.
    const token = (await call('GET', '/reader/api/0/token', undefined, password)).body
    expect((await read(`T=${token}&${named}`, password)).statusCode).toBe(200)
    for (const form of [`T=wrong&${named}`, `T=${token}&${named}`, named, `T=${bare}&T=${bare}&${named}`, ''])
      expect([form, (await read(form)).statusCode]).toEqual([form, 401])
    expect((await read(`T=${bare}&${named}`, 'wrong')).statusCode).toBe(401)
    expect((await read(`T=${bare}&${'i=1&'.repeat(20_000)}`)).statusCode).toBe(401)
    expect((await call('GET', `/reader/api/0/stream/items/contents?${named}&T=${bare}`)).statusCode).toBe(401)
    for (const path of ['edit-tag', 'mark-all-as-read', 'subscription/edit'])
      expect([path, (await call('POST', `/reader/api/0/${path}`, `T=${bare}&${named}`)).statusCode]).toEqual([
        path,
        401,
      ])
    expect((await call('GET', `/reader/api/0/unread-count?T=${bare}`)).statusCode).toBe(401)
  })

  it('follows pages of the site by their addresses', async () => {
    const subscribe = (address: string) =>
      call('POST', '/reader/api/0/subscription/edit', `ac=subscribe&s=feed/${encodeURIComponent(address)}`, password)
    expect((await subscribe('https://site.example/tags/provtagg/handelser.rss')).statusCode).toBe(200)
    expect((await subscribe(`https://site.example/handelser/${events[0]}-airpods`)).statusCode).toBe(200)
    // By the name of its page in English, which leads there.
    expect((await subscribe(`https://site.example/events/${events[0]}`)).statusCode).toBe(200)
    expect((await subscribe('feed:https://appelposten.example/feed')).statusCode).toBe(200)
    await unfollow(web.ctx.database, userId, { kind: 'source', key: String(feeds[0]) })
    for (const nothing of [
      'https://elsewhere.example/feed',
      'https://site.example/tags/%E0%A4%A',
      'https://site.example/tags/nope',
    ])
      expect([nothing, (await subscribe(nothing)).statusCode]).toEqual([nothing, 404])
    const { subscriptions } = await get('subscription/list?output=json')
    expect(subscriptions.map(({ title }: { title: string }) => title).sort()).toEqual([
      'AirPods <b> 5',
      'Bitar',
      'Provtagg',
    ])
    expect((await get('tag/list?output=json')).tags.map(({ id }: { id: string }) => id).sort()).toEqual([
      'user/-/label/Händelser',
      'user/-/label/Källor',
      'user/-/label/Ämnen',
      'user/-/state/com.google/starred',
    ])
  })
})

describe('a stranger', () => {
  const login = async (name: string, secret: string) => {
    const { statusCode, body } = await call('POST', '/accounts/ClientLogin', `Email=${name}&Passwd=${secret}`)
    return [statusCode, body]
  }

  it('signs in with a full key of the account, and with no other', async () => {
    const { database, clock } = web.ctx
    const [full, read] = [
      await makeApiKey(database, userId, { name: 'Hel', access: 'full' }, clock.now()),
      await makeApiKey(database, userId, { name: 'Läser', access: 'read' }, clock.now()),
    ]
    const [status, body] = await login(email, full)
    expect([status, String(body).includes(`Auth=${full}\n`)]).toEqual([200, true])
    expect((await call('GET', '/reader/api/0/user-info', undefined, full)).statusCode).toBe(200)
    for (const [name, secret] of [
      [email, read],
      ['bo@site.example', full],
      [email, full.toLowerCase()],
    ] as const)
      expect((await login(name, secret))[0]).toBe(401)
    const session = (await signIn(web, 'dan@site.example')).token
    for (const secret of [read, session])
      expect((await call('GET', '/reader/api/0/user-info', undefined, secret)).statusCode).toBe(401)
    await revokeApiKey(database, {
      userId,
      id: (await listApiKeys(database, userId)).find(({ name }) => name === 'Hel')?.id ?? 0,
    })
    expect((await call('GET', '/reader/api/0/user-info', undefined, full)).statusCode).toBe(401)
  })

  it('is told in lines of text what there is not, below the addresses of machines', async () => {
    for (const [path, text] of [
      ['/reader/api/0/nothing', /^Error=/],
      ['/reader/nothing?n=1', /^Error=/],
      ['/accounts/Nothing', /^Error=/],
      ['/.well-known/nothing', /^[A-Z][^<]*\.\n$/],
      [`/websub/${'x'.repeat(43)}`, /^[A-Z][^<]*\.\n$/],
      ['/websub/nothing/here', /^[A-Z][^<]*\.\n$/],
    ] as const)
      for (const accept of ['*/*', 'text/html', 'application/json']) {
        const answer = await web.app.inject({ url: path, headers: { accept } })
        expect([path, answer.statusCode, answer.headers['content-type']]).toEqual([
          path,
          404,
          'text/plain; charset=utf-8',
        ])
        expect(answer.body).toMatch(text)
      }
    for (const path of ['/readers', '/websubs', '/nothing'])
      expect((await web.app.inject(path)).headers['content-type']).toBe('text/html; charset=utf-8')
  })

  it('is told the same whether it is the address or the password that is wrong', async () => {
    const refused = [401, 'Error=BadAuthentication\n']
    expect(await login('nobody@site.example', 'wrong')).toEqual(refused)
    expect(await login(email, 'wrong')).toEqual(refused)
    expect(await login('nobody@site.example', password)).toEqual(refused)
  })

  it('reads and changes nothing without a password, with a revoked one, or with a wrong token', async () => {
    const other = (await signIn(web, 'bo@site.example')).userId
    const revoked = await makeAppPassword(web.ctx.database, other, { name: 'Tappad telefon' }, web.ctx.clock.now())
    expect((await call('GET', '/reader/api/0/user-info', undefined, revoked)).statusCode).toBe(200)
    const [made] = await listAppPasswords(web.ctx.database, other)
    expect(made?.lastUsedAt).toEqual(web.clock.now())
    await revokeAppPassword(web.ctx.database, { userId: other, id: made?.id ?? 0 })
    for (const auth of [undefined, revoked, 'x']) {
      expect((await call('GET', '/reader/api/0/user-info', undefined, auth)).statusCode).toBe(401)
      expect((await call('POST', '/reader/api/0/edit-tag', 'i=1', auth)).statusCode).toBe(401)
    }
    const wrong = await call(
      'POST',
      '/reader/api/0/edit-tag',
      `i=${shortId(events[0])}&a=user/-/state/com.google/read&T=x`,
      password,
    )
    expect([wrong.statusCode, wrong.headers['x-reader-google-bad-token']]).toEqual([401, 'true'])
  })

  it('does each thing once, however often it is said in one request', async () => {
    const token = (await call('GET', '/reader/api/0/token', undefined, password)).body
    const writes = watchWrites()
    const send = async (path: string, name: string, values: string[]) => {
      const fields = values.map((value) => `&${name}=${encodeURIComponent(value)}`).join('')
      writes.seen()
      const answer = await call('POST', `/reader/api/0/${path}&T=${token}`, fields.slice(1), password)
      const done = writes.seen().filter(({ statement }) => /(?:follows|saved_events|read_events)$/.test(statement))
      return { told: [answer.statusCode, ...done.map(({ statement }) => statement)], done }
    }
    const many = <T>(make: (n: number) => T) => Array.from({ length: 5000 }, (_, n) => make(n))
    const item = `edit-tag?i=${shortId(events[0])}`
    const state = (name: string) => many((n) => `user/${n % 2 ? '-' : n}/state/com.google/${name}`)
    expect((await send(item, 'a', state('read'))).told).toEqual([200, 'insert into read_events'])
    expect((await send(item, 'a', state('starred'))).told).toEqual([200, 'insert into saved_events'])
    expect((await send(item, 'r', state('starred'))).told).toEqual([200, 'delete from saved_events'])
    const [one, ...others] = ['', 'tag:google.com,2005:reader/item/'].map(
      (prefix) => `${prefix}${longId(events[0]).slice(-16)}`,
    )
    const { done } = await send(`edit-tag?a=user/-/state/com.google/read`, 'i', [
      ...many(() => one as string),
      ...others,
    ])
    expect(done.map(({ values }) => values.find(Array.isArray))).toEqual([[events[0]]])
    const source = `feed/source-${feeds[1]}`
    const sources = many(() => source)
    expect((await send('subscription/edit?ac=subscribe', 's', sources)).told).toEqual([200, 'insert into follows'])
    expect((await send('subscription/edit?ac=unsubscribe', 's', sources)).told).toEqual([200, 'delete from follows'])
    const search = (n: number) => `feed/search-${Buffer.from(`ord ${n}`).toString('base64url')}`
    expect((await send('subscription/edit?ac=unsubscribe', 's', many(search))).told).toEqual([400])
    writes.stop()
  })

  it('is let in ten times in ten minutes, and asks in vain for what there is not', async () => {
    web.clock.set(new Date(web.clock.now().getTime() + 3_600_000))
    const tries = []
    for (let n = 0; n < 11; n++) tries.push((await login(email, 'wrong'))[0])
    expect(tries).toEqual([...Array(10).fill(401), 429])
    expect((await call('GET', '/reader/api/0/stream/items/ids?s=feed/nothing', undefined, password)).statusCode).toBe(
      400,
    )
    expect((await call('POST', '/reader/api/0/edit-tag', 'i=nothing', password)).statusCode).toBe(400)
  })
})

describe('a request that names the same many times', () => {
  const auth = () => password.toLowerCase().replace(/[^a-z0-9]/g, '')
  const times = (n: number, field: string) => Array(n).fill(field).join('&')
  const state = (name: string) => `user/-/state/com.google/${name}`

  /** Statements that write to a table while `work` is done. */
  async function writesTo(table: string, work: () => Promise<unknown>): Promise<number> {
    const { db } = web.database
    await sql`create sequence writes`.execute(db)
    await sql`create function count_writes() returns trigger language plpgsql as
      $$ begin perform nextval('writes'); return null; end $$`.execute(db)
    await sql`create trigger count_writes after insert or delete on ${sql.table(table)}
      for each statement execute function count_writes()`.execute(db)
    await work()
    const { rows } = await sql<{
      n: number
    }>`select case when is_called then last_value else 0 end as n from writes`.execute(db)
    await sql`drop function count_writes cascade`.execute(db)
    await sql`drop sequence writes`.execute(db)
    return rows[0]?.n ?? 0
  }
  const post = (path: string, form: string) => call('POST', `/reader/api/0/${path}`, form, auth())

  it.each([
    ['read_events', `a=${state('read')}`],
    ['read_events', `r=${state('read')}`],
    ['read_events', `a=${state('kept-unread')}`],
    ['saved_events', `a=${state('starred')}`],
    ['saved_events', `r=${state('starred')}`],
  ])('writes to %s once for 15,000 of %s', async (table, field) => {
    const named = field.replace('user/-/', 'user/1/')
    const form = `i=${longId(events[0])}&${times(10_000, field)}&${times(5_000, named)}`
    const writes = await writesTo(table, async () => expect((await post('edit-tag', form)).body).toBe('OK'))
    expect(writes).toBe(1)
  })

  it('takes an item once, and ten thousand at most', async () => {
    const tag = `a=${encodeURIComponent(state('read'))}`
    expect((await post('edit-tag', `${tag}&${times(20_000, `i=${longId(events[0])}`)}`)).body).toBe('OK')
    const many = Array.from({ length: 10_001 }, (_, n) => `i=${longId(n + 1)}`).join('&')
    const refused = await post('edit-tag', `${tag}&${many}`)
    expect([refused.statusCode, refused.body]).toEqual([400, 'Error=TooManyItems\n'])
  })

  it('follows and leaves a stream once, and a hundred at most', async () => {
    const one = `s=feed/source-${feeds[0]}`
    for (const ac of ['subscribe', 'unsubscribe'])
      expect(
        await writesTo('follows', async () => {
          expect((await post('subscription/edit', `ac=${ac}&${times(1000, one)}`)).body).toBe('OK')
        }),
      ).toBe(1)
    const many = Array.from({ length: 101 }, (_, n) => `s=feed/source-${n + 1}`).join('&')
    const refused = await post('subscription/edit', `ac=subscribe&${many}`)
    expect([refused.statusCode, refused.body]).toEqual([400, 'Error=TooManyFeeds\n'])
  })
})

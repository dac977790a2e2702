/** The site in the fediverse, played with a Mastodon-like peer: found, followed, posts, edits, ends; and what is refused. */

import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { actionsOf } from '../../../tests/support/actions.ts'
import { emptyTables, NEIGHBOUR } from '../../../tests/support/neighbour.ts'
import { type Peer, type SendOptions, startPeer } from '../../../tests/support/played/fediverse.ts'
import { startTestWeb } from '../../../tests/support/web.ts'
import { type ReportSite, startReportSite } from '../../../tests/support/worlds/reports.ts'
import { parseConfig } from '../../config.ts'
import { correctArticle, removeArticle } from '../../news/articles/writes/operator-articles.ts'
import { refreshEvents } from '../../news/events/writes/events.ts'
import { mergeEvents } from '../../news/events/writes/operator-events.ts'
import { publishing } from '../../platform/database/database.ts'
import { limits } from '../../platform/http/rate-limit.ts'
import type { OutboxRow } from '../../platform/outbox/rows.ts'
import { buildWeb } from '../../web.ts'
import { advanceInbox, leaseInboxes, listDueInboxes, nextActivity, removeInboxes } from './activities.ts'
import { isBlocked } from './actors.ts'
import { fediverse } from './index.ts'

const ACCEPT = { accept: 'application/activity+json' }
const ACTORS = 'https://site.example/fediverse/actors'
const SITE = `${ACTORS}/site`
const TAG = `${ACTORS}/tag-krokar`
let site: ReportSite
let peer: Peer
let blocked: Peer

beforeAll(async () => {
  const env = { FEDIVERSE: 'on', FEDIVERSE_MIN_SOURCES: '2', FEDIVERSE_BLOCK: '127.0.9.9' }
  site = await startReportSite(env)
  peer = await startPeer(site.web)
  blocked = await startPeer(site.web, { host: '127.0.9.9' })
})
afterAll(async () => {
  await peer.close()
  await blocked.close()
  await site.close()
})
beforeEach(async () => {
  const all = [
    'fediverse_posts',
    'fediverse_activities',
    'fediverse_inboxes',
    'stories',
    'events',
    'articles',
    'rate_hits',
  ] as const
  await emptyTables(site.web.database, ...all)
  site.at('2026-11-23T12:00:00Z')
  await site.web.deliver()
  peer.received.length = 0
  peer.answers.status = 202
})

const get = (url: string, headers: Record<string, string> = ACCEPT) =>
  site.web.app.inject({ url: url.replace('https://site.example', ''), headers })
const followers = async () =>
  (
    await site.web.database.db
      .selectFrom('fediverse_followers')
      .where('inbox_id', '<', NEIGHBOUR)
      .select(['actor', 'follower'])
      .orderBy('follower')
      .execute()
  ).map(({ actor, follower }) => `${actor} ${follower.replace(/.*\//, '')}`)
const reactions = async () =>
  (await site.web.database.db.selectFrom('fediverse_reactions').select('kind').orderBy('kind').execute()).map(
    ({ kind }) => kind,
  )
/** Activities that the peer got since the last time. */
async function delivered() {
  await site.web.deliver()
  return peer.received.splice(0)
}
const typesOf = async () => (await delivered()).map(({ activity }) => activity.type)

/** Another service on the same database. */
const startBeside = (env: Record<string, string>) => startTestWeb(env, { ...site.web.database, close: async () => {} })

/** An event of two publishers. */
async function reported(title = 'Krokarna är här', about: object = {}): Promise<number> {
  const event = await site.report(title, undefined, about)
  await site.report('Krokar!', event, about)
  return event
}

describe('an actor', () => {
  it.each(['nyheter', 'krokar', 'story'])('%s is found by its name, with its key and inbox', async (name) => {
    const id = name === 'story' ? await site.inStory([await reported()]) : 0
    const [username, uri] =
      { nyheter: ['nyheter', SITE], krokar: ['krokar', TAG], story: [`story-${id}`, `${ACTORS}/story-${id}`] }[name] ??
      []
    const found = await get(`/.well-known/webfinger?resource=acct:${username}@site.example`, {})
    expect([found.statusCode, found.json().subject]).toEqual([200, `acct:${username}@site.example`])
    const self = found.json().links.find(({ rel }: { rel: string }) => rel === 'self')
    expect(self).toMatchObject({ type: 'application/activity+json', href: uri })
    const actor = await get(uri ?? '')
    expect(actor.headers['content-type']).toContain('application/activity+json')
    expect(actor.json()).toMatchObject({
      id: uri,
      type: 'Service',
      preferredUsername: username,
      inbox: `${uri}/inbox`,
      outbox: `${uri}/outbox`,
      followers: `${uri}/followers`,
      endpoints: { sharedInbox: 'https://site.example/fediverse/inbox' },
      publicKey: { id: `${uri}#main-key`, owner: uri, publicKeyPem: expect.stringContaining('BEGIN PUBLIC KEY') },
    })
    const page = await get(uri ?? '', { accept: 'text/html' })
    expect([page.statusCode, new URL(page.headers.location ?? '').origin]).toEqual([303, 'https://site.example'])
  })

  const NOWHERE = [
    '/.well-known/webfinger?resource=acct:nobody@site.example',
    '/.well-known/webfinger?resource=acct:nyheter@elsewhere.example',
    '/.well-known/webfinger?resource=acct:story-999@site.example',
    '/fediverse/actors/nobody',
    '/fediverse/actors/tag-nobody',
    '/fediverse/actors/story-999',
    '/fediverse/actors/tag-nobody/followers',
    '/fediverse/actors/tag-nobody/outbox',
    '/fediverse/posts/999',
  ]
  it('is not at addresses that name none', async () => {
    for (const path of NOWHERE) expect((await get(path)).statusCode, path).toBe(404)
  })

  it('shows how many follow, not who, and what it has posted', { tags: 'slow' }, async () => {
    await peer.follow('ann', SITE)
    await peer.follow('bo', SITE)
    const event = await reported()
    await site.web.deliver()
    const count = await get(`${SITE}/followers`)
    expect(count.json()).toMatchObject({ type: 'OrderedCollection', totalItems: 2 })
    expect(count.body).not.toContain('users/')
    const posts = (await get(`${SITE}/outbox`)).json()
    expect(posts).toMatchObject({ totalItems: 1, first: { orderedItems: [{ type: 'Create' }] } })
    expect((await get(`${TAG}/outbox`)).json().first.orderedItems).toMatchObject([
      { type: 'Announce', object: `https://site.example/fediverse/posts/${event}` },
    ])
  })

  it('is part of a server that says what it is', async () => {
    const links = (await get('/.well-known/nodeinfo', {})).json().links
    const { software, protocols } = (await get(new URL(links[0].href).pathname, {})).json()
    expect([software.name, protocols]).toEqual(['karnhuset', ['activitypub']])
  })
})

describe('a follow', () => {
  it.each<[string, SendOptions]>([
    ['by the older signatures', {}],
    ['by those of RFC 9421', { spec: 'rfc9421' }],
    ['in the inbox of the actor', { to: '/fediverse/actors/site/inbox' }],
  ])('%s is accepted, with a signature of ours', async (_what, options) => {
    expect(await peer.follow('ann', SITE, options)).toBe(202)
    expect(await followers()).toEqual(['site ann'])
    const [answer, ...others] = await delivered()
    expect(others).toEqual([])
    expect(answer).toMatchObject({
      path: '/inbox',
      isSigned: true,
      activity: { type: 'Accept', actor: SITE, object: { type: 'Follow', actor: peer.actor('ann'), object: SITE } },
    })
  })

  it('of many at one server costs one delivery a post, and a tag’s followers get what it passes on', {
    tags: 'slow',
  }, async () => {
    for (const name of ['ann', 'bo', 'eva']) await peer.follow(name, SITE)
    await peer.follow('ola', TAG)
    await delivered()
    const event = await reported()
    const got = await delivered()
    expect(got.map(({ activity }) => [activity.type, activity.actor])).toEqual([
      ['Create', SITE],
      ['Announce', TAG],
    ])
    expect(got.every(({ isSigned }) => isSigned)).toBe(true)
    const post = await get(`/fediverse/posts/${event}`)
    expect(got[1]?.activity.object).toBe(post.json().id)
    expect(post.json()).toMatchObject({ type: 'Note', attributedTo: SITE, content: got[0]?.activity.object.content })
  })

  it('gets what is posted from then on, whatever others of its server follow', { tags: 'slow' }, async () => {
    await peer.follow('ann', TAG)
    await reported('Något annat', { tag_ids: [] })
    expect(await typesOf()).toEqual(['Accept'])
    await peer.follow('bo', SITE)
    expect(await typesOf()).toEqual(['Accept'])
    await reported('Krokar igen')
    expect(await typesOf()).toEqual(['Create', 'Announce'])
  })

  it('loses nothing that comes while its inbox is sent to', { tags: 'slow' }, async () => {
    const { database, clock } = site.web
    await peer.follow('ann', SITE)
    await delivered()
    await site.web.database.db
      .updateTable('outbox')
      .set({ leased_until: null })
      .where('channel', '=', 'fediverse')
      .execute()
    let leased: OutboxRow[] = []
    // The site delivers by itself, too, and may be quicker.
    while (leased.length === 0) {
      await peer.follow('bo', SITE)
      leased = await leaseInboxes(database, clock.now(), 1)
    }
    const [inbox] = await listDueInboxes(database, leased)
    if (!inbox) throw new Error('The inbox is gone')
    const first = await nextActivity(database, inbox)
    expect(first.activity).not.toBeNull()
    await advanceInbox(database, inbox, first.due, clock.now())
    const none = await nextActivity(database, inbox)
    expect(none.activity).toBeNull()
    await peer.follow('eva', SITE)
    await advanceInbox(database, inbox, none.due, clock.now())
    expect((await nextActivity(database, inbox)).activity).not.toBeNull()
  })

  it.each<[string, () => Promise<unknown>, string[]]>([
    ['taken back', () => peer.undoFollow('ann', SITE), ['site bo']],
    ['followed by a block', () => peer.send('ann', { type: 'Block', object: SITE }), ['site bo']],
    [
      'taken back by another account',
      () => peer.send('bo', { type: 'Undo', object: { type: 'Follow', actor: peer.actor('ann'), object: SITE } }),
      ['site ann'],
    ],
    [
      'of an account that was deleted',
      () => peer.send('ann', { type: 'Delete', object: peer.actor('ann') }),
      ['site bo'],
    ],
    ...[404, 410].map((status): [string, () => Promise<unknown>, string[]] => [
      `of an account whose key is gone with it (${status})`,
      () => deletedElsewhere(status),
      ['site bo'],
    ]),
    ...[200, 401, 500, 503].map((status): [string, () => Promise<unknown>, string[]] => [
      `said to be of a deleted account, whose server says otherwise (${status})`,
      () => deletedElsewhere(status),
      ['site bo', 'site eva'],
    ]),
    [
      'of an account that others call deleted',
      () => peer.send('bo', { type: 'Delete', object: peer.actor('ann') }),
      ['site ann', 'site bo'],
    ],
    ['repeated', () => peer.follow('ann', SITE), ['site ann', 'site bo']],
    ['of what is no actor of ours', () => peer.follow('ann', `${ACTORS}/tag-none`), ['site ann', 'site bo']],
  ])('that is %s', { tags: 'slow' }, async (_what, act, left) => {
    await peer.follow('ann', SITE)
    await peer.follow('bo', SITE)
    expect([202, 401]).toContain(await act())
    expect((await followers()).toSorted()).toEqual(left)
  })

  it('ends where the operator blocks its server later, with what waits for it', { tags: 'slow' }, async () => {
    const other = await startPeer(site.web, { host: '127.0.0.3' })
    await peer.follow('ann', SITE)
    await other.follow('eva', SITE)
    await removeInboxes(site.web.database, (host) => isBlocked(['127.0.0.3'], host))
    expect(await followers()).toEqual(['site ann'])
    await reported()
    await delivered()
    expect(other.received).toEqual([])
    await other.close()
  })

  /** Of an account that was not asked for recently, at a server that answers so for it by now. */
  async function deletedElsewhere(status: number) {
    const other = await startPeer(site.web, { host: '127.0.0.3' })
    await peer.undoFollow('ann', SITE)
    await other.follow('ann', SITE)
    await sql`update fediverse_followers set follower = ${other.actor('eva')} where follower = ${other.actor('ann')}`.execute(
      site.web.database.db,
    )
    expect(await followers()).toHaveLength(2)
    other.answerForAccount('eva', status)
    const answer = await other.send('eva', { type: 'Delete', object: other.actor('eva') }, { wrongKey: status === 200 })
    await other.close()
    return answer
  }
})

describe('a post', () => {
  beforeEach(async () => {
    await peer.follow('ann', SITE)
    await delivered()
  })

  it('is of an event that enough sources report, and of no article', { tags: 'slow' }, async () => {
    const event = await site.report('Krokarna är här')
    expect(await typesOf()).toEqual([])
    await site.report('Krokar!', event)
    const [post] = await delivered()
    const { object } = post?.activity ?? {}
    expect(object).toMatchObject({
      type: 'Note',
      to: ['https://www.w3.org/ns/activitystreams#Public'],
      sensitive: false,
    })
    expect(object?.content).toMatch(
      /^<p><strong>Krokarna är här<\/strong><\/p>.*<p>2 källor.*href="https:\/\/site\.example\/handelser\/\d+-/s,
    )
    expect(object?.tag).toMatchObject([{ type: 'Hashtag', name: '#Krokar', href: 'https://site.example/tags/krokar' }])
    expect(object?.attachment).toMatchObject([
      { mediaType: 'image/png', url: expect.stringMatching(/^https:\/\/site\.example\/img\/events\/\d+\.png/) },
    ])
    await site.report('Krokar igen', event)
    expect(await typesOf()).toEqual([])
  })

  it('is of an event with a text of the editor’s, whatever its sources', async () => {
    const event = await site.report('Krokarna är här')
    await actionsOf(site.web).correctEvent(event, {
      title: 'Krokar!',
      summary: 'De är här.',
      retainPoints: false,
    })
    expect(await typesOf()).toEqual(['Create'])
  })

  it('is not of an article whose text the editor has corrected', async () => {
    const event = await site.report('Krokarna är här')
    const { article_id } = await site.web.database.db
      .selectFrom('event_members')
      .select('article_id')
      .where('event_id', '=', event)
      .executeTakeFirstOrThrow()
    await correctArticle(
      site.web.database,
      article_id,
      { title: 'Krokar', summary: 'De är här.' },
      site.web.ctx.clock.now(),
    )
    expect(await typesOf()).toEqual([])
  })

  it('is shared by a story that its event comes to belong to, and that is no edit', { tags: 'slow' }, async () => {
    const story = await site.inStory([await site.report('Krokarnas början')])
    await peer.follow('bo', `${ACTORS}/story-${story}`)
    const event = await reported()
    expect(await typesOf()).toEqual(['Accept', 'Create'])
    await publishing(site.web.database, async (trx) => {
      await sql`
        insert into story_events (event_id, story_id, score, reason, at) values (${event}, ${story}, 1, '{}', now())`.execute(
        trx,
      )
    })
    expect((await delivered()).map(({ activity }) => [activity.type, activity.actor])).toEqual([
      ['Announce', `${ACTORS}/story-${story}`],
    ])
  })

  it('is not of old news', { tags: 'slow' }, async () => {
    const event = await reported()
    site.at('2026-11-26T12:00:00Z')
    await publishing(site.web.database, (trx) => refreshEvents(trx, [event]))
    await site.report('Krokar nu', event)
    expect(await typesOf()).toEqual([])
  })

  it('is edited with its text', async () => {
    const event = await reported()
    const [created] = await delivered()
    site.at('2026-11-23T12:05:00Z')
    await actionsOf(site.web).correctEvent(event, {
      title: 'Krokarna kom',
      summary: 'Nu.',
      retainPoints: false,
    })
    const [edited, ...others] = await delivered()
    expect(others).toEqual([])
    expect(edited?.activity).toMatchObject({
      type: 'Update',
      object: { id: created?.activity.object.id, updated: '2026-11-23T12:05:00.000Z' },
    })
    expect(edited?.activity.object.content).toContain('Krokarna kom')
  })

  const remove = async (event: number) => {
    const { db } = site.web.database
    const members = await db.selectFrom('event_members').select('article_id').where('event_id', '=', event).execute()
    for (const { article_id } of members) await removeArticle(site.web.database, article_id, site.web.ctx.clock.now())
  }
  const loseRelevance = (event: number) =>
    publishing(site.web.database, async (trx) => {
      await trx.updateTable('articles').set({ relevant: false }).where('event_id', '=', event).execute()
      await refreshEvents(trx, [event])
    })
  it.each<[string, (event: number, other: number) => Promise<unknown>]>([
    ['withdrawn', remove],
    ['merged', (event, other) => mergeEvents(site.web.database, event, other, site.web.ctx.clock.now())],
    ['irrelevant', loseRelevance],
  ])('is deleted when its event is %s, and another is not', async (_what, end) => {
    const events = [await reported(), await reported('Krokar överallt')]
    await delivered()
    await end(...(events as [number, number]))
    const deleted = (await delivered()).filter(({ activity }) => activity.type === 'Delete')
    const posts = await Promise.all(events.map((id) => get(`/fediverse/posts/${id}`)))
    const gone = posts.filter(({ statusCode }) => statusCode === 410).map((post) => post.json())
    expect([gone.length, posts.filter(({ statusCode }) => statusCode === 200).length]).toEqual([1, 1])
    expect(deleted.map(({ activity }) => activity.object)).toMatchObject([{ type: 'Tombstone', id: gone[0].id }])
    expect(await typesOf()).toEqual([])
  })

  it('is inert, whatever publishers write', async () => {
    const hostile = '"><script>pwn()</script><img src=x onerror=pwn()>'
    await reported(hostile)
    const [post] = await delivered()
    expect(post?.activity.object.content).not.toMatch(/<(?:script|img)|"><\w/)
    expect(post?.activity.object.content).toContain('&lt;script&gt;')
  })

  it('counts likes, shares and replies, and shows them nowhere', { tags: 'slow' }, async () => {
    const event = await reported()
    await delivered()
    const post = `https://site.example/fediverse/posts/${event}`
    const note = (id: string) => ({ id: `${peer.url}/notes/${id}`, type: 'Note', inReplyTo: post, content: 'Jaha.' })
    for (const name of ['ann', 'bo']) await peer.send(name, { type: 'Like', object: post })
    await peer.send('bo', { type: 'Like', object: post })
    await peer.send('bo', { type: 'Announce', object: post })
    await peer.send('bo', { type: 'Create', object: note('1') })
    await peer.send('ann', { type: 'Create', object: { ...note('2'), inReplyTo: 'https://elsewhere.example/1' } })
    await peer.send('ann', { type: 'Like', object: `${post}9` })
    expect(await reactions()).toEqual(['like', 'like', 'reply', 'share'])
    await peer.send('ann', { type: 'Undo', object: { type: 'Like', actor: peer.actor('ann'), object: post } })
    await peer.send('bo', { type: 'Undo', object: { type: 'Announce', actor: peer.actor('bo'), object: post } })
    await peer.send('bo', { type: 'Delete', object: { id: `${peer.url}/notes/1`, type: 'Tombstone' } })
    expect(await reactions()).toEqual(['like'])
    expect(JSON.stringify((await get(post)).json())).not.toMatch(/likes|shares|replies/)
  })

  it('waits for a server that is away, and goes to one that refuses another no second time', {
    tags: 'slow',
  }, async () => {
    peer.answers.status = 500
    const event = await reported()
    expect(await typesOf()).toEqual(['Create'])
    expect(await typesOf()).toEqual([])
    peer.answers.status = 422
    site.at('2026-11-23T12:01:00Z')
    expect(await typesOf()).toEqual(['Create'])
    peer.answers.status = 202
    await actionsOf(site.web).correctEvent(event, {
      title: 'Krokarna kom',
      summary: 'Nu.',
      retainPoints: false,
    })
    expect(await typesOf()).toEqual(['Update'])
  })

  it('goes no more to a server that says that its inbox is gone, or is away for a week', { tags: 'slow' }, async () => {
    peer.answers.status = 410
    await reported()
    expect(await typesOf()).toEqual(['Create'])
    expect(await followers()).toEqual([])
    peer.answers.status = 202
    await peer.follow('ann', SITE)
    await delivered()
    peer.answers.status = 503
    await reported('Krokar igen')
    await delivered()
    site.at('2026-11-30T13:00:00Z')
    await delivered()
    expect(await followers()).toEqual([])
  })
})

describe('a request', () => {
  const refused: [string, (options: SendOptions) => Promise<number>, SendOptions][] = [
    ['without a signature', (options) => peer.follow('ann', SITE, options), { spec: 'none' }],
    ['signed with another key', (options) => peer.follow('ann', SITE, options), { wrongKey: true }],
    [
      'signed with another key by RFC 9421',
      (options) => peer.follow('ann', SITE, options),
      { wrongKey: true, spec: 'rfc9421' },
    ],
    [
      'whose body was changed',
      (options) => peer.follow('ann', SITE, options),
      { body: '{"@context":"https://www.w3.org/ns/activitystreams","type":"Follow"}' },
    ],
    ['of yesterday', (options) => peer.follow('ann', SITE, options), { date: new Date(Date.now() - 86_400_000) }],
    ['of a blocked server', (options) => blocked.follow('ann', SITE, options), {}],
    [
      'in the name of another account',
      (options) => peer.send('ann', { type: 'Follow', object: SITE, actor: peer.actor('bo') }, options),
      {},
    ],
  ]
  it.each(refused)('%s is refused, without effect', async (_what, send, options) => {
    expect(await send(options)).toBe(401)
    expect(await followers()).toEqual([])
  })

  it.each(['key', 'account'] as const)(
    'signed with a %s of one server that names an account of another is refused',
    async (form) => {
      const other = await startPeer(site.web, { host: '127.0.0.4' })
      const keyId = other.claimKeyOf(peer.actor('ann'), form)
      expect(await other.send('eve', { type: 'Follow', object: SITE, actor: peer.actor('ann') }, { keyId })).toBe(401)
      expect(await followers()).toEqual([])
      await other.close()
    },
  )

  const HOSTILE = ['', '[]', '{}', 'null', '"x"', '{"@context":5}', '{"type":"Follow"}']
    .concat(['{"@context":"https://www.w3.org/ns/activitystreams","type":"Follow","object":[1,{}]}', 'not json'])
    .concat(['{"@context":"https://www.w3.org/ns/activitystreams","type":"Delete","actor":{},"object":{}}'])
    .concat([
      `{"@context":"https://www.w3.org/ns/activitystreams","type":"Like","published":"x","actor":"PEER/users/ann"}`,
    ])
    .concat([`{"@context":"PEER/context","type":"Like","actor":"PEER/users/ann"}`, '['.repeat(9999)])
  it('of a hostile body is no error of ours, signed or not', async () => {
    for (const body of HOSTILE) {
      const raw = body.replaceAll('PEER', peer.url)
      expect(await peer.send('ann', {}, { raw, spec: 'none' }), body).toBe(401)
      expect([400, 401, 202], body).toContain(await peer.send('ann', {}, { raw }))
    }
    expect([await followers(), await reactions()]).toEqual([[], []])
  })

  /** Longer than what an index of the database holds, and nothing to compress. */
  const RANDOM = randomBytes(4000).toString('hex')
  it.each<[what: string, send: () => Promise<number>]>([
    ['activity', () => peer.send('ann', { id: `${peer.url}/${RANDOM}`, type: 'Like', object: SITE })],
    ['key', () => peer.send('ann', { type: 'Like', object: SITE }, { keyId: `${peer.actor('ann')}?${RANDOM}` })],
    [
      'account',
      () => {
        const actor = peer.actor(RANDOM)
        return peer.send('ann', { type: 'Follow', object: SITE, actor }, { keyId: peer.claimKeyOf(actor, 'key') })
      },
    ],
    [
      'reply',
      async () => {
        const id = await reported()
        await delivered()
        const object = {
          id: `${peer.url}/${RANDOM}`,
          type: 'Note',
          inReplyTo: `https://site.example/fediverse/posts/${id}`,
        }
        return peer.send('ann', { type: 'Create', object })
      },
    ],
  ])('with too long an address of its %s is refused', async (_what, send) => {
    expect([400, 401]).toContain(await send())
    expect([await followers(), await reactions()]).toEqual([[], []])
  })

  it('of a blocked server is not even looked up', async () => {
    const before = blocked.documents()
    await blocked.follow('ann', SITE)
    expect(blocked.documents()).toBe(before)
  })

  it('beyond the limit of its address waits', async () => {
    await site.web.ctx.limiter(limits.fediverse, '127.0.0.1', limits.fediverse.calls)
    expect(await peer.follow('ann', SITE)).toBe(429)
    expect(await followers()).toEqual([])
  })

  const ODD = [
    '',
    '?resource=',
    '?resource=%zz',
    '?resource=acct:%00@site.example',
    '?resource=acct:a@b@c',
    '?resource=javascript:x',
  ]
  it('for WebFinger of an odd account is no error of ours', async () => {
    for (const query of ODD)
      expect([400, 404], query).toContain((await get(`/.well-known/webfinger${query}`, {})).statusCode)
  })

  it('that names a private address reaches no server', { tags: 'slow' }, async () => {
    const web = await startBeside({ FEDIVERSE: 'on', FETCH_ALLOW: '127.0.0.0/8' })
    const other = await startPeer(web, { host: '127.0.0.5' })
    expect(await other.follow('ann', SITE)).toBe(401)
    expect(other.documents()).toBe(0)
    await other.close()
    await web.close()
  })
})

describe.each<[string, Record<string, string>, RegExp]>([
  ['off', {}, /^off/],
  [
    'on without a public address',
    { FEDIVERSE: 'on', BASE_URL: 'http://localhost:3000' },
    /needs a public BASE_URL by https/,
  ],
  ['on without https', { FEDIVERSE: 'on', BASE_URL: 'http://site.example' }, /needs https in BASE_URL/],
])('a site with FEDIVERSE %s', (_what, env, report) => {
  it('is in no fediverse', async () => {
    const web = await startBeside(env)
    for (const url of ['/.well-known/webfinger?resource=acct:nyheter@site.example', '/fediverse/actors/site'])
      expect((await web.app.inject({ url, headers: ACCEPT })).statusCode).toBe(404)
    await web.close()
  })

  it('learns from doctor what is missing', async () => {
    const [check] = fediverse.checks?.(parseConfig(env)) ?? []
    expect(JSON.stringify(await check?.run()).replace(/^"|^.*"text":"/, '')).toMatch(report)
  })
})

it('starts without Fedify, which only FEDIVERSE loads', { tags: 'slow' }, async () => {
  const program = `
    import { registerHooks } from 'node:module'
    registerHooks({ resolve: (name, context, next) => {
      if (name.startsWith('@fedify/')) throw new Error('loads ' + name)
      return next(name, context)
    } })
    await import('./src/web.ts')
    await import('./src/app/stages.ts')`
  const { stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  expect(stderr).not.toContain('@fedify')
})

/** The last of the file: the second process goes on to deliver until the end. */
it('publishes a post once from two processes on one database', { tags: 'slow' }, async () => {
  await peer.follow('ann', SITE)
  await delivered()
  const second = await buildWeb(site.web.services)
  await reported()
  await Promise.all([site.web.deliver(), second.deliver()])
  await second.close()
  expect(peer.received.map(({ activity }) => activity.type)).toEqual(['Create'])
})

/** The account's pages and forms without a browser: each reader action, from each sender, and the account's own forms. */

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seedArticles, seedFeed, seedTag } from '../../../../tests/support/build.ts'
import { t } from '../../../../tests/support/content.ts'
import { ifThere } from '../../../../tests/support/features.ts'
import { emptyTables, NEIGHBOUR } from '../../../../tests/support/neighbour.ts'
import { signIn } from '../../../../tests/support/people.ts'
import { encode } from '../../../../tests/support/played/identity.ts'
import { startTestWeb, type TestWeb } from '../../../../tests/support/web.ts'
import { featureNames } from '../../../features.ts'
import { FOLLOW_KINDS, MUTE_KINDS, nameOf, profileLimits } from '../../../news/accounts/rules/profile.ts'
import { listApiKeys, listAppPasswords, userOfAppPassword } from '../../../news/accounts/writes/app-passwords.ts'
import { follow, followedFeeds, getProfile, mute } from '../../../news/accounts/writes/follows.ts'
import { listRead, markRead, savedEvents, saveEvents } from '../../../news/accounts/writes/read-markers.ts'
import { sessionOfToken, userOfToken } from '../../../news/accounts/writes/tokens.ts'
import { publishing } from '../../../platform/database/database.ts'
import { ACTION_CODES, READER_ACTIONS, type ReaderAction } from '../components/reader-actions.ts'
import { isUndoable } from './undo.ts'

const FORM = 'f'.repeat(32)
const HERE = { origin: 'https://site.example', 'sec-fetch-site': 'same-origin' }
const SCRIPT = { ...HERE, accept: 'application/json' }
const PAIRS = [
  ['follow', 'unfollow', 'follows', FOLLOW_KINDS],
  ['mute', 'unmute', 'mutes', MUTE_KINDS],
  ['save', 'unsave', 'saved', ['event']],
  ['read', 'unread', 'read', ['event']],
] as const

type Headers = Record<string, string>
type Fields = Record<string, string | string[]>

let web: TestWeb
let reader: Awaited<ReturnType<typeof enter>>
/** The key and the title of something of each kind. */
let things: Record<string, [key: string, title: string]>
let otherTag: string
let otherEvent: number

beforeAll(async () => {
  web = await startTestWeb()
  const { database } = web
  const feed_id = await seedFeed(database, { title: 'Bladet' })
  const [tag, other] = [await seedTag(database, 'Krokar'), await seedTag(database, 'Öglor')]
  await seedArticles(database, [
    { feed_id, title: 'Kroken är här', tag_ids: [tag] },
    { feed_id, title: 'Öglan är här' },
  ])
  const [event, second] = await database.db.selectFrom('events').select('id').orderBy('id').execute()
  const stories = await sql<{ id: number }>`
    insert into stories (title, entries_count, created_at, updated_at) values ('Krokarna', 1, now(), now()) returning id`.execute(
    database.db,
  )
  things = {
    tag: [`${tag}`, 'Krokar'],
    story: [`${stories.rows[0]?.id}`, 'Krokarna'],
    event: [`${event?.id}`, 'Kroken är här'],
    source: [`${feed_id}`, 'Bladet'],
    search: ['vikbar krok', 'vikbar krok'],
    word: ['rykte', 'rykte'],
    kind: ['rumor', 'rumor'],
  }
  otherTag = `${other}`
  otherEvent = second?.id ?? 0
})
afterAll(() => web.close())
beforeEach(async () => {
  await emptyTables(web.database, 'users')
  web.clock.set(new Date('2026-11-21T12:00:00Z'))
  reader = await enter('ann@example.se')
})

async function send(cookie: string, url: string, fields: Fields, headers: Headers = HERE) {
  const { statusCode, body, cookies, ...answer } = await web.app.inject({
    method: 'POST',
    url,
    payload: encode(fields),
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
  return { status: statusCode, body, cookies, location: answer.headers.location }
}

async function enter(email: string) {
  const { userId, token } = await signIn(web, email)
  const cookie = `konto=${token}; konto_form=${FORM}`
  return {
    userId,
    token,
    page: async (url: string) => (await web.app.inject({ url, headers: { cookie } })).body,
    send: (url: string, fields: Fields, headers?: Headers) => send(cookie, url, fields, headers),
    /** A form of one of the reader's pages. */
    post: (url: string, fields: Fields = {}) => send(cookie, url, { form: FORM, ...fields }),
  }
}

async function stateOf(userId: number) {
  const { database } = web.ctx
  const { follows, mutes } = await getProfile(database, userId)
  const saved = (await savedEvents(database, userId)).map(({ eventId }) => `event:${eventId}`).sort()
  const read = (await listRead(database, userId)).map((id) => `event:${id}`).sort()
  return { follows: follows.map(nameOf).sort(), mutes: mutes.map(nameOf).sort(), saved, read }
}

/** Each list holds something that no test names. */
async function fillLists() {
  const { database, clock } = web.ctx
  await follow(database, reader.userId, { kind: 'tag', key: otherTag }, clock.now())
  await mute(database, reader.userId, { kind: 'word', key: 'annat' }, clock.now())
  await saveEvents(database, reader.userId, [otherEvent], clock.now())
  await markRead(database, reader.userId, [otherEvent], true, clock.now())
  return stateOf(reader.userId)
}

const named = (kind: string) => `${kind}:${things[kind]?.[0]}`
const choice = (action: string, kind: string, what = things[kind]?.[0] ?? '') => {
  const code = new Map<string, string>(Object.entries(ACTION_CODES)).get(action) ?? action
  return { do: code, kind, what, next: '/tags/krokar' }
}
const kindOf = (action: ReaderAction) =>
  PAIRS.find(([does, undoes]) => does === action || undoes === action)?.[3][0] ?? ''
/** The answer to a form that takes something away. */
const undoUrl = (path: string, action: ReaderAction, kind: string, back?: string) =>
  `${path}?${new URLSearchParams({ done: ACTION_CODES[action], kind: kind, what: things[kind]?.[0] ?? '', ...(back ? { next: back } : {}) })}`
const confirmUrl = (fields: Record<string, string>) => `/konto/choice?${new URLSearchParams(fields)}`

describe('a reader action', () => {
  const DONE = { status: 303, body: '' }
  const answerTo = (action: ReaderAction, kind: string) =>
    isUndoable(action) ? undoUrl('/konto/choice', action, kind, '/tags/krokar') : '/tags/krokar'

  it('has a row, with the action that undoes it', () =>
    expect([...PAIRS.map(([does]) => does), ...PAIRS.map(([, undoes]) => undoes)].sort()).toEqual(
      READER_ACTIONS.toSorted(),
    ))

  describe.each<[who: string, fields: Fields, headers: Headers, answer: object]>([
    ['a form of the account', { form: FORM }, HERE, DONE],
    ['a form of a cached page', {}, { 'sec-fetch-site': 'same-origin' }, DONE],
    ['a form in an older browser', {}, { origin: HERE.origin }, DONE],
    ['the site’s script', {}, SCRIPT, { status: 200, location: undefined, body: '{"done":true}' }],
  ])('of %s', (_who, fields, headers, answer) => {
    it.each(PAIRS)('%s does what %s undoes, and changes nothing else', async (does, undoes, list, kinds) => {
      const before = await fillLists()
      for (const kind of kinds)
        for (const [action, added] of [[does, [named(kind)]] as const, [undoes, []] as const]) {
          const expected = headers === SCRIPT ? answer : { ...answer, location: answerTo(action, kind) }
          expect(await reader.send('/konto/choice', { ...choice(action, kind), ...fields }, headers)).toMatchObject(
            expected,
          )
          const after = { ...before, [list]: [...before[list], ...added].sort() }
          expect([action, kind, await stateOf(reader.userId)]).toEqual([action, kind, after])
        }
    })
  })

  it.each<[who: string, fields: Fields, headers: Headers, status: number]>([
    ['a browser that names no site', {}, {}, 303],
    ['another site', {}, { ...HERE, 'sec-fetch-site': 'cross-site' }, 303],
    ['another site of the domain', {}, { ...HERE, 'sec-fetch-site': 'same-site' }, 303],
    ['another origin', {}, { origin: 'https://elsewhere.example' }, 303],
    ['another site with the token', { form: FORM }, { 'sec-fetch-site': 'cross-site' }, 403],
    ['a form with another token', { form: 'g'.repeat(32) }, HERE, 403],
  ])('of %s changes nothing', async (_who, fields, headers, status) => {
    const before = await fillLists()
    for (const action of READER_ACTIONS) {
      const wanted = choice(action, kindOf(action))
      const location = status === 303 ? confirmUrl(wanted) : undefined
      expect(await reader.send('/konto/choice', { ...wanted, ...fields }, headers)).toMatchObject({ status, location })
    }
    expect(await stateOf(reader.userId)).toEqual(before)
  })

  it.each(READER_ACTIONS)('%s is confirmed on a page, after signing in', async (action) => {
    const kind = kindOf(action)
    const wanted = choice(action, kind)
    const next = `name="next" value="${confirmUrl(wanted).replaceAll('&', '&amp;')}"`
    expect((await web.app.inject(confirmUrl(wanted))).body).toContain(next)
    expect((await send('', '/konto/choice', wanted)).body).toContain(next)
    expect(await send('', '/konto/choice', wanted, SCRIPT)).toMatchObject({ status: 401, body: '{"done":false}' })
    const page = await reader.page(confirmUrl(wanted))
    expect(page).toContain(`>${t(`mine.confirm_${action}`, { title: things[kind]?.[1] ?? '' })}</button>`)
    const fields = [...page.matchAll(/name="(do|kind|what|next|form)" value="([^"]*)"/g)]
    expect(Object.fromEntries(fields.map(([, name, value]) => [name, value]))).toEqual({ ...wanted, form: FORM })
  })

  it.each<[what: string, status: number, action: string, kind: string, key?: string]>([
    ['an unknown action', 400, 'radera', 'tag'],
    ['an unknown kind', 400, 'follow', 'person', '1'],
    ['a word to follow', 400, 'follow', 'word'],
    ['a word to leave', 400, 'unfollow', 'word'],
    ['a tag to mute', 400, 'mute', 'tag'],
    ['a tag to hear again', 400, 'unmute', 'tag'],
    ['a tag to save', 400, 'save', 'tag'],
    ['a tag to unsave', 400, 'unsave', 'tag'],
    ['a source to read', 400, 'read', 'source'],
    ['a word to read', 400, 'unread', 'word'],
    ['a tag without an id', 400, 'follow', 'tag', '0'],
    ['a tag that does not exist', 404, 'follow', 'tag', '999999'],
    ['a source that does not exist', 404, 'mute', 'source', '999999'],
    ['an event to save that does not exist', 404, 'save', 'event', '999999'],
    ['an event to read that does not exist', 404, 'read', 'event', '999999'],
  ])('refuses %s', async (_what, status, action, kind, key) => {
    const [before, wanted] = [await fillLists(), choice(action, kind, key)]
    expect(await reader.post('/konto/choice', wanted)).toMatchObject({ status })
    expect(await reader.send('/konto/choice', wanted, SCRIPT)).toMatchObject({ status, body: '{"done":false}' })
    expect(await stateOf(reader.userId)).toEqual(before)
    if (status === 404) expect(await reader.page(confirmUrl(wanted))).toBe((await web.app.inject('/x/y')).body)
  })

  it.each([
    ['/tags/krokar?page=2', '/tags/krokar?page=2'],
    ['//elsewhere.example', '/konto'],
    ['/\\elsewhere.example', '/konto'],
    ['https://elsewhere.example/', '/konto'],
  ])('that came from %s leads back to %s', async (next, location) =>
    expect(await reader.post('/konto/choice', { ...choice('follow', 'tag'), next })).toMatchObject({ location }),
  )
})

describe('what a form takes away', () => {
  const UNDONE = PAIRS.flatMap(([does, undoes, list, kinds]) =>
    ([does, undoes] as const)
      .filter(isUndoable)
      .flatMap((action) => kinds.map((kind) => [action, kind, action === does ? undoes : does, list] as const)),
  )

  it('is of every kind', () =>
    expect(UNDONE.map(([action, kind]) => `${action} ${kind}`).sort()).toEqual(
      [
        ...FOLLOW_KINDS.map((kind) => `unfollow ${kind}`),
        ...MUTE_KINDS.map((kind) => `mute ${kind}`),
        'unsave event',
      ].sort(),
    ))

  it.each(UNDONE)(
    '%s of a %s is said in the answer with a form that undoes it',
    { tags: 'slow' },
    async (action, kind, undo, list) => {
      const held = async () => (await stateOf(reader.userId))[list].includes(named(kind))
      for (const next of ['/tags/krokar', '/konto', '/konto/profile', '/konto/saved']) {
        if (action !== 'mute') await reader.post('/konto/choice', choice(undo, kind))
        const before = await held()
        const { location } = await reader.post('/konto/choice', { ...choice(action, kind), next })
        const isPersonal = next.startsWith('/konto')
        expect(location).toBe(undoUrl(isPersonal ? next : '/konto/choice', action, kind, isPersonal ? undefined : next))
        expect(await held()).toBe(!before)
        const page = await reader.page(location as string)
        const title = kind === 'kind' ? t('kind.rumor') : (things[kind]?.[1] ?? '')
        expect(page).toContain(`<p>${t(`mine.did_${action}`, { title })}</p>`)
        const [form = ''] = /<form class="wish push".*?<\/form>/s.exec(page.slice(page.indexOf('class="said'))) ?? []
        expect(form).toContain(`>${t('mine.undo')}</button>`)
        const fields = Object.fromEntries([...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, k, v]) => [k, v]))
        expect(fields).toEqual({ ...choice(undo, kind), next, form: FORM })
        expect(await reader.post('/konto/choice', fields)).toMatchObject({ status: 303, location: next })
        expect(await held()).toBe(before)
        // Nothing is reported that is not so any more, or never was.
        expect(await reader.page(location as string)).not.toContain(t('mine.undo'))
      }
    },
  )

  it.each<[what: string, query: Record<string, string>]>([
    ['an unknown action', { done: 'delete', kind: 'tag', what: '1' }],
    ['an action without an undo', { done: 'follow', kind: 'tag', what: '1' }],
    ['a word that is not muted', { done: 'mute', kind: 'word', what: 'ring 08-1' }],
    ['a tag that does not exist', { done: 'stop', kind: 'tag', what: '999999' }],
    ['a source that does not exist', { done: 'mute', kind: 'source', what: '999999' }],
  ])('is not said of %s', async (_what, query) => {
    for (const path of ['/konto', '/konto/profile', '/konto/saved'])
      expect(await reader.page(`${path}?${new URLSearchParams(query)}`)).not.toContain('class="said cluster"')
    const { statusCode, headers } = await web.app.inject({
      url: `/konto/choice?${new URLSearchParams(query)}`,
      headers: { cookie: `konto=${reader.token}` },
    })
    expect([statusCode, headers.location]).toEqual([303, '/konto'])
  })
})

describe('the form of muting', () => {
  it('begins with nothing chosen', async () => {
    for (const [, select = ''] of [await reader.page('/konto/profile'), (await web.app.inject('/mitt')).body].map(
      (body) => /<select id="kind" name="what" required>(.*?)<\/select>/s.exec(body) ?? [],
    )) {
      expect(select.startsWith(`<option value="">${t('mine.mute_kind_choose')}</option>`)).toBe(true)
      expect(select).not.toContain('selected')
    }
  })

  it.each([
    ['kind', ''],
    ['kind', 'nonesuch'],
    ['word', ''],
    ['word', ' \t '],
    ['word', '!!'],
    ['word', 'x'.repeat(201)],
  ])('of a %s “%s” mutes nothing, and says so', async (typ, vad) => {
    const before = await fillLists()
    const wanted = { ...choice('mute', typ, vad), next: '/konto/profile' }
    const { status, body } = await reader.post('/konto/choice', wanted)
    expect([status, body]).toEqual([422, expect.stringContaining(`role="alert">${t('mine.mute_nothing')}</p>`)])
    expect(body).toContain(`href="/konto/profile">${t('mine.back')}</a>`)
    expect(await reader.send('/konto/choice', wanted, SCRIPT)).toMatchObject({ status: 400 })
    expect(await stateOf(reader.userId)).toEqual(before)
  })
})

describe('what is muted', () => {
  it.each([
    ['a word', { kind: 'word', key: 'kroken' }, 1],
    ['a source', { kind: 'source', key: '' }, 2],
    ['a kind', { kind: 'kind', key: 'news' }, 2],
    ['nothing that is followed', { kind: 'word', key: 'regn' }, 0],
  ] as const)('by %s is counted on the reader’s news, and shown by a link', async (_what, muted, n) => {
    const { database, clock } = web.ctx
    const source = things.source?.[0] ?? ''
    await follow(database, reader.userId, { kind: 'source', key: source }, clock.now())
    await mute(database, reader.userId, { ...muted, key: muted.key || source }, clock.now())
    const page = await reader.page('/konto')
    const titles = (body: string) => [...body.matchAll(/(Kroken|Öglan) är här<\/a>/g)].length
    expect(titles(page)).toBe(2 - n)
    if (n === 0) return expect(page).not.toContain('hidden=yes')
    const line = `${t('mine.hidden', { n })} – <a href="/konto?hidden=yes#hidden">${t('mine.hidden_show')}</a>`
    expect(page).toContain(line)
    const all = await reader.page('/konto?hidden=yes')
    expect(titles(all)).toBe(2)
    expect(titles(all.slice(all.indexOf('id="hidden"')))).toBe(n)
    expect(all).toContain(`<a href="/konto">${t('mine.hidden_hide')}</a>`)
  })

  it('of who follows nothing is not counted', async () => {
    await mute(web.ctx.database, reader.userId, { kind: 'kind', key: 'news' }, web.ctx.clock.now())
    expect(await reader.page('/konto?hidden=yes')).not.toContain('hidden=yes#')
  })
})

it('who follows nothing has topics to follow with one tap, with an account and without', async () => {
  for (const [body, back] of [
    [await reader.page('/konto'), '/konto'],
    [(await web.app.inject('/mitt')).body, '/tags/krokar'],
  ] as const) {
    const [picks = ''] = /<section class="box" data-picks.*?<\/section>/s.exec(body) ?? []
    expect(picks).toContain(`<span>Krokar</span></button>`)
    const fields = Object.fromEntries(
      [...picks.matchAll(/name="(do|kind|what|next)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    )
    expect(fields).toEqual({ ...choice('follow', 'tag'), next: back })
  }
  await reader.send(
    '/konto/choice',
    { ...choice('follow', 'tag'), next: '/konto' },
    { 'sec-fetch-site': 'same-origin' },
  )
  const page = await reader.page('/konto')
  expect(page).not.toContain('data-picks')
  expect(page).toContain(`class="why">${t('mine.because', { names: 'Krokar' })}</i>`)
  expect(page).toContain(`<a href="/tags/krokar">Krokar</a><span class="fine">${t('mine.new_count', { n: 1 })}</span>`)
})

describe('the choices of a device', () => {
  const NONE = { follow: [], mute: [], save: [], read: [] }

  it.each([
    ['a form', HERE, { status: 303, location: '/konto' }],
    ['the script', SCRIPT, { status: 200 }],
  ])('come to the account by %s, and to the buttons of its pages', async (_by, headers, answer) => {
    const [tag, event] = [named('tag'), named('event')]
    const device = {
      follow: [tag, tag, 'tag:999999', 'word:rykte', 'nonsense'],
      mute: ['word:rykte', 'kind:nonesuch'],
      save: [event, 'event:999999', 'tag:1'],
      read: [event, 'event:999999', 'tag:1', 'event:x'],
    }
    expect(await reader.send('/konto/bring', device, headers)).toMatchObject({ status: 403 })
    const done = await reader.send('/konto/bring', { ...device, form: FORM }, headers)
    expect(done).toMatchObject(answer)
    const taken = { follow: [tag], mute: ['word:rykte'], save: [event], read: [event] }
    if (headers === SCRIPT)
      expect(JSON.parse(done.body)).toEqual({
        taken,
        left: [
          ...['tag:999999', 'word:rykte', 'nonsense', 'kind:nonesuch'],
          ...['event:999999', 'tag:1', 'event:999999', 'tag:1', 'event:x'],
        ],
      })
    const state = { follows: [tag], mutes: ['word:rykte'], saved: [event], read: [event] }
    expect(await stateOf(reader.userId)).toEqual(state)
    const buttons = { signedIn: true, follow: [tag], mute: ['word:rykte'], save: [event], read: [event] }
    expect(JSON.parse(await reader.page('/konto/state.json'))).toEqual({ ...buttons, seenUntil: null })
    web.clock.set(new Date('2026-11-21T14:00:00Z'))
    const seenUntil = Date.UTC(2026, 10, 21, 12)
    expect(JSON.parse(await reader.page('/konto/state.json'))).toEqual({ ...buttons, seenUntil })
    expect((await web.app.inject('/konto/state.json')).json()).toEqual({ signedIn: false })
  })

  it('stay there beyond the names of a call', async () => {
    const follow = Array.from({ length: 998 }, (_, n) => `nothing:${n}`)
    const [mute, read] = [
      ['word:ett', 'word:två', 'word:tre'],
      [named('event'), 'event:x'],
    ]
    const { body } = await reader.send('/konto/bring', { follow, mute, read, form: FORM }, SCRIPT)
    const { taken, left } = JSON.parse(body)
    expect(taken).toEqual({ ...NONE, mute: mute.slice(0, 2) })
    expect(left).toEqual([...follow, ...mute.slice(2), ...read])
    expect((await stateOf(reader.userId)).mutes).toHaveLength(2)
  })

  it('stay there beyond the quota of the account', async () => {
    const follow = Array.from({ length: profileLimits.searches + 1 }, (_, n) => `search:krok ${n}`)
    const { body } = await reader.send('/konto/bring', { follow, form: FORM }, SCRIPT)
    expect(JSON.parse(body)).toEqual({ taken: { ...NONE, follow: follow.slice(0, -1) }, left: follow.slice(-1) })
  })
})

it('the reader’s news report why there are none, what is new since the last visit, and that all is read', async () => {
  const { database, clock } = web.ctx
  expect(await reader.page('/konto')).toContain(t('account.feed_empty'))
  await follow(database, reader.userId, { kind: 'search', key: 'finns inte' }, clock.now())
  expect(await reader.page('/konto')).toContain(t('mine.front_none'))
  await follow(database, reader.userId, { kind: 'tag', key: things.tag?.[0] ?? '' }, clock.now())
  web.clock.set(new Date('2026-11-21T14:00:00Z'))
  const seen = await reader.page('/konto')
  for (const key of ['mine.since_none', 'mine.front_text']) expect(seen).toContain(t(key))
  expect(seen).toContain('<p class="line-source">Krokar</p>')
  await reader.post('/konto/choice', choice('read', 'event'))
  expect(await reader.page('/konto')).toContain(t('mine.read_all'))
  expect(await reader.page('/konto/saved')).toContain(t('mine.saved_none'))
  await reader.post('/konto/choice', choice('save', 'event'))
  expect(await reader.page('/konto/saved')).toMatch(/Kroken är här[\s\S]*name="do" value="forget"/)
})

it('all that is shown can be marked as read at once, and nothing else', async () => {
  await follow(web.ctx.database, reader.userId, { kind: 'source', key: things.source?.[0] ?? '' }, web.ctx.clock.now())
  const page = await reader.page('/konto')
  const shown = [...page.matchAll(/name="read" value="(event:\d+)"/g)].map(([, name]) => name)
  expect(shown.toSorted()).toEqual([named('event'), `event:${otherEvent}`].toSorted())
})

it('what was saved last stands first', async () => {
  const [event, { clock, database }] = [Number(things.event?.[0]), web.ctx]
  for (const [hour, id] of [event, otherEvent].entries()) {
    web.clock.set(new Date(`2026-11-21T1${hour + 5}:00:00Z`))
    await saveEvents(database, reader.userId, [id], clock.now())
  }
  expect((await savedEvents(database, reader.userId)).map(({ eventId }) => eventId)).toEqual([otherEvent, event])
})

it('the profile that was a file of its own is part of the export', async () => {
  const { statusCode, headers } = await web.app.inject({ url: '/konto/profile.yaml' })
  expect([statusCode, headers.location]).toEqual([308, '/konto/export.json'])
})

it('the export has title and address of all that is followed, saved and read, and null for what is gone', async () => {
  const { database, clock } = web.ctx
  for (const kind of FOLLOW_KINDS)
    await follow(database, reader.userId, { kind, key: things[kind]?.[0] ?? '' }, clock.now())
  const event = Number(things.event?.[0])
  await saveEvents(database, reader.userId, [event], clock.now())
  await markRead(database, reader.userId, [event], true, clock.now())
  const read = async () => JSON.parse(await reader.page('/konto/export.json'))
  const exported = await read()
  for (const one of exported.follows) {
    expect(one).toMatchObject({ title: things[one.kind]?.[1], key: things[one.kind]?.[0] })
    expect((await web.app.inject(one.url.replace('https://site.example', ''))).statusCode).toBe(200)
  }
  expect(exported.follows).toHaveLength(FOLLOW_KINDS.length)
  const named = { title: 'Kroken är här', url: `https://site.example/handelser/${event}-kroken-ar-har` }
  expect(exported.saved).toMatchObject([{ eventId: event, ...named }])
  expect(exported.read).toMatchObject([{ eventId: event, read: true, ...named }])
  const status = (status: 'removed' | 'published') =>
    publishing(database, (trx) => trx.updateTable('articles').set({ status }).where('event_id', '=', event).execute())
  await status('removed')
  expect((await read()).saved).toMatchObject([{ eventId: event, title: null, url: null }])
  await status('published')
})

describe('the account', () => {
  it.each([
    [
      '/konto/settings',
      [...ifThere('editions', 'own'), 'data', 'developers'],
      [
        ...ifThere('google-reader', '#apps'),
        '#keys',
        ...ifThere('oauth', '#agents'),
        ...ifThere('alerts', '#webhooks'),
      ],
    ],
    [
      '/konto/apps',
      ['sessions', 'developers', ...ifThere('google-reader', 'apps'), 'keys', ...ifThere('oauth', 'agents')],
      ['name="key"', ...ifThere('oauth', '/mcp/me')],
    ],
    ...ifThere<[string, string[], string[]]>('alerts', [
      '/konto/alerts',
      ['rules', 'devices', 'quiet', 'told', 'developers', 'webhooks'],
      ['name="address"'],
    ]),
  ])('has what programs need last at %s', async (path, order, ofPrograms) => {
    const page = await reader.page(path)
    const at = order.map((id) => page.indexOf(` id="${id}"`))
    expect(at).not.toContain(-1)
    expect(at).toEqual(at.toSorted((a, b) => a - b))
    const [before = ''] = page.split(' id="developers"')
    for (const one of ofPrograms) {
      expect(page, one).toContain(one)
      expect(before, one).not.toContain(one)
    }
  })

  it('follows and leaves a source with a button', async () => {
    const [source = ''] = things.source ?? []
    expect(await reader.page(`/konto/follow/${source}`)).toContain(`name="follow" value="${source}"`)
    expect(await reader.post('/konto/sources', { follow: source })).toMatchObject({ status: 303, location: '/konto' })
    for (const stop of ['', 'x', `${source}0000000000`]) await reader.post('/konto/sources', { stop })
    expect(await followedFeeds(web.ctx.database, reader.userId)).toEqual([Number(source)])
    expect(await reader.page(`/konto/follow/${source}`)).toContain(t('account.following_this', { source: 'Bladet' }))
    expect(await reader.page('/konto/settings')).toContain(t('account.opml'))
    expect(await reader.page('/konto')).toContain(`name="stop" value="${source}" aria-pressed="true"`)
    await reader.post('/konto/sources', { stop: source })
    expect(await followedFeeds(web.ctx.database, reader.userId)).toEqual([])
    expect(await reader.page('/konto/settings')).not.toContain(t('account.opml'))
  })

  it.each([
    ['/konto/delete', 'deleted', ['bo@example.se']],
    ['/konto/sign-out', 'signed_out', ['ann@example.se', 'bo@example.se']],
  ])('ends at %s with a notice, the cookies and the session', async (url, notice, left) => {
    const other = await enter('bo@example.se')
    const { database, clock } = web.ctx
    expect(await reader.post('/konto/delete', { sure: 'no' })).toMatchObject({ location: '/konto' })
    expect(await userOfToken(database, reader.token, clock.now())).not.toBeNull()
    const { location, cookies } = await reader.post(url, { sure: 'yes' })
    expect([location, cookies.map(({ name, value }) => name + value)]).toEqual([
      ...[`/konto?said=${notice}`, ['konto', 'konto_form']],
    ])
    const users = await web.database.db
      .selectFrom('users')
      .select('email')
      .where('id', '<', NEIGHBOUR)
      .orderBy('email')
      .execute()
    expect(users.map(({ email }) => email)).toEqual(left)
    expect(await userOfToken(database, reader.token, clock.now())).toBeNull()
    expect(await userOfToken(database, other.token, clock.now())).not.toBeNull()
    expect(await reader.page(location as string)).toContain(t(`account.${notice}`))
    expect(await reader.post('/konto/sign-out')).toMatchObject({ location: '/konto?said=signed_out' })
  })

  it('makes passwords that are shown once, and revokes the one of a button', async () => {
    const { database, clock } = web.ctx
    const passwords: string[] = []
    for (const namn of ['Läsare', 'x'.repeat(80)])
      passwords.push(/.*<code>([^<]+)<\/code>/.exec((await reader.post('/konto/apps', { namn })).body)?.[1] ?? '')
    const page = await reader.page('/konto/apps')
    expect(passwords.filter((password) => page.includes(password))).toEqual([])
    const apps = await listAppPasswords(database, reader.userId)
    expect(apps.map(({ name }) => name).sort()).toEqual(['Läsare', 'x'.repeat(60)])
    for (const app of ['', 'x', `${apps.find(({ name }) => name === 'Läsare')?.id}`])
      await reader.post('/konto/apps', { app })
    const users = await Promise.all(passwords.map((password) => userOfAppPassword(database, password, clock.now())))
    expect(users.map((user) => user?.id)).toEqual([undefined, reader.userId])
  })

  it.each([
    [' Två\n\t rader ', ['Två rader']],
    ['Osynlig\u200b', ['Osynlig']],
    ['\u200b', []],
  ])('has the name %j of a password or a key as the API has it', async (name, stored) => {
    const { database } = web.ctx
    const answers = [
      await reader.post('/konto/apps', { name }),
      await reader.post('/konto/apps', { key: name, access: 'full' }),
    ]
    const refusal = `role="alert">${t('mine.name_missing')}</p>`
    const isRefused = stored.length === 0
    for (const { status, body } of answers)
      expect([status, body.includes(refusal)]).toEqual([isRefused ? 422 : 200, isRefused])
    const secrets = [await listAppPasswords(database, reader.userId), await listApiKeys(database, reader.userId)]
    expect(secrets.map((some) => some.map((one) => one.name))).toEqual([stored, stored])
  })

  it('ends the session of a button, and names the one of this browser', async () => {
    const { database, clock } = web.ctx
    const other = await enter('ann@example.se')
    const page = await reader.page('/konto/apps')
    for (const key of ['mine.session_here', 'mine.session']) expect(page.split(`<li>${t(key)} `)).toHaveLength(2)
    await reader.post('/konto/apps', { session: sessionOfToken(other.token) })
    expect(await userOfToken(database, other.token, clock.now())).toBeNull()
    expect(await userOfToken(database, reader.token, clock.now())).not.toBeNull()
  })

  it.each(['apple', 'google'])('has no sign-in by %s where it is not set up', async (provider) => {
    expect((await web.app.inject(`/konto/sign-in/${provider}`)).statusCode).toBe(404)
    expect((await web.app.inject('/konto')).body).not.toContain(`/konto/sign-in/${provider}`)
  })

  it.runIf(featureNames.includes('oauth')).each(['', '../x', 'x'.repeat(41)])(
    'has no program “%s” to remove',
    async (agent) => expect(await reader.post('/konto/connect/remove', { agent })).toMatchObject({ status: 400 }),
  )
})

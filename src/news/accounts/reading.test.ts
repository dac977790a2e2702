/** What a person keeps here: follows, mutes, what is saved and read, through merges, limits and the account's end. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seedEvent, seedFeed, seedTag } from '../../../tests/support/build.ts'
import { openTestDatabase } from '../../../tests/support/database.ts'
import { emptyTables, NEIGHBOUR } from '../../../tests/support/neighbour.ts'
import type { Database } from '../../platform/database/database.ts'
import { listEditionEvents } from '../editions/queries/edition-events.ts'
import { findBySearch } from '../editions/queries/saved-searches.ts'
import { plainSearch } from '../search/rules/search-content.ts'
import { readingRules } from './rules/read-markers.ts'
import { signIn } from './writes/accounts.ts'
import { listAppPasswords, makeAppPassword, revokeAppPassword, userOfAppPassword } from './writes/app-passwords.ts'
import { follow, getProfile, mute, unmute } from './writes/follows.ts'
import {
  listRead,
  markRead,
  markReadUntil,
  noteVisit,
  purgeOldReading,
  readAmong,
  savedEvents,
  saveEvents,
  unsaveEvents,
} from './writes/read-markers.ts'
import { issueToken, listSessions, revokeSession, userOfToken } from './writes/tokens.ts'

const start = new Date('2026-11-21T12:00:00Z')
const later = (minutes: number) => new Date(start.getTime() + minutes * 60_000)

let database: Database
let feed: number
let ann: number
let events: number[]

beforeAll(async () => {
  database = await openTestDatabase()
  feed = await seedFeed(database)
  events = []
  for (const title of ['AirPods får ny färg', 'Vision Pro billigare i USA', 'Skandal om priser'])
    events.push((await seedEvent(database, [{ feed_id: feed, title, relevant: true }])).eventId)
})
afterAll(() => database.close())
beforeEach(async () => {
  await emptyTables(database, 'users')
  ann = (await byMail('ann@example.se')).id
})

const byMail = (email: string) => signIn(database, { provider: 'email', subject: email, email }, start)
const event = (at: number) => events[at] as number
const onEvent = (at: number) => ({ kind: 'event' as const, key: String(event(at)) })
const mergeInto = (from: number, into: number | null) =>
  sql`update events set merged_into = ${into} where id = ${from}`.execute(database.db)

describe('a profile', () => {
  it('keeps what is followed and muted in the order of doing so, once', async () => {
    await follow(database, ann, { kind: 'source', key: String(feed) }, later(1))
    await follow(database, ann, { kind: 'search', key: 'vision pro' }, later(2))
    await follow(database, ann, { kind: 'source', key: String(feed) }, later(3))
    await mute(database, ann, { kind: 'word', key: 'musk' }, later(4))
    await mute(database, ann, { kind: 'kind', key: 'deal' }, later(5))
    await unmute(database, ann, { kind: 'word', key: 'musk' })
    expect(await getProfile(database, ann)).toEqual({
      follows: [
        { kind: 'source', key: String(feed) },
        { kind: 'search', key: 'vision pro' },
      ],
      mutes: [{ kind: 'kind', key: 'deal' }],
    })
  })

  it('refuses what is not there, and more than an account holds', async () => {
    for (const kind of ['tag', 'story', 'event', 'source'] as const)
      await expect(follow(database, ann, { kind, key: '999999' }, start)).rejects.toMatchObject({ code: 'not_found' })
    await expect(mute(database, ann, { kind: 'source', key: '999999' }, start)).rejects.toMatchObject({
      code: 'not_found',
    })
    for (let n = 0; n < 20; n++) await follow(database, ann, { kind: 'search', key: `word ${n}` }, start)
    const more = follow(database, ann, { kind: 'search', key: 'one more' }, start)
    await expect(more).rejects.toMatchObject({ code: 'unprocessable' })
    await follow(database, ann, { kind: 'search', key: 'word 3' }, start)
  })
})

describe('what an event was to a reader', () => {
  it('is what the event is that it was merged into', async () => {
    await follow(database, ann, onEvent(0), start)
    await saveEvents(database, ann, [event(0)], start)
    await markRead(database, ann, [event(0)], true, start)
    await mergeInto(event(0), event(1))
    expect((await getProfile(database, ann)).follows).toEqual([onEvent(1)])
    expect(await savedEvents(database, ann)).toEqual([{ eventId: event(1), at: start }])
    expect(await readAmong(database, ann, [event(1)], start)).toEqual(new Set([event(1)]))
    await unsaveEvents(database, ann, [event(0)])
    expect(await savedEvents(database, ann)).toEqual([])
    await saveEvents(database, ann, [event(0)], start)
    expect(await savedEvents(database, ann)).toEqual([{ eventId: event(1), at: start }])
    await mergeInto(event(0), null)
  })

  it('goes with the event', async () => {
    const gone = (await seedEvent(database, [{ feed_id: feed, title: 'Försvinner' }])).eventId
    await follow(database, ann, { kind: 'event', key: String(gone) }, start)
    await saveEvents(database, ann, [gone], start)
    await sql`update articles set event_id = null where event_id = ${gone}`.execute(database.db)
    await sql`delete from event_members where event_id = ${gone}`.execute(database.db)
    await sql`delete from events where id = ${gone}`.execute(database.db)
    expect(await getProfile(database, ann)).toEqual({ follows: [], mutes: [] })
    expect(await savedEvents(database, ann)).toEqual([])
  })

  it('is refused for an event that is not there', async () => {
    await expect(saveEvents(database, ann, [999_999], start)).rejects.toMatchObject({ code: 'not_found' })
    await expect(markRead(database, ann, [999_999], true, start)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('what was read', () => {
  it('is all until a mark, but for what was marked unread after it', async () => {
    expect(await readAmong(database, ann, events, start)).toEqual(new Set())
    await markReadUntil(database, ann, later(1))
    expect(await readAmong(database, ann, events, start)).toEqual(new Set(events))
    await markRead(database, ann, [event(1)], false, start)
    expect(await readAmong(database, ann, events, start)).toEqual(new Set([event(0), event(2)]))
    expect((await listRead(database, ann)).sort()).toEqual([event(0), event(2)])
  })

  it('is listed with what was read last first, and without what has become unread', async () => {
    for (const [i, at] of [event(1), event(0), event(2)].entries()) await markRead(database, ann, [at], true, later(i))
    await markRead(database, ann, [event(0)], false, later(5))
    expect(await listRead(database, ann)).toEqual([event(2), event(1)])
  })

  it('is forgotten after ninety days, since what is so old counts as read', async () => {
    await markRead(database, ann, [event(0)], false, start)
    await purgeOldReading(database, later(80 * 1440))
    expect(await readAmong(database, ann, events, later(80 * 1440))).toEqual(new Set())
    await purgeOldReading(database, later(92 * 1440))
    expect((await sql`select from read_events where user_id < ${NEIGHBOUR}`.execute(database.db)).rows).toEqual([])
    expect(await readAmong(database, ann, events, later(92 * 1440))).toEqual(new Set(events))
  })

  it('is new since the visit before this one, which ends after half an hour of quiet', async () => {
    expect(await noteVisit(database, ann, start)).toEqual({ seenUntil: null, readUntil: null })
    expect((await noteVisit(database, ann, later(20))).seenUntil).toBeNull()
    expect((await noteVisit(database, ann, later(120))).seenUntil).toEqual(later(20))
    expect((await noteVisit(database, ann, later(140))).seenUntil).toEqual(later(20))
  })
})

describe('an app password', () => {
  it('opens its own account until it is revoked, however it is typed, and says when it was used', async () => {
    const password = await makeAppPassword(database, ann, { name: 'NetNewsWire' }, start)
    expect(password).toMatch(/^([a-z2-9]{6}-){3}[a-z2-9]{6}$/)
    expect(await userOfAppPassword(database, password.toUpperCase().replaceAll('-', ' '), later(1))).toMatchObject({
      id: ann,
    })
    expect(await userOfAppPassword(database, password.slice(1), start)).toBeNull()
    const [made] = await listAppPasswords(database, ann)
    expect(made).toMatchObject({ name: 'NetNewsWire', createdAt: start, lastUsedAt: later(1) })
    const { rows } = await sql<{ row: string }>`select app_passwords::text as row from app_passwords`.execute(
      database.db,
    )
    expect(rows[0]?.row).not.toContain(password.slice(0, 6))
    const bo = await byMail('bo@example.se')
    await revokeAppPassword(database, { userId: bo.id, id: made?.id ?? 0 })
    expect(await userOfAppPassword(database, password, start)).not.toBeNull()
    await revokeAppPassword(database, { userId: ann, id: made?.id ?? 0 })
    expect(await userOfAppPassword(database, password, start)).toBeNull()
  })
})

it('lists sessions without what could be used of them, and ends one alone', async () => {
  const [one, two] = [await issueToken(database, ann, start), await issueToken(database, ann, later(1))]
  const sessions = await listSessions(database, ann, later(2))
  expect(sessions.map(({ createdAt }) => createdAt)).toEqual([later(1), start])
  await revokeSession(database, ann, sessions[0]?.id ?? '')
  expect(await userOfToken(database, two.token, later(2))).toBeNull()
  expect(await userOfToken(database, one.token, later(2))).toMatchObject({ id: ann })
})

it('joins what two accounts of one person have followed, muted, saved and read', async () => {
  const google = await signIn(database, { provider: 'google', subject: 'g1', email: null }, start)
  await follow(database, google.id, onEvent(0), start)
  await mute(database, google.id, { kind: 'word', key: 'musk' }, start)
  await saveEvents(database, google.id, [event(0)], start)
  await markRead(database, google.id, [event(0)], true, start)
  const password = await makeAppPassword(database, google.id, { name: 'Reeder' }, start)
  await follow(database, ann, onEvent(1), later(1))
  const joined = await signIn(database, { provider: 'google', subject: 'g1', email: 'ann@example.se' }, start)
  expect(joined.id).toBe(ann)
  expect(await getProfile(database, ann)).toEqual({
    follows: [onEvent(0), onEvent(1)],
    mutes: [{ kind: 'word', key: 'musk' }],
  })
  expect(await savedEvents(database, ann)).toHaveLength(1)
  expect(await readAmong(database, ann, events, start)).toEqual(new Set([event(0)]))
  expect(await userOfAppPassword(database, password, start)).toMatchObject({ id: ann })
})

it.each([
  ['the older account', 10, null],
  ['the younger account', null, 10],
  ['both, later in the older', 10, -10],
  ['both, later in the younger', -10, 10],
])('leaves read what was read in %s', async (_, older, younger) => {
  const google = await signIn(database, { provider: 'google', subject: 'g1', email: null }, start)
  for (const [id, minutes] of [[ann, older] as const, [google.id, younger] as const])
    if (minutes !== null) await markReadUntil(database, id, later(minutes))
  await signIn(database, { provider: 'google', subject: 'g1', email: 'ann@example.se' }, start)
  expect(await readAmong(database, ann, events, start)).toEqual(new Set(events))
})

it.each([true, false])('has the newer mark of two accounts: %s', async (isRead) => {
  const google = await signIn(database, { provider: 'google', subject: 'g1', email: null }, start)
  await markRead(database, ann, [event(0)], !isRead, later(1))
  await markRead(database, google.id, [event(0)], isRead, later(2))
  await markRead(database, ann, [event(1)], isRead, later(2))
  await markRead(database, google.id, [event(1)], !isRead, later(1))
  await signIn(database, { provider: 'google', subject: 'g1', email: 'ann@example.se' }, start)
  expect(await readAmong(database, ann, events, start)).toEqual(new Set(isRead ? [event(0), event(1)] : []))
})

describe('the shared events', () => {
  it('are those of the topic that were reported on since', async () => {
    const found = await listEditionEvents(database.readDb, later(-60 * 24 * 7))
    expect(found.map(({ id }) => id).sort()).toEqual([...events].sort())
    expect(found.find(({ id }) => id === event(0))).toMatchObject({
      feedIds: [feed],
      kinds: ['news'],
      tagIds: [],
      storyId: null,
      sourceCount: 1,
      text: expect.stringContaining('AirPods får ny färg'),
    })
    expect(await listEditionEvents(database.readDb, later(60 * 24))).toEqual([])
  })

  it('are found by a saved search where every word stands in one article, in whatever form', async () => {
    const parts = {
      db: database.readDb,
      siteLanguage: 'sv',
      content: plainSearch,
    }
    const find = (query: string) => findBySearch(parts, query, { since: later(-60 * 24 * 7), now: start })
    expect(await find('airpods färger')).toEqual([event(0)])
    expect(await find('airpods vision')).toEqual([])
    expect(await find('"vision pro"')).toEqual([event(1)])
    expect(await find('vision -billigare')).toEqual([])
    expect(await find('source:nobody')).toEqual([])
    expect(await find('"')).toEqual([])
  })
})

it('an event is what its published articles make it: one that is removed brings no tag, source, kind or word', async () => {
  const [other, tag] = [await seedFeed(database), await seedTag(database, 'Borta')]
  const { eventId } = await seedEvent(database, [
    { feed_id: feed, title: 'Det som är kvar', kind: 'news' },
    {
      feed_id: other,
      title: 'Borttaget ord',
      excerpt: 'Borttaget ord',
      tag_ids: [tag],
      kind: 'deal',
      status: 'removed',
    },
  ])
  const found = (await listEditionEvents(database.readDb, new Date(0))).find(({ id }) => id === eventId)
  expect(found).toMatchObject({ kinds: ['news'], tagIds: [], feedIds: [feed] })
  expect(found?.text).not.toContain('Borttaget')
})

it('of more that was read than is shown, what was read last is listed', async () => {
  const max = readingRules.maxShownRead
  await sql`
    with made as (
      insert into events (created_at, first_at, last_at) select ${start}, ${start}, ${start} from generate_series(0, ${max}) returning id)
    insert into read_events (user_id, event_id, read, at)
    select ${ann}, id, true, ${start}::timestamptz + id * interval '1 second' from made`.execute(database.db)
  const { rows } = await sql<{
    id: number
  }>`select event_id as id from read_events where user_id = ${ann} order by id desc limit ${max}`.execute(database.db)
  expect(await listRead(database, ann)).toEqual(rows.map(({ id }) => id))
})

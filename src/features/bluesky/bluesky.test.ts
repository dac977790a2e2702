/** Posts of events by an account of Bluesky, at a played server: which, in what words, once, and what happens when it fails. */
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type ArticleSeed, growEvent, seedEvent, seedFeed } from '../../../tests/support/build.ts'
import { t } from '../../../tests/support/content.ts'
import { NEIGHBOUR } from '../../../tests/support/neighbour.ts'
import { type Pds, refuse, startPds } from '../../../tests/support/played/bluesky.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { parseConfig } from '../../config.ts'
import { recordOf } from './posts-channel.ts'

const CREATE = 'com.atproto.repo.createRecord'
const SIGN_IN = 'com.atproto.server.createSession'
const NOON = new Date('2026-11-21T12:00:00Z')

const pds: Pds = await startPds()
const settings = {
  BLUESKY_HANDLE: pds.handle,
  BLUESKY_APP_PASSWORD: pds.password,
  BLUESKY_SERVICE: pds.url,
  FETCH_ALLOW: '127.0.0.1/32',
}
const web: TestWeb = await startTestWeb(settings)
async function seedFeeds(database: TestWeb['database']): Promise<number[]> {
  const ids: number[] = []
  for (const name of ['Posten', 'Bladet', 'Ekot', 'Tidningen'])
    ids.push(await seedFeed(database, { title: name, publisher: `${name.toLowerCase()}.example` }))
  return ids
}
const feeds = await seedFeeds(web.database)
afterAll(async () => {
  await web.close()
  await pds.close()
})

beforeEach(async () => {
  web.clock.set(NOON)
  // Old events first: the site looks by itself soon after each change.
  await sql`update events set first_at = '2026-01-01', last_at = '2026-01-01' where id < ${NEIGHBOUR}`.execute(
    web.database.db,
  )
  await web.deliver()
  await web.database.db.deleteFrom('outbox').where('channel', '=', 'bluesky').execute()
  pds.calls.length = 0
  pds.records.length = 0
})

/** One report of each of so many publishers, an hour ago. */
const reports = (count: number, title: string, values: Partial<ArticleSeed> = {}, hoursAgo = 1): ArticleSeed[] => {
  const at = new Date(NOON.getTime() - hoursAgo * 3_600_000)
  const times = { published_at: at, discovered_at: at, sort_at: at, updated_at: at }
  return feeds.slice(0, count).map((feed_id) => ({ feed_id, title, language: 'sv', ...times, ...values }))
}
const event = async (...given: Parameters<typeof reports>) => (await seedEvent(web.database, reports(...given))).eventId
const posts = () => pds.records.map(({ record }) => String(record.text).split('\n')[0])
const states = async () =>
  (await web.database.db.selectFrom('outbox').select('state').where('channel', '=', 'bluesky').execute()).map(
    ({ state }) => state,
  )
const times = (method: string) => pds.calls.filter((call) => call.method === method).length
const later = (minutes: number) => web.clock.set(new Date(web.clock.now().getTime() + minutes * 60_000))

describe('which events are posted', () => {
  it.each<[what: string, given: Parameters<typeof reports>, isPosted: boolean]>([
    ['three sources', [3, 'A'], true],
    ['four sources', [4, 'A'], true],
    ['two sources', [2, 'A'], false],
    ['sources of which none is about the topic', [3, 'A', { relevant: false }], false],
    ['articles that wait to be published', [3, 'A', { status: 'pending' }], false],
    ['what was last reported long ago', [3, 'A', {}, 7], false],
  ])('%s: %o', async (_what, given, isPosted) => {
    await event(...given)
    await web.deliver()
    expect(posts()).toEqual(isPosted ? ['A'] : [])
  })

  it('one that gets its third source is posted then, and never again', async () => {
    const id = await event(2, 'Bron öppnar')
    await web.deliver()
    expect(posts()).toEqual([])
    await growEvent(web.database, id, reports(3, 'Bron öppnar').slice(2))
    await web.deliver()
    await growEvent(web.database, id, reports(4, 'Bron öppnar').slice(3))
    await web.deliver()
    await web.deliver()
    expect([posts(), await states()]).toEqual([['Bron öppnar'], ['sent']])
  })

  it('none where no account is named', { tags: 'slow' }, async () => {
    const other = await startTestWeb({ FETCH_ALLOW: '127.0.0.1/32' })
    onTestFinished(() => other.close())
    await seedFeeds(other.database)
    await seedEvent(other.database, reports(3, 'A'))
    await other.deliver()
    const rows = await other.database.db.selectFrom('outbox').select('id').where('channel', '=', 'bluesky').execute()
    expect([rows, pds.calls]).toEqual([[], []])
  })
})

it('says the headline and the line of trust, and shows a card that leads to the page', async () => {
  const id = await event(3, 'Bron & <b>vägen</b>', { excerpt: 'Efter tre år.' })
  await web.deliver()
  expect(pds.records).toEqual([
    {
      repo: 'did:plc:played',
      collection: 'app.bsky.feed.post',
      record: {
        $type: 'app.bsky.feed.post',
        text: `Bron & <b>vägen</b>\n\n${t('sources.count', { n: 3 })}`,
        createdAt: NOON.toISOString(),
        langs: ['sv'],
        embed: {
          $type: 'app.bsky.embed.external',
          external: {
            uri: `https://site.example/handelser/${id}-bron-b-vagen-b`,
            title: 'Bron & <b>vägen</b>',
            description: 'Efter tre år.',
          },
        },
      },
    },
  ])
})

it('keeps to the limits of a post', () => {
  const flag = '🇸🇪'
  for (const letter of ['å', flag, 'e\u0301', `a${'\u0302'.repeat(40)}`]) {
    const post = {
      title: letter.repeat(1000),
      line: '3 källor',
      url: 'https://x.example/',
      summary: '',
      language: null,
    }
    const { text } = recordOf(post, NOON)
    expect([...new Intl.Segmenter().segment(text)].length).toBeLessThanOrEqual(300)
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(3000)
    expect(text.endsWith('\n\n3 källor')).toBe(true)
  }
})

describe('a session', () => {
  it('serves many posts, and is opened again where it has ended', async () => {
    pds.endSessions()
    await event(3, 'A')
    await event(3, 'B')
    await web.deliver()
    const before = times(SIGN_IN)
    expect([posts().sort(), before <= 1]).toEqual([['A', 'B'], true])
    pds.endSessions()
    await event(3, 'C')
    await web.deliver()
    expect([posts().sort(), times(SIGN_IN) - before]).toEqual([['A', 'B', 'C'], 1])
  })

  it('that is refused is tried again later, and the post goes out once', async () => {
    pds.endSessions()
    pds.next[SIGN_IN] = [refuse(401, 'AuthenticationRequired'), refuse(503)]
    await event(3, 'A')
    for (const minutes of [0, 5, 20]) {
      later(minutes)
      await web.deliver()
    }
    expect([posts(), await states()]).toEqual([['A'], ['sent']])
  })
})

it.each([
  ['is not about the topic', { relevant: false }],
  ['is withdrawn', { status: 'removed' }],
] as const)('a post that waits is dropped where its event by then %s', async (_what, values) => {
  pds.endSessions()
  pds.next[SIGN_IN] = [refuse(503)]
  const id = await event(3, 'A')
  await web.deliver()
  await web.database.db.updateTable('articles').set(values).where('event_id', '=', id).execute()
  later(60)
  await web.deliver()
  expect([posts(), await states()]).toEqual([[], ['dropped']])
})

it('a post that waits is dropped where its event is old by then', async () => {
  pds.endSessions()
  pds.next[SIGN_IN] = [refuse(503)]
  await event(3, 'A')
  await web.deliver()
  later(3 * 24 * 60)
  await web.deliver()
  expect([posts(), await states()]).toEqual([[], ['dropped']])
})

describe('a post that is not taken', () => {
  it.each<[what: string, answer: Pds['next'][string][number], state: string]>([
    ['is too much for now', refuse(429, 'RateLimitExceeded'), 'sent'],
    ['is refused', refuse(400, 'InvalidRequest'), 'failed'],
    ['meets a fault, and may have been taken', refuse(502), 'failed'],
    ['gets no answer, and may have been taken', (response) => response.destroy(), 'failed'],
  ])('as it %s: %s', async (_what, answer, state) => {
    await event(3, 'Först')
    await web.deliver()
    pds.records.length = 0
    pds.next[CREATE] = [answer]
    await event(3, 'A')
    for (const minutes of [0, 5, 60, 240]) {
      later(minutes)
      await web.deliver()
    }
    expect([posts(), (await states()).sort()]).toEqual([state === 'sent' ? ['A'] : [], [state, 'sent'].sort()])
  })
})

it.each([
  [{ BLUESKY_HANDLE: 'a.example', BASE_URL: 'https://news.example.org' }, 'BLUESKY_APP_PASSWORD'],
  [{ BLUESKY_HANDLE: 'a.example', BLUESKY_APP_PASSWORD: 'x' }, 'BASE_URL'],
  [{ BLUESKY_HANDLE: '@a', BLUESKY_APP_PASSWORD: 'geheim-wort' }, 'must be a handle'],
])('settings %o are refused: %s', (env, fault) => {
  expect(() => parseConfig(env)).toThrow(fault)
  expect(() => parseConfig(env)).not.toThrow(/geheim/)
})

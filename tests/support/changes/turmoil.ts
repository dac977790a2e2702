/** Everything that can happen to what readers see, by the functions that do it in the service, at random. */
import { sql } from 'kysely'
import { correctArticle, removeArticle, restoreArticle } from '../../../src/news/articles/writes/operator-articles.ts'
import { insertEvent, refreshEvents, saveMembers } from '../../../src/news/events/writes/events.ts'
import { mergeEvents, splitFromEvent } from '../../../src/news/events/writes/operator-events.ts'
import { editStory, mergeStories } from '../../../src/news/stories/writes/operator-stories.ts'
import {
  insertStories,
  mergeStories as join,
  linkEvents,
  refreshStories,
} from '../../../src/news/stories/writes/stories.ts'
import { type ActorDatabase, publishing } from '../../../src/platform/database/database.ts'
import { seedArticles } from '../build.ts'
import { NEIGHBOUR } from '../neighbour.ts'

type Act = (database: ActorDatabase) => Promise<unknown>

const now = () => new Date()
const days = (n: number) => new Date(Date.now() - n * 86_400_000)
const pick = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)] as T

/** Ids of some, of those that are no neighbour's. */
async function some(database: ActorDatabase, from: string, n: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (select id from ${sql.raw(from)}) x where id < ${NEIGHBOUR} order by random() limit ${n}`.execute(
    database.db,
  )
  return rows.map(({ id }) => id)
}
const published = "articles where status = 'published'"
const events = 'events where merged_into is null and published > 0'
const stories = 'stories where merged_into is null'

const words = () =>
  `${pick(['Ny', 'Tunn', 'Dyr', 'Snabb'])} ${pick(['dator', 'telefon', 'klocka'])} ${Math.floor(Math.random() * 1e6)}`

/** Some of them late: published days ago, found only now. */
const arrive: Act = async (database) => {
  const feed = pick(await some(database, 'feeds', 1))
  const at = days(Math.random() < 0.3 ? Math.random() * 60 : 0)
  const seeds = Array.from({ length: 1 + Math.floor(Math.random() * 4) }, () => ({
    feed_id: feed,
    title: words(),
    published_at: at,
    sort_at: at,
    discovered_at: now(),
    status: pick(['published', 'published', 'pending'] as const),
  }))
  await seedArticles(database, seeds)
}

const group: Act = (database) =>
  publishing(database, async (trx) => {
    const loose = await some(database, "articles where status = 'published' and event_id is null", 3)
    const known = (await some(database, events, 1))[0]
    if (loose.length === 0) return
    const eventId = known !== undefined && Math.random() < 0.6 ? known : await insertEvent(trx, now(), now())
    const reason = { members: 0, nearest: null, ruling: null }
    const members = loose.map((articleId) => ({ articleId, eventId, decidedBy: 'likeness' as const, score: 1, reason }))
    await saveMembers(trx, members, now())
    await refreshEvents(trx, [eventId])
  })

const ACTIONS: [weight: number, act: Act][] = [
  [6, arrive],
  [5, group],
  [2, (database) => sql`update articles set status = 'published' where status = 'pending'`.execute(database.db)],
  [
    3,
    async (database) =>
      sql`update articles set title = ${words()} where id = any(${await some(database, published, 2)}::bigint[])`.execute(
        database.db,
      ),
  ],
  [
    1,
    async (database) =>
      sql`update articles set views = views + 1, heat = 1 where id = any(${await some(database, published, 5)}::bigint[])`.execute(
        database.db,
      ),
  ],
  [2, async (database) => removeArticle(database, (await some(database, published, 1))[0] ?? 0, now())],
  [
    1,
    async (database) =>
      restoreArticle(database, (await some(database, "articles where status = 'removed'", 1))[0] ?? 0, now()),
  ],
  [
    2,
    async (database) =>
      correctArticle(
        database,
        (await some(database, published, 1))[0] ?? 0,
        { title: words(), summary: words() },
        now(),
      ),
  ],
  [
    2,
    async (database) => {
      const [one = 0, other = 0] = await some(database, events, 2)
      return mergeEvents(database, one, other, now())
    },
  ],
  [
    2,
    async (database) =>
      splitFromEvent(
        database,
        (await some(database, "articles where status = 'published' and event_id is not null", 1))[0] ?? 0,
        now(),
      ),
  ],
  [
    2,
    async (database) => {
      const linked = await some(database, events, 2)
      const known = (await some(database, stories, 1))[0]
      return publishing(database, async (trx) => {
        const numbers = await insertStories(trx, new Map([[-1, null]]), now())
        const story = known !== undefined && Math.random() < 0.5 ? known : (numbers.get(-1) ?? 0)
        await linkEvents(
          trx,
          linked.map((event_id) => ({ event_id, story_id: story, score: null, reason: {} })),
          now(),
        )
        await refreshStories(trx, [story], now())
      })
    },
  ],
  [
    1,
    async (database) => {
      const [one = 0, other = 0] = await some(database, stories, 2)
      if (Math.random() < 0.5) return mergeStories(database, one, other, now())
      return other === 0
        ? null
        : publishing(database, (trx) => join(trx, Math.min(one, other), Math.max(one, other), now()))
    },
  ],
  [
    1,
    async (database) =>
      editStory(
        database,
        (await some(database, stories, 1))[0] ?? 0,
        { title: words(), lead: words(), body: '' },
        now(),
      ),
  ],
  [
    1,
    async (database) =>
      sql`update feeds set title = ${words()} where id = any(${await some(database, 'feeds', 1)}::integer[]) and random() < 0.2`.execute(
        database.db,
      ),
  ],
]

/** As often as it weighs. */
const DECK = ACTIONS.flatMap(([weight, act]) => Array.from({ length: weight }, () => act))

/** One thing happens. What the service refuses (there is nothing to merge, nothing to restore) has not happened. */
export async function actOnce(database: ActorDatabase): Promise<void> {
  const act = pick(DECK)
  await act(database).catch((error) => {
    const { code } = error as { code?: string }
    // The database restarts under it, or two of them met.
    if (
      !/^(not_found|unprocessable|unavailable|57P|08|40P01|E)/.test(code ?? '') &&
      !/onnection|terminat/.test(String(error))
    )
      throw error
  })
}

/** Clustering and stories work on indexes in memory: what others write, kills and restarts must leave no trace in what is stored. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { seedArticles, seedFeed } from '../../../../tests/support/build.ts'
import { contentLexicon, storyWords } from '../../../../tests/support/content.ts'
import { openTestDatabase } from '../../../../tests/support/database.ts'
import type { ActorDatabase } from '../../../platform/database/database.ts'
import { createStories } from '../../stories/stage/story-stage.ts'
import { mergeStories } from '../../stories/writes/operator-stories.ts'
import { mergeEvents, splitFromEvent } from '../writes/operator-events.ts'
import { type ClusterCtx, createClustering } from './stage/cluster.ts'

const DAY = 86_400_000
const start = Date.UTC(2026, 0, 5, 9)
const lexicon = contentLexicon()
const log = pino({ level: 'silent' })

let database: ActorDatabase
let feeds: number[]
let now = new Date(start)

beforeEach(async () => {
  now = new Date(start)
  database = await openTestDatabase({ alone: true })
  feeds = [await seedFeed(database), await seedFeed(database), await seedFeed(database)]
})
afterEach(() => database.close())

const clusterCtx = (): ClusterCtx => ({
  database,
  lexicon,
  now: () => now,
  vectorModel: null,
  classifyBorderlinePairs: null,
})
const stories = () =>
  createStories({ database, clock: { now: () => now }, log, ...storyWords(), timeZone: 'UTC', write: null })

interface News {
  title: string
  excerpt: string
  /** Days from the start. */
  day: number
  source: number
}

const publish = (news: News[]) =>
  seedArticles(
    database,
    news.map(({ title, excerpt, day, source }) => {
      const at = new Date(start + day * DAY)
      return {
        feed_id: feeds[source]!,
        title,
        excerpt,
        event_id: null,
        language: 'sv',
        published_at: at,
        sort_at: at,
        discovered_at: at,
      }
    }),
  )

const bridge = (n: number, day: number): News => ({
  title: `Storbron i Valdemarsvik rasade vid kajen, uppgift ${'abcdef'[n]}`,
  excerpt: 'Storbron rasade vid kajen i Valdemarsvik. Ingen skadades, säger räddningsledaren Karin Alm.',
  day,
  source: n % 3,
})

const AFFAIRS = [
  'Klangverk patenttvist',
  'Storbron i Valdemarsvik',
  'Molnlager driftstopp',
  'Vikbar prototyp',
  'Fabriken i Brunnsdal',
]
const TURNS = ['stämning', 'besked', 'vittne', 'dom', 'krav', 'svar']

/** Affairs of six happenings each, three days apart, every one told by two sources. */
const affairs: News[] = TURNS.flatMap((turn, step) =>
  AFFAIRS.flatMap((affair, n) => {
    const word = `${'klmpr'[n]}${turn}`
    const title = `${affair}: ${word} om ${affair.split(' ')[0]}`
    const excerpt = `${affair} gäller ${word}.`
    return [0, 1].map((report) => {
      return {
        title: report ? `${title} – uppgifter` : title,
        excerpt,
        day: step * 3 + n / 10 + report / 24,
        source: (n + report) % 3,
      }
    })
  }),
)

/** Everything that readers and operators see, by titles instead of numbers. */
async function outcome(): Promise<unknown> {
  const { rows } = await sql`
    select a.title, a.source_count, a.cluster_state, m.decided_by, m.score, first.title as event, e.articles_count,
      (select min(b.title) from story_events s2 join event_members m2 on m2.event_id = s2.event_id
        join articles b on b.id = m2.article_id where s2.story_id = s.story_id) as story
    from articles a
    left join event_members m on m.article_id = a.id
    left join events e on e.id = m.event_id
    left join lateral (select b.title from event_members o join articles b on b.id = o.article_id
      where o.event_id = e.id order by b.sort_at, b.id limit 1) first on true
    left join story_events s on s.event_id = e.id
    order by a.title, a.id`.execute(database.db)
  return rows
}

const storySet = async () => {
  const { rows } = await sql<{ events: string }>`
    select string_agg(a.title, ' | ' order by a.title) as events
    from story_events s join event_members m on m.event_id = s.event_id join articles a on a.id = m.article_id
    join stories t on t.id = s.story_id where t.merged_into is null group by s.story_id order by 1`.execute(database.db)
  return rows.map((row) => row.events)
}

/** Everything that was stored, for telling whether a run changed anything. */
const stamps = async () => {
  const { rows } = await sql`
    select 'm' as what, article_id as id, xmin::text from event_members union all select 'e', id, xmin::text from events
    union all select 's', id, xmin::text from stories union all select 'l', event_id, xmin::text from story_events
    order by 1, 2`.execute(database.db)
  return rows
}

/** Brings the news in by parts; `run` does the stages after each. */
async function live(parts: number, run: () => Promise<void>): Promise<void> {
  const size = Math.ceil(affairs.length / parts)
  for (let from = 0; from < affairs.length; from += size) {
    const part = affairs.slice(from, from + size)
    await publish(part)
    now = new Date(start + (part.at(-1)?.day ?? 0) * DAY + DAY / 4)
    await run()
  }
}

describe('an index in memory', () => {
  it('decides as one does that is loaded anew for each part of the news', { tags: 'slow' }, async () => {
    const [cluster, update] = [createClustering(clusterCtx()), stories()]
    await live(7, async () => {
      await cluster()
      await update()
    })
    const held = await outcome()
    await fresh()
    await live(7, async () => {
      await createClustering(clusterCtx())()
      await stories()()
    })
    expect(await outcome()).toEqual(held)
  })

  it('changes nothing in a second run', { tags: 'slow' }, async () => {
    const [cluster, update] = [createClustering(clusterCtx()), stories()]
    await live(2, async () => {
      await cluster()
      await update()
    })
    const before = await stamps()
    await cluster()
    await update()
    await createClustering(clusterCtx())()
    await stories()()
    expect(await stamps()).toEqual(before)
  })

  it('knows what another worker has decided since it was loaded', { tags: 'slow' }, async () => {
    const [mine, other] = [createClustering(clusterCtx()), createClustering(clusterCtx())]
    await publish([bridge(0, 0)])
    await mine()
    await publish([bridge(1, 0.1)])
    await other()
    const [last] = await publish([bridge(2, 0.2)])
    await mine()
    const members = await database.db.selectFrom('event_members').selectAll().execute()
    expect(new Set(members.map(({ event_id }) => event_id)).size).toBe(1)
    expect(members.find(({ article_id }) => article_id === last)!.reason.members).toBe(2)
  })

  it("follows an operator's split and merge that came since it was loaded", { tags: 'slow' }, async () => {
    const cluster = createClustering(clusterCtx())
    const tulips = { title: 'Rekord i tulpaner', excerpt: 'Odlarna jublar.', day: 0, source: 1 }
    const [one, two, flower] = await publish([bridge(0, 0), bridge(1, 0.1), tulips])
    await cluster()
    const eventOf = async (id: number) =>
      (await database.db.selectFrom('event_members').select('event_id').where('article_id', '=', id).executeTakeFirst())
        ?.event_id
    expect(await eventOf(one!)).toBe(await eventOf(two!))
    await splitFromEvent(database, two!, now)
    await mergeEvents(database, (await eventOf(one!))!, (await eventOf(flower!))!, now)
    const [three] = await publish([bridge(2, 0.2)])
    await database.db.updateTable('articles').set({ cluster_state: 'pending' }).execute()
    await cluster()
    expect(await eventOf(one!)).not.toBe(await eventOf(two!))
    expect(await eventOf(one!)).toBe(await eventOf(flower!))
    expect([await eventOf(one!), await eventOf(two!)]).toContain(await eventOf(three!))
  })

  it('throws its decisions away when an operator writes between them and their storing', { tags: 'slow' }, async () => {
    const [one, two] = await publish(affairs.slice(0, 2))
    await createClustering(clusterCtx())()
    await database.db.updateTable('articles').set({ cluster_state: 'pending' }).execute()
    await beforeStoring(createClustering(clusterCtx()), async (client) => {
      const { rows } = await client.query(
        'insert into events (created_at, first_at, last_at) values (now(), now(), now()) returning id',
      )
      await client.query('update event_members set event_id = $1 where article_id = $2', [rows[0].id, two])
      await client.query(`insert into event_decisions values ($1, $2, false, 'operator', now())`, [one, two])
    })
    const { rows } = await sql<{ n: number }>`select count(distinct event_id)::int as n from event_members`.execute(
      database.db,
    )
    expect(rows[0]!.n).toBe(2)
    const left = await database.db.selectFrom('articles').select('id').where('cluster_state', '=', 'pending').execute()
    expect(left).toEqual([])
  })

  it('reads an article again that said something else by the time of the decision', { tags: 'slow' }, async () => {
    const [one] = await publish(affairs.slice(0, 1))
    await beforeStoring(createClustering(clusterCtx()), async (client) => {
      await client.query(`update articles set title = 'Rekord i tulpaner' where id = $1`, [one])
    })
    const { rows } = await sql<{
      words: string
    }>`select features->>'titleWords' as words from article_features`.execute(database.db)
    expect(rows[0]!.words).toContain('tulpan')
  })

  it('loses and doubles nothing when its session is killed between deciding and storing', {
    tags: 'slow',
  }, async () => {
    await publish(affairs)
    now = new Date(start + 30 * DAY)
    const [cluster, update] = [createClustering(clusterCtx()), stories()]
    const killed = (run: () => Promise<unknown>) =>
      beforeStoring(run, async (client, pid) => {
        await client.query('select pg_terminate_backend($1)', [pid])
      })
    await expect(killed(cluster)).rejects.toThrow()
    const { rows } = await sql`select from event_members`.execute(database.db)
    expect(rows).toEqual([])
    await cluster()
    await expect(killed(update)).rejects.toThrow()
    expect(await storySet()).toEqual([])
    await update()
    const mended = await outcome()
    await fresh()
    await publish(affairs)
    await createClustering(clusterCtx())()
    await stories()()
    expect(await outcome()).toEqual(mended)
  })

  it('is shared out between two workers that run at once, and neither sees half of the other', {
    tags: 'slow',
  }, async () => {
    await publish(affairs)
    const workers = [createClustering(clusterCtx()), createClustering(clusterCtx())]
    const [one, other] = await Promise.all(workers.map((worker) => worker()))
    expect(one! + other!).toBe(affairs.length)
    await Promise.all([stories()(), stories()()])
    const both = await outcome()
    await fresh()
    await publish(affairs)
    await createClustering(clusterCtx())()
    await stories()()
    expect(await outcome()).toEqual(both)
  })
})

describe('stories', () => {
  it('that were written by increments are those of a run from nothing over the same news', {
    tags: 'slow',
  }, async () => {
    const [cluster, update] = [createClustering(clusterCtx()), stories()]
    await live(9, async () => {
      await cluster()
      await update()
    })
    const byIncrements = await storySet()
    expect(byIncrements).toHaveLength(AFFAIRS.length)
    await sql`truncate stories, story_events, story_features cascade`.execute(database.db)
    await sql`update events set story_state = 'pending'`.execute(database.db)
    await stories()()
    expect(await storySet()).toEqual(byIncrements)
  })

  it('follow a merge by an operator that came since the index was loaded', { tags: 'slow' }, async () => {
    const [cluster, update] = [createClustering(clusterCtx()), stories()]
    await publish(affairs.filter(({ day }) => day < 12))
    now = new Date(start + 12 * DAY)
    await cluster()
    await update()
    const before = await database.db
      .selectFrom('stories')
      .select('id')
      .where('merged_into', 'is', null)
      .orderBy('id')
      .execute()
    const [one, other] = before.map(({ id }) => id)
    await mergeStories(database, one!, other!, now)
    await publish(affairs.filter(({ day }) => day >= 12))
    now = new Date(start + 12.5 * DAY)
    await cluster()
    await update()
    const running = await database.db.selectFrom('stories').select('id').where('merged_into', 'is', null).execute()
    expect(running).toHaveLength(before.length - 1)
    const { rows } = await sql`select from story_events where story_id = ${other}`.execute(database.db)
    expect(rows).toEqual([])
  })

  it('of a database of an earlier version, which kept nothing of its events, go on as they were', {
    tags: 'slow',
  }, async () => {
    const early = affairs.filter(({ day }) => day < 12)
    await publish(early)
    now = new Date(start + 12 * DAY)
    await createClustering(clusterCtx())()
    await stories()()
    const before = await storySet()
    await sql`truncate story_features`.execute(database.db)
    await publish(affairs.filter(({ day }) => day >= 12))
    now = new Date(start + 23 * DAY)
    await createClustering(clusterCtx())()
    await stories()()
    expect(await storySet()).toHaveLength(before.length)
    const { rows } = await sql`select from events e where merged_into is null and articles_count > 0
      and not exists (select from story_events s where s.event_id = e.id)`.execute(database.db)
    expect(rows).toEqual([])
  })
})

async function fresh(): Promise<void> {
  await database.close()
  database = await openTestDatabase({ alone: true })
  feeds = [await seedFeed(database), await seedFeed(database), await seedFeed(database)]
}

/** Runs a stage, and `act` in the transaction of another publisher, for which the stage waits when it has decided and would store. */
async function beforeStoring(
  run: () => Promise<unknown>,
  act: (client: pg.PoolClient, pid: number) => Promise<void>,
): Promise<void> {
  const client = await database.pool.connect()
  await client.query('begin')
  await client.query(`select from data_versions where name = 'content' for update`)
  const running = run()
  running.catch(() => {})
  try {
    for (;;) {
      const { rows } = await database.pool.query(`
        select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%data_versions%'`)
      if (rows[0]) {
        await act(client, rows[0].pid)
        break
      }
      await sleep(20)
    }
    await client.query('commit')
  } finally {
    client.release()
  }
  await running
}

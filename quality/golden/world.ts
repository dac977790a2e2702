/** A small site with one of everything that an answer can be about, the same at each run: ids, times and scores are fixed. */

import { sql } from 'kysely'
import { follow } from '../../src/news/accounts/writes/follows.ts'
import { saveEvents } from '../../src/news/accounts/writes/read-markers.ts'
import { userOfToken } from '../../src/news/accounts/writes/tokens.ts'
import { correctArticle } from '../../src/news/articles/writes/operator-articles.ts'
import { mergeEvents, splitFromEvent } from '../../src/news/events/writes/operator-events.ts'
import { growEvent, said, seedEvent, seedEventText, seedFeed, seedTag, storedPoint } from '../../tests/support/build.ts'
import { signIn } from '../../tests/support/people.ts'
import type { TestWeb } from '../../tests/support/web.ts'
import { seedWorld, type World } from '../../tests/support/worlds/agent.ts'

export interface GoldenWorld extends World {
  token: string
  feeds: number[]
  /** Of three publishers, with a text, a story, reactions and revisions. */
  bridge: number
  /** An article of it. */
  report: number
  mergedEvent: number
  stories: { running: number; dormant: number; merged: number; dissolved: number }
}

const hour = (n: number) => new Date(Date.UTC(2026, 10, 20, n))
const FIXED = new Date('2026-11-21T11:59:00Z')
const EPOCH = '0123abcd'

export async function seedGolden(web: TestWeb): Promise<GoldenWorld> {
  const world = await seedWorld(web)
  const { database } = web
  const { db } = database
  const tags = [await seedTag(database, 'Broar', 'broar'), await seedTag(database, 'Färjor & hamnar', 'farjor-hamnar')]
  const feeds: number[] = []
  for (const [n, title] of ['Posten', 'Bladet', 'Ekot'].entries())
    feeds.push(
      await seedFeed(database, {
        title,
        publisher: `${title.toLowerCase()}.example`,
        language: n === 2 ? 'en' : 'sv',
        ...(n === 0 ? { description: 'Nyheter om broar.', icon_url: 'https://posten.example/icon.png' } : {}),
      }),
    )
  const report = (source: number, at: number, values = {}) => ({
    feed_id: feeds[source] as number,
    title: `The bridge, says ${source}`,
    language: source === 2 ? 'en' : 'sv',
    published_at: hour(at),
    sort_at: hour(at),
    discovered_at: hour(at),
    updated_at: hour(at),
    tag_ids: tags.slice(0, 1 + (at % 2)),
    kind: 'news',
    views: at,
    ...(at % 3 === 0 ? { heat: 1300 + at } : {}),
    ...values,
  })
  const { eventId: bridge, articleIds } = await seedEvent(database, [
    report(0, 2),
    report(1, 3, { image_url: 'https://img.example/bro.jpg', translated_by: 'ai', ...translated('Bron öppnar') }),
    report(2, 4, { credited_publisher: 'posten.example', reservation: 'robots.txt' }),
  ])
  const points = [
    storedPoint('agreed', ['Bron öppnar på lördag.', articleIds.slice(0, 2)]),
    storedPoint(
      'disputed',
      ['Den kostade 450 miljoner.', articleIds.slice(0, 1)],
      ['Notan blev 520 miljoner.', articleIds.slice(1, 2)],
    ),
  ]
  const claims = [
    said('title', 'Bron öppnar på lördag', { by: articleIds.slice(0, 1) }),
    said('sentence', 'Efter tre år öppnar bron.', { by: articleIds }),
    said('sentence', 'Alla jublar.', { dropped: 'certainty' }),
  ]
  await seedEventText(database, { eventId: bridge, claims, points })
  const reactions: number[] = []
  for (const [at, kind] of [
    [5, 'news'],
    [6, 'opinion'],
    [7, 'deal'],
  ] as const)
    reactions.push(
      (await seedEvent(database, [report(0, at, { kind, title: `Minister ${at} on the bridge` })])).eventId,
    )
  const stories = await seedStories(web, [bridge, ...reactions])
  for (let n = 0; n < 12; n++)
    await seedEvent(database, [
      report(n % 3, 8 + n, { title: `Ferry ${n} leaves`, relevant: n % 4 !== 0, kind: n % 2 === 0 ? 'rumor' : 'news' }),
      ...(n % 5 === 0 ? [report((n + 1) % 3, 8 + n, { title: `Ferry ${n} has left` })] : []),
    ])
  await seedEvent(database, [report(1, 22, { published_at: null, title: 'Utan datum', author: 'Ann' })])
  const older = await seedEvent(database, [report(2, 1, { title: 'An older harbour' })])
  const merged = await seedEvent(database, [report(0, 9, { title: 'The harbour again' })])
  await mergeEvents(database, older.eventId, merged.eventId, FIXED)
  const [extra] = await growEvent(database, older.eventId, [report(1, 10, { title: 'Not the harbour' })])
  await splitFromEvent(database, extra as number, FIXED)
  await db
    .updateTable('feeds')
    .set({ status: 'paused' })
    .where('id', '=', await seedFeed(database))
    .execute()
  for (const n of [2, 3]) await seedEpisode(web, n)
  const { token } = await signIn(web, 'ann@site.example')
  const { account } = await accountOf(web, token)
  for (const wanted of [
    { kind: 'source', key: String(feeds[0]) },
    { kind: 'tag', key: String(tags[0]) },
  ] as const)
    await follow(web.ctx.database, account, wanted, web.ctx.clock.now())
  await saveEvents(web.ctx.database, account, [bridge], web.ctx.clock.now())
  await correctArticle(
    web.database,
    articleIds[0] as number,
    {
      title: 'Bron klar',
      summary: 'Nu öppnar bron.',
    },
    web.ctx.clock.now(),
  )
  await fixTimes(web)
  return { ...world, token, feeds, bridge, report: articleIds[1] as number, mergedEvent: merged.eventId, stories }
}

const translated = (title: string) => ({ translated_title: title, translated_summary: `${title}.\n\nSå säger de.` })

const accountOf = async (web: TestWeb, token: string) => {
  const account = await userOfToken(web.ctx.database, token, web.ctx.clock.now())
  return { account: account?.id ?? 0 }
}

async function seedStories({ database: { db } }: TestWeb, events: number[]) {
  const story = async (title: string, values = {}) => {
    const times = { first_at: hour(2), last_at: hour(7), created_at: hour(2), updated_at: hour(7) }
    const row = { title, lead: `${title}, från början.`, entries_count: 6, ...times, ...values }
    return (await db.insertInto('stories').values(row).returning('id').executeTakeFirstOrThrow()).id
  }
  const dormant = await story('Bygget', {
    status: 'dormant',
    last_at: hour(-900),
    image_url: 'https://img.example/1.jpg',
  })
  const running = await story('Brobygget', { body: 'Det **började** i maj.', predecessor_id: dormant, text_by: 'ai' })
  const merged = await story('Bron igen', { merged_into: running })
  for (const event_id of events)
    await db
      .insertInto('story_events')
      .values({ event_id, story_id: running, reason: '{}', at: hour(8) })
      .execute()
  const dissolved = 7777
  await db
    .insertInto('dissolved_stories')
    .values({ story_id: dissolved, event_id: events[0] as number, at: FIXED })
    .execute()
  await db.insertInto('dissolved_stories').values({ story_id: 7778, at: FIXED }).execute()
  return { running, dormant, merged, dissolved }
}

const seedEpisode = ({ database: { db } }: TestWeb, n: number) =>
  db
    .insertInto('episodes')
    .values({
      episode_id: `karnan-${n}`,
      title: `Avsnitt ${n}`,
      description: 'Rad ett\nRad två',
      origin: 'generate',
      published_on: hour(n),
      duration_seconds: 61.5 + n,
      created_at: hour(n),
      updated_at: hour(n),
      audio_path: `karnan-${n}/ljud.mp3`,
      audio_type: 'audio/mpeg',
      audio_bytes: 1000,
      cover_path: `karnan-${n}/omslag.jpg`,
      cover_thumb_path: null,
      chapters: '[]',
      sources: '[]',
    })
    .execute()

/** Times and numbers that the database gives. */
async function fixTimes({ database: { db }, ctx }: TestWeb): Promise<void> {
  for (const statement of [
    sql`update changes set at = ${FIXED}`,
    sql`update operator_actions set at = ${FIXED}`,
    sql`update change_log set epoch = ${EPOCH}`,
    sql`update claims set at = ${FIXED}`,
    sql`update data_versions set raised_at = ${FIXED}`,
  ])
    await statement.execute(db)
  ctx.cache.raise('content')
}

/** A cursor of its log. */
export const changeCursor = (position: number): string => `${EPOCH}-${position}`

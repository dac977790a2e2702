/** Rows for tests: small builders over the real tables, with defaults that a test overrides where it cares. */

import { type Insertable, sql } from 'kysely'
import { END_OF_LOG } from '../../src/news/changes/writes/changes.ts'
import type { ClaimPart } from '../../src/news/claims/rules/claim-parts.ts'
import { type ClaimedText, type NewClaim, replaceClaims } from '../../src/news/claims/writes/claims.ts'
import type { PointStatus, StoredPoint, StoredStatement } from '../../src/news/events/rules/event-text.ts'
import { insertEvent, refreshEvents, saveMembers } from '../../src/news/events/writes/events.ts'
import { type Database, publishing, type Trx } from '../../src/platform/database/database.ts'
import type { Schema } from '../../src/platform/database/schema.ts'
import { openStream } from '../../src/platform/outbox/rows.ts'
import { newWebhookSecret } from '../../src/platform/outbox/webhook-signature.ts'
import { NEIGHBOUR } from './neighbour.ts'

let counter = 0

export async function seedFeed(database: Database, values: Partial<Insertable<Schema['feeds']>> = {}): Promise<number> {
  const n = ++counter
  const row = await publishing(database, (trx) =>
    trx
      .insertInto('feeds')
      .values({
        url: `https://source${n}.example/feed.xml`,
        site_url: `https://source${n}.example/`,
        title: `Source ${n}`,
        publisher: `source${n}.example`,
        language: 'en',
        // Before the day that tests play, whenever they run.
        created_at: new Date('2026-11-01T12:00:00Z'),
        ...values,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return row.id
}

export async function seedTag(database: Database, name: string, slug = name.toLowerCase()): Promise<number> {
  const row = await publishing(database, (trx) =>
    trx.insertInto('tags').values({ name, slug }).returning('id').executeTakeFirstOrThrow(),
  )
  return row.id
}

export type ArticleSeed = Partial<Insertable<Schema['articles']>> & { feed_id: number }

/**
 * Published, relevant articles unless said otherwise, a minute apart, newest last, each in an event of its own unless
 * `event_id` says otherwise. Returns their ids in order.
 */
export async function seedArticles(database: Database, seeds: ArticleSeed[]): Promise<number[]> {
  const start = Date.UTC(2026, 10, 20, 8)
  const rows = seeds.map((seed, i) => {
    const n = ++counter
    const at = new Date(start + i * 60_000)
    return {
      url: `https://source.example/articles/${n}`,
      canonical_url: `https://source.example/articles/${n}`,
      title: `Headline ${n}`,
      excerpt: `Excerpt of article ${n}.`,
      language: 'en',
      published_at: at,
      discovered_at: at,
      sort_at: at,
      updated_at: at,
      content_hash: String(n),
      status: 'published' as const,
      relevant: true,
      ...seed,
    }
  })
  return publishing(database, async (trx) => {
    const ids: number[] = []
    for (let i = 0; i < rows.length; i += 500) {
      const inserted = await trx
        .insertInto('articles')
        .values(rows.slice(i, i + 500))
        .returning('id')
        .execute()
      ids.push(...inserted.map((row) => row.id))
    }
    await giveEvents(
      trx,
      ids.filter((_, i) => seeds[i]?.event_id === undefined),
    )
    return ids
  })
}

/** An event of its own for each of these that is published, as clustering makes them. */
async function giveEvents(trx: Trx, articleIds: number[]): Promise<void> {
  if (articleIds.length === 0) return
  const lone = await trx
    .selectFrom('articles')
    .select(['id', 'sort_at'])
    .where('id', 'in', articleIds)
    .where('status', '=', 'published')
    .orderBy('id')
    .execute()
  for (let i = 0; i < lone.length; i += 500) await giveEventsTo(trx, lone.slice(i, i + 500))
}

async function giveEventsTo(trx: Trx, articles: { id: number; sort_at: Date }[]): Promise<void> {
  const events = await trx
    .insertInto('events')
    .values(articles.map(({ sort_at: at }) => ({ created_at: at, first_at: at, last_at: at, articles_count: 1 })))
    .returning('id')
    .execute()
  const members = articles.map(({ id, sort_at: at }, i) => ({ article_id: id, event_id: events[i]?.id ?? 0, at }))
  await trx
    .insertInto('event_members')
    .values(members.map((member) => ({ ...member, decided_by: 'first' as const, score: null })))
    .execute()
  await sql`
    update articles a set event_id = m.event_id from event_members m
    where m.article_id = a.id and a.id = any(${articles.map(({ id }) => id)}::bigint[])`.execute(trx)
}

/** A product guide, of which only what a test looks at need be given. */
export async function seedGuide(database: Database, slug: string, values: Partial<Insertable<Schema['guides']>> = {}) {
  const guide = { slug, title: slug, file: `${slug}.md`, page_type: 'product_hub' as const, family: slug, tags: [] }
  const text = { summary: slug, body: slug, updated: '2026-11-21', content_hash: slug }
  const search = sql<string>`to_tsvector('simple', ${values.title ?? slug})`
  await database.db
    .insertInto('guides')
    .values({ ...guide, ...text, search, ...values })
    .execute()
}

const clusteredAt = new Date('2026-11-21T12:00:00Z')

/** The event and its articles, in the order given, as clustering leaves them. `splitFrom`: the event that it is taken out of. */
export async function seedEvent(
  database: Database,
  articles: ArticleSeed[],
  options: { splitFrom?: number } = {},
): Promise<{ eventId: number; articleIds: number[] }> {
  const articleIds = await seedClustered(database, articles)
  const eventId = await publishing(database, async (trx) => {
    const id = await insertEvent(trx, clusteredAt, clusteredAt, options.splitFrom ?? null)
    await join(trx, id, articleIds)
    return id
  })
  return { eventId, articleIds }
}

/** Further articles of an event. */
export async function growEvent(database: Database, eventId: number, articles: ArticleSeed[]): Promise<number[]> {
  const articleIds = await seedClustered(database, articles)
  await publishing(database, (trx) => join(trx, eventId, articleIds))
  return articleIds
}

const seedClustered = (database: Database, articles: ArticleSeed[]) =>
  seedArticles(
    database,
    articles.map((article) => ({ ...article, event_id: null, cluster_state: 'done' as const })),
  )

async function join(trx: Trx, eventId: number, articleIds: number[]): Promise<void> {
  const how = { decidedBy: 'first' as const, score: null, reason: { members: 0, nearest: null, ruling: null } }
  await saveMembers(
    trx,
    articleIds.map((articleId) => ({ articleId, eventId, ...how })),
    clusteredAt,
  )
  await refreshEvents(trx, [eventId])
}

const at = new Date('2026-11-21T10:00:00Z')

interface Said {
  section?: number
  /** The articles whose words it stands on. */
  by?: number[]
  /** The gate that dropped it. */
  dropped?: string
}

/** A sentence as a model leaves it, with what became of it. */
export function said(part: ClaimPart, sentence: string, { section = 0, by = [], dropped }: Said = {}): NewClaim {
  const evidence = by.map((articleId) => ({ start: 0, end: 9, text: `What article ${articleId} says.`, articleId }))
  const verdict = dropped ? ('dropped' as const) : ('stands' as const)
  return {
    part,
    section,
    sentence,
    evidence,
    verdict,
    droppedBy: dropped ?? null,
    reason: null,
    judged: 'supported',
    decidingWords: null,
  }
}

export const saveClaims = (database: Database, text: ClaimedText, claims: NewClaim[]) =>
  publishing(database, (trx) => replaceClaims(trx, text, claims, at))

const acceptedText = (claims: NewClaim[], part: ClaimPart) =>
  claims.flatMap((one) => (one.part === part && one.verdict === 'stands' ? one.sentence : []))

/** As its first text. */
export async function seedEventText(
  database: Database,
  { eventId, claims, points }: { eventId: number; claims: NewClaim[]; points: StoredPoint[] },
): Promise<void> {
  const articles = [...new Set(points.flatMap(({ statements }) => statements.flatMap((one) => one.articles)))]
  const text = { title: acceptedText(claims, 'title').join(' '), summary: acceptedText(claims, 'sentence').join(' ') }
  await database.db
    .insertInto('event_texts')
    .values({
      event_id: eventId,
      revision: 1,
      ...text,
      points: JSON.stringify(points),
      text_by: 'ai',
      at,
      article_ids: articles,
      seen_ids: articles,
      reason: 'second_source',
      brought_by: [],
      model: 'played',
    })
    .execute()
  await saveClaims(database, { event_id: eventId, revision: 1 }, claims)
}

/** A point of an event's text, of statements with the articles that hold each. */
export const storedPoint = (
  status: PointStatus,
  ...statements: [text: string, articles: number[], quotes?: StoredStatement['quotes']][]
): StoredPoint => ({
  status,
  judged: true,
  statements: statements.map(([text, articles, quotes = []]) => ({ text, articles, quotes })),
})

export type StoredRow = Record<string, unknown> & { id: number }

/** A row of any table, as it is stored. */
export async function insertRow(
  database: Database,
  table: keyof Schema,
  values: Record<string, unknown>,
): Promise<StoredRow> {
  const row = await database.db
    .insertInto(table)
    .values(values as never)
    .returningAll()
    .executeTakeFirstOrThrow()
  return row as unknown as StoredRow
}

/** A story of these events, of which only what a test looks at need be given. Returns its number. */
export async function seedStory(
  database: Database,
  eventIds: readonly number[],
  values: Partial<Insertable<Schema['stories']>> = {},
): Promise<number> {
  const dates = { created_at: at, updated_at: at, first_at: at, last_at: at }
  const { id } = await insertRow(database, 'stories', { title: 'Striden', entries_count: 1, ...dates, ...values })
  for (const event_id of eventIds) await insertRow(database, 'story_events', { event_id, story_id: id, at })
  return id
}

/** A story of one event; its number. */
export async function seedStoryText(database: Database, eventId: number, claims: NewClaim[]): Promise<number> {
  const paragraphs = Map.groupBy(
    claims.filter(({ part }) => part === 'body'),
    ({ section }) => section,
  )
  const body = [...paragraphs.values()]
    .map((some) => acceptedText(some, 'body').join(' '))
    .filter((text) => text !== '')
  const [story] = await database.db
    .insertInto('stories')
    .values({
      title: acceptedText(claims, 'title').join(' '),
      lead: acceptedText(claims, 'lead').join(' '),
      body: body.join('\n\n'),
      text_by: 'ai',
      text_articles: 2,
      text_events: 1,
      entries_count: 2,
      created_at: at,
      updated_at: at,
      first_at: at,
      last_at: at,
    })
    .returning('id')
    .execute()
  const id = story?.id ?? 0
  await database.db.insertInto('story_events').values({ event_id: eventId, story_id: id, at }).execute()
  await saveClaims(database, { story_id: id }, claims)
  return id
}

/** Without its sound. */
export async function seedEpisodeText(database: Database, episodeId: string, claims: NewClaim[]): Promise<void> {
  const title = acceptedText(claims, 'title')[0] ?? episodeId
  await database.db
    .insertInto('episodes')
    .values({
      episode_id: episodeId,
      title,
      description: '',
      published_on: at,
      audio_path: `${episodeId}/a.mp3`,
      audio_type: 'audio/mpeg',
      audio_bytes: 1,
      duration_seconds: 60,
      chapters: '[]',
      sources: '[]',
      origin: 'generate',
      created_at: at,
      updated_at: at,
    })
    .execute()
  await saveClaims(database, { episode_id: episodeId }, claims)
}

/** Without the record of a played judge, which begins again. */
export async function forgetJudge({ db }: Database): Promise<void> {
  await db.deleteFrom('judge_controls').where('id', '<', NEIGHBOUR).execute()
  await db.deleteFrom('judge_suspensions').where('id', '<', NEIGHBOUR).execute()
}

/** A webhook of the operator's that takes what changes from now on, with its stream. */
export async function seedWebhook(
  database: Database,
  url: string,
  values: Partial<Insertable<Schema['webhooks']>> = {},
): Promise<number> {
  const now = values.created_at instanceof Date ? values.created_at : new Date('2026-11-21T12:00:00Z')
  const { id } = await database.db
    .insertInto('webhooks')
    .values({ url, secret: newWebhookSecret(), cursor: END_OF_LOG, created_at: now, ...values })
    .returning('id')
    .executeTakeFirstOrThrow()
  await openStream(database.db, { webhook_id: id }, now)
  return id
}

/** The publishers of two feeds, each first with the same event so often that it counts, and each with the other's text. */
export async function seedRecords(
  database: Database,
  feeds: [one: number, other: number],
  { eventId, tagId }: { eventId: number; tagId: number },
): Promise<string[]> {
  const rows = await database.db.selectFrom('feeds').select(['id', 'publisher']).where('id', 'in', feeds).execute()
  const publishers = feeds.map((feed) => rows.find(({ id }) => id === feed)?.publisher ?? '')
  for (const [at, publisher] of publishers.entries()) {
    const other = publishers[1 - at] ?? ''
    const of = {
      event: eventId,
      at: 0,
      lag: 0,
      original: true,
      others: [other],
      before: [],
      seenBefore: [],
      echoes: [],
    }
    const rest = {
      copyOf: other,
      copyAfter: 60_000,
      copiedBy: [],
      disputed: false,
      settled: null,
      correctedAfter: null,
    }
    const counts = { first: [20, 20], copies: [20, 20] }
    await publishing(database, (trx) =>
      trx
        .insertInto('publisher_months')
        .values({
          publisher,
          month: '2026-11-01',
          cases: JSON.stringify(Array.from({ length: 20 }, () => ({ ...of, ...rest, tags: [tagId] }))),
          event_ids: [eventId],
          clock: 'right',
          clock_inherited: false,
          figures: JSON.stringify({ events: 20, counts, correctedAfter: [] }),
          topics: JSON.stringify({ [tagId]: { first: [20, 20] } }),
          pairs: JSON.stringify({ [other]: { shared: 20, copies: 20, after: [60_000] } }),
        })
        .execute(),
    )
  }
  return publishers
}

/** Rows for journeys: small builders over the real tables, with defaults that a test overrides where it cares. */

import { type Insertable, sql } from 'kysely'
import { type Database, publishing, type Trx } from '../../src/store/database/database.ts'
import type { Schema } from '../../src/store/database/schema.ts'

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

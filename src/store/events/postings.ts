/** The inverted index of clustering: what is known of each article, which share a word, on which days words were seen. */
import { sql } from 'kysely'
import type { Features } from '../../domain/clustering/features.ts'
import { WINDOW_MS } from '../../domain/clustering/likeness.ts'
import type { Hit, QueryTerm } from '../../domain/clustering/lookup.ts'
import { dayOf } from '../../domain/clustering/rarity.ts'
import type { Item } from '../../domain/clustering/weighing.ts'
import type { Database, Trx } from '../database/database.ts'

export async function saveFeatures(
  trx: Trx,
  articles: { id: number; at: Date; features: Features; terms: string[] }[],
): Promise<void> {
  if (articles.length === 0) return
  const ids = articles.map(({ id }) => id)
  await trx.deleteFrom('article_postings').where('article_id', 'in', ids).execute()
  await trx
    .insertInto('article_features')
    .values(articles.map(({ id, at, features }) => ({ article_id: id, at, features: JSON.stringify(features) })))
    .onConflict((oc) =>
      oc.column('article_id').doUpdateSet((eb) => ({
        at: eb.ref('excluded.at'),
        features: eb.ref('excluded.features'),
        looked_again: false,
      })),
    )
    .execute()
  const postings = articles.flatMap(({ id, at, terms }) => terms.map((term) => ({ term, at, id })))
  await sql`
    insert into article_postings (term, at, article_id)
    select * from unnest(${postings.map((p) => p.term)}::text[], ${postings.map((p) => p.at)}::timestamptz[],
      ${postings.map((p) => p.id)}::bigint[]) on conflict do nothing`.execute(trx)
  const days = [...postings, ...articles.map(({ at }) => ({ term: '', at }))]
  await sql`
    insert into term_days (term, days)
    select term, array_agg(distinct day)
    from unnest(${days.map((d) => d.term)}::text[], ${days.map((d) => dayOf(d.at.getTime()))}::integer[]) x(term, day)
    group by term order by term
    on conflict (term) do update
    set days = (select array_agg(distinct day) from unnest(term_days.days || excluded.days) day)
    where not term_days.days @> excluded.days`.execute(trx)
}

/** Days on which each of the terms was seen; under '' every day. */
export async function listTermDays(trx: Trx, terms: string[]): Promise<Map<string, number[]>> {
  const { rows } = await sql<{ term: string; days: number[] }>`
    select term, days from term_days where term = any(${terms}::text[])`.execute(trx)
  return new Map(rows.map((row) => [row.term, row.days]))
}

/**
 * Articles of one transaction, which may stand in the index and in no event yet. On the embedded database it stops every
 * reader: some 15 ms an article.
 */
export const BATCH = 20

/**
 * Articles in events, within the window around `at`, that share the most telling terms with the one that arrives. Sizes
 * are counted here, since those of the events' rows are written only when the batch is done.
 */
export async function findHits(trx: Trx, terms: QueryTerm[], at: Date, except: number, limit: number): Promise<Hit[]> {
  const { rows } = await sql<Hit>`
    with alike as (
      select p.article_id, sum(q.weight * q.weight) as overlap
      from unnest(${terms.map((t) => t.term)}::text[], ${terms.map((t) => t.weight)}::float8[]) q(term, weight)
      join article_postings p on p.term = q.term
        and p.at between ${new Date(at.getTime() - WINDOW_MS)} and ${new Date(at.getTime() + WINDOW_MS)}
      where p.article_id <> ${except}
      group by p.article_id order by overlap desc, p.article_id limit ${limit + BATCH}
    ), hits as (
      select article_id, event_id, overlap from alike join event_members using (article_id)
      order by overlap desc, article_id limit ${limit}
    ), sizes as (
      select event_id, count(*)::integer as size from event_members
      where event_id in (select event_id from hits) group by event_id
    )
    select article_id as "articleId", event_id as "eventId", overlap, size as "eventSize"
    from hits join sizes using (event_id) order by overlap desc, article_id`.execute(trx)
  return rows
}

/** Articles that the window has passed and that were decided only once, oldest first, with the event they stand in. */
export async function listLeaving(trx: Trx, limit: number): Promise<{ item: Item; eventId: number }[]> {
  const { rows } = await sql<{ id: number; at: Date; features: Features; event_id: number }>`
    select f.article_id as id, f.at, f.features, m.event_id
    from article_features f join event_members m on m.article_id = f.article_id
    where not f.looked_again
      and f.at <= (select max(at) from article_postings) - ${WINDOW_MS / 1000} * interval '1 second'
    order by f.at, f.article_id limit ${limit}`.execute(trx)
  return rows.map(({ id, at, features, event_id }) => ({
    item: { id, at: at.getTime(), features },
    eventId: event_id,
  }))
}

export async function markLookedAgain(trx: Trx, articleIds: number[]): Promise<void> {
  if (articleIds.length === 0) return
  await trx.updateTable('article_features').set({ looked_again: true }).where('article_id', 'in', articleIds).execute()
}

/** The index keeps what a window may still reach; words' days are kept for a quarter of a year. */
export async function forgetOldPostings(database: Database, now: Date): Promise<void> {
  await sql`delete from article_postings where at < ${new Date(now.getTime() - 4 * WINDOW_MS)}`.execute(database.db)
  const oldest = dayOf(now.getTime()) - 90
  await sql`
    update term_days set days = array(select day from unnest(days) day where day >= ${oldest})
    where exists (select from unnest(days) day where day < ${oldest})`.execute(database.db)
  await sql`delete from term_days where days = '{}'`.execute(database.db)
}

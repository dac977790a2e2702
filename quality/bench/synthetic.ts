/** Synthetic articles by the million, made by the database itself. */
import { sql } from 'kysely'
import { addFeeds, type Feed } from '../../src/news/feeds/writes/feeds.ts'
import type { Database } from '../../src/platform/database/database.ts'

/** Adds published articles until there are `count`, evenly over ten years back from now, in 40 sources and 50 tags. */
export async function fillArticles(database: Database, count: number): Promise<void> {
  const { db } = database
  // By the million the triggers' bookkeeping is done once at the end.
  const bulk = count > 100_000
  if (bulk) await sql`alter table articles disable trigger user`.execute(db)
  await sql`insert into feeds (id, url, site_url, title, publisher, language)
    select n, 'https://s' || n || '.example/feed', 'https://s' || n || '.example/', 'Source ' || n, 's' || n || '.example',
      case when n % 3 = 0 then 'sv' else 'en' end
    from generate_series(1, 40) n on conflict do nothing`.execute(db)
  await sql`select setval(pg_get_serial_sequence('feeds', 'id'), (select max(id) from feeds))`.execute(db)
  await sql`insert into tags (id, name, slug) select 1000 + n, 'Bench ' || n, 'bench-' || n from generate_series(1, 50) n
    on conflict do nothing`.execute(db)
  const { rows } = await sql<{ n: number }>`select count(*) as n from articles`.execute(db)
  for (let from = rows[0]?.n ?? 0; from < count; from += 20_000) {
    const to = Math.min(from + 20_000, count)
    await sql`
      insert into articles (feed_id, url, canonical_url, title, excerpt, language, published_at, discovered_at, sort_at,
        updated_at, content_hash, status, relevant, tag_ids, cluster_state, views)
      select 1 + n % 40, 'https://s.example/' || n, 'https://s.example/' || n,
        initcap(w.a) || ' ' || w.b || ' ' || w.c || ' ' || n,
        repeat(w.c || ' ' || w.a || ' släpper en ny ' || w.b || ' med bättre batteri och ' || w.a || '. ', 4),
        case when n % 3 = 0 then 'sv' else 'en' end, t.at, t.at, t.at, t.at, n::text, 'published', n % 5 <> 0,
        array[1001 + n % 50], 'done', n % 7
      from generate_series(${from}::int, ${to - 1}::int) n
      cross join lateral (select now() - (${count} - n) * (interval '10 years' / ${count}) as at) t
      cross join lateral (select
        (array['telefon','dator','klocka','surfplatta','lur','skärm','kamera','högtalare'])[1 + n % 8] as a,
        (array['modell','lansering','uppdatering','rättegång','rykte','test','pris','funktion'])[1 + (n / 8) % 8] as b,
        (array['hösten','våren','sommaren','vintern','måndag','fredag','Sverige','Europa'])[1 + (n / 64) % 8] as c) w`.execute(
      db,
    )
  }
  if (bulk) await updateCounts(database)
  await sql`analyze`.execute(db)
}

/** Counts, lists of tags and the index of words, of articles that came in past the triggers. */
async function updateCounts({ db }: Database): Promise<void> {
  await sql`alter table articles enable trigger user`.execute(db)
  await sql`truncate article_tags, article_counts`.execute(db)
  await sql`insert into article_tags (tag_id, article_id, sort_at, relevant)
    select t, a.id, a.sort_at, a.relevant from articles a cross join unnest(a.tag_ids) t`.execute(db)
  await sql`insert into article_counts (scope, sort, bucket, language, relevant, articles)
    select s.scope, o.sort, o.bucket, coalesce(left(a.language, 2), ''), a.relevant, count(*) from articles a
    cross join lateral (select 'all' as scope union all select 'feed:' || a.feed_id
      union all select 'tag:' || t from unnest(a.tag_ids) t) s
    cross join lateral (values ('newest', article_day(a.sort_at)), ('popular', floor(a.popularity)::integer),
      ('newest-block', article_day(a.sort_at) >> 6), ('popular-block', floor(a.popularity)::integer >> 6), ('total', 0)) o(sort, bucket)
    group by 1, 2, 3, 4, 5`.execute(db)
  const { rows } = await sql<{ last: number }>`select max(id)::int as last from articles`.execute(db)
  for (let from = 0; from <= (rows[0]?.last ?? 0); from += 20_000)
    await sql`
      insert into article_search (article_id, search)
      select a.id, article_search_of(a.language, a.title, a.excerpt, a.translated_title, a.translated_summary, t.language)
      from articles a cross join search_totals t
      where a.status = 'published' and a.id between ${from} and ${from + 19_999}
        and not exists (select from article_search s where s.article_id = a.id)`.execute(db)
}

/** No worker asks the sources of synthetic articles: they do not exist. */
export async function neverAsk({ pool }: Database): Promise<void> {
  await pool.query(`update feeds set next_fetch_at = now() + interval '1 year'`)
}

/** Feeds of which nothing is known but the address, and all is relevant. */
export async function addPlainFeeds(database: Database, urls: string[]): Promise<Feed[]> {
  const plain = { siteUrl: null, language: null, relevance: 'all', extract: false, publisher: null } as const
  return addFeeds(
    database,
    urls.map((url) => ({ url, title: url, ...plain })),
  )
}

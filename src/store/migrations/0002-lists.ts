import { type Kysely, sql } from 'kysely'

// Most updates are of a stage's state and touch nothing that a list shows.
const skipUnlisted = `
  if not exists (
    select 1 from new_rows n join old_rows o on o.id = n.id
    where (n.status, n.feed_id, n.sort_at, n.relevant, n.tag_ids, n.popularity, n.language)
      is distinct from (o.status, o.feed_id, o.sort_at, o.relevant, o.tag_ids, o.popularity, o.language)
  ) then return null; end if;`

/**
 * What keeps public lists cheap: the data version, the tag lists, and counts by bucket that a statement trigger keeps,
 * so that totals and deep pages cost a sum over buckets and never a scan over articles.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table data_versions (
      name text primary key,
      version bigint not null,
      raised_at timestamptz not null
    )`.execute(db)
  await sql`insert into data_versions values ('content', 1, now()), ('views', 1, now())`.execute(db)

  await sql`
    create table article_tags (
      tag_id integer not null references tags on delete cascade,
      article_id bigint not null references articles on delete cascade,
      sort_at timestamptz not null,
      relevant boolean not null,
      primary key (tag_id, article_id)
    )`.execute(db)
  await sql`create index article_tags_newest on article_tags (tag_id, sort_at desc, article_id desc)`.execute(db)
  await sql`create index article_tags_article on article_tags (article_id)`.execute(db)

  // bucket: days since 1970 for 'newest', floor(popularity) for 'popular'. scope: 'all', 'feed:ID' or 'tag:ID'.
  await sql`
    create table article_counts (
      scope text not null,
      sort text not null,
      bucket integer not null,
      language text not null,
      relevant boolean not null,
      articles integer not null,
      primary key (scope, sort, bucket, language, relevant)
    )`.execute(db)

  await sql`
    create function article_day(at timestamptz) returns integer language sql immutable as
    $$ select floor(extract(epoch from at) / 86400)::integer $$`.execute(db)

  await makeFunctions(db, "('newest', article_day(a.sort_at)), ('popular', floor(a.popularity)::integer)")
  for (const [event, tables] of Object.entries(TABLES))
    await sql
      .raw(
        `create trigger articles_after_${event} after ${event} on articles
         referencing ${tables} for each statement execute function articles_after_${event}()`,
      )
      .execute(db)
}

const TABLES = {
  insert: 'new table as new_rows',
  delete: 'old table as old_rows',
  update: 'old table as old_rows new table as new_rows',
}

/** The functions of the triggers. `buckets`: rows of (sort, bucket) in which an article `a` is counted. */
export async function makeFunctions(db: Kysely<unknown>, buckets: string): Promise<void> {
  for (const [event, rows] of [
    ['insert', `select *, 1 as n from new_rows where status = 'published'`],
    ['delete', `select *, -1 as n from old_rows where status = 'published'`],
    [
      'update',
      `select *, 1 as n from new_rows where status = 'published'
       union all select *, -1 as n from old_rows where status = 'published'`,
    ],
  ] as const) {
    // Same body for the three events; a trigger function can only name the transition tables that its event has.
    await sql
      .raw(`
      create or replace function articles_after_${event}() returns trigger language plpgsql as $$
      begin
        ${event === 'update' ? skipUnlisted : ''}
        ${event === 'insert' ? '' : `delete from article_tags t using old_rows o where t.article_id = o.id and o.tag_ids <> '{}';`}
        ${
          event === 'delete'
            ? ''
            : `insert into article_tags (tag_id, article_id, sort_at, relevant)
               select distinct t, a.id, a.sort_at, a.relevant from new_rows a cross join unnest(a.tag_ids) t
               where a.status = 'published';`
        }
        insert into article_counts as c (scope, sort, bucket, language, relevant, articles)
        select scope, sort, bucket, language, relevant, sum(n)
        from (
          select s.scope, o.sort, o.bucket, coalesce(left(a.language, 2), '') as language, a.relevant, a.n
          from (${rows}) a
          cross join lateral (
            select 'all' as scope
            union all select 'feed:' || a.feed_id
            union all select 'tag:' || t from unnest(a.tag_ids) t
          ) s
          cross join lateral (
            values ${buckets}
          ) o(sort, bucket)
        ) x
        group by scope, sort, bucket, language, relevant
        having sum(n) <> 0
        order by scope, sort, bucket, language, relevant
        on conflict (scope, sort, bucket, language, relevant) do update set articles = c.articles + excluded.articles;
        return null;
      end $$`)
      .execute(db)
  }
}

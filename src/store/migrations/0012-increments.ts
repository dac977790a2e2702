import { type Kysely, sql } from 'kysely'

/**
 * Clustering and stories work on indexes in memory. What these are made from has a revision that every writer raises by a
 * trigger, so that a process knows whether its index is still valid after a write by another worker, an operator or a
 * restore.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop table article_postings`.execute(db)
  await sql`create index article_features_at on article_features (at)`.execute(db)
  await makeStoryFeatures(db)
  await makeRevisions(db)
  await countOnlyChanged(db)
  await queueByStatement(db)
}

/** What stories know of an event; made anew from its articles where it is missing. */
async function makeStoryFeatures(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table story_features (
      event_id bigint primary key references events on delete cascade,
      first_at timestamptz not null,
      last_at timestamptz not null,
      -- see src/domain/stories/stories.ts
      features jsonb not null
    )`.execute(db)
  await sql`create index story_features_last on story_features (last_at)`.execute(db)
}

const WATCHED = ['event_members', 'event_decisions', 'story_events', 'story_features']

async function makeRevisions(db: Kysely<unknown>): Promise<void> {
  // A random value and not a counter: a restore brings an earlier row back, and the table that belongs to it.
  await sql`create table revisions (name text primary key, revision uuid not null default gen_random_uuid())`.execute(
    db,
  )
  await sql.raw(`insert into revisions (name) values ${WATCHED.map((name) => `('${name}')`).join(', ')}`).execute(db)
  await sql`
    create function raise_revision() returns trigger language plpgsql as $$
    begin
      update revisions set revision = gen_random_uuid() where name = tg_table_name;
      return null;
    end $$`.execute(db)
  for (const name of WATCHED)
    await sql
      .raw(
        `create trigger ${name}_revision after insert or update or delete or truncate on ${name}
         for each statement execute function raise_revision()`,
      )
      .execute(db)
}

const LISTED = ['status', 'feed_id', 'sort_at', 'relevant', 'tag_ids', 'popularity', 'language']
const TAGGED = ['status', 'sort_at', 'relevant', 'tag_ids']
const TOLD = [
  'status',
  'relevant',
  'kind',
  'title',
  'translated_title',
  'tag_ids',
  'sort_at',
  'credited_publisher',
  'image_url',
]

const changed = (columns: string[]) => {
  const row = (alias: string) => `(${columns.map((column) => `${alias}.${column}`).join(', ')})`
  return `${row('n')} is distinct from ${row('o')}`
}

/**
 * The function of the trigger after updates of articles, which took every updated row out of the lists of tags and the
 * counts and put it in again, however little had changed. Now it also makes stories look again at the events of articles
 * that say something else than before.
 */
async function countOnlyChanged(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create or replace function articles_after_update() returns trigger language plpgsql as $$
    begin
      if exists (select from new_rows n join old_rows o on o.id = n.id where ${changed(TAGGED)}) then
        delete from article_tags t using old_rows o join new_rows n on n.id = o.id
        where t.article_id = o.id and ${changed(TAGGED)};
        insert into article_tags (tag_id, article_id, sort_at, relevant)
        select distinct t, n.id, n.sort_at, n.relevant
        from new_rows n join old_rows o on o.id = n.id cross join unnest(n.tag_ids) t
        where n.status = 'published' and ${changed(TAGGED)};
      end if;
      if exists (select from new_rows n join old_rows o on o.id = n.id where ${changed(LISTED)}) then
        insert into article_counts as c (scope, sort, bucket, language, relevant, articles)
        select scope, sort, bucket, language, relevant, sum(n)
        from (
          select s.scope, o.sort, o.bucket, coalesce(left(a.language, 2), '') as language, a.relevant, a.n
          from (
            select n.*, 1 as n from new_rows n join old_rows o on o.id = n.id
            where n.status = 'published' and ${changed(LISTED)}
            union all
            select o.*, -1 as n from old_rows o join new_rows n on n.id = o.id
            where o.status = 'published' and ${changed(LISTED)}
          ) a
          cross join lateral (
            select 'all' as scope
            union all select 'feed:' || a.feed_id
            union all select 'tag:' || t from unnest(a.tag_ids) t
          ) s
          cross join lateral (
            values ('newest', article_day(a.sort_at)), ('popular', floor(a.popularity)::integer),
              ('newest-block', article_day(a.sort_at) >> 6), ('popular-block', floor(a.popularity)::integer >> 6), ('total', 0)
          ) o(sort, bucket)
        ) x
        group by scope, sort, bucket, language, relevant
        having sum(n) <> 0
        order by scope, sort, bucket, language, relevant
        on conflict (scope, sort, bucket, language, relevant) do update set articles = c.articles + excluded.articles;
      end if;
      update events e set story_state = 'pending'
      from new_rows n join old_rows o on o.id = n.id
      where e.id = n.event_id and ${changed(TOLD)};
      return null;
    end $$`)
    .execute(db)
}

/** Articles to embed are queued by one statement for all, not one for each row. */
async function queueByStatement(db: Kysely<unknown>): Promise<void> {
  const text = ['status', 'title', 'excerpt', 'translated_title', 'translated_summary']
  await sql`drop trigger articles_embed_new on articles`.execute(db)
  await sql`drop trigger articles_embed_changed on articles`.execute(db)
  await sql`drop function articles_to_embed`.execute(db)
  for (const [event, tables, rows] of [
    ['insert', 'new table as new_rows', 'new_rows n where true'],
    [
      'update',
      'old table as old_rows new table as new_rows',
      `new_rows n join old_rows o on o.id = n.id where ${changed(text)}`,
    ],
  ] as const) {
    await sql
      .raw(`
      create function articles_to_embed_${event}() returns trigger language plpgsql as $$
      begin
        insert into embedding_queue (article_id, at)
        select n.id, clock_timestamp() from ${rows} and n.status = 'published'
        on conflict (article_id) do update set at = excluded.at;
        return null;
      end $$`)
      .execute(db)
    await sql
      .raw(
        `create trigger articles_to_embed_${event} after ${event} on articles
         referencing ${tables} for each statement execute function articles_to_embed_${event}()`,
      )
      .execute(db)
  }
}

import { type Kysely, sql } from 'kysely'

/** Events are what readers see: counted as they are shown, with texts of their own and a memory of splits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table events add split_from bigint references events on delete set null`.execute(db)
  await countShown(db)
  await sql`
    create table event_texts (
      event_id bigint not null references events on delete cascade,
      revision integer not null check (revision > 0),
      title text not null,
      summary text not null,
      -- see src/domain/events/event-text.ts
      points jsonb not null default '[]',
      text_by text not null check (text_by in ('ai', 'operator')),
      model text,
      prompt_version text,
      -- what it was written from: it is shown while all of them are published members
      article_ids bigint[] not null,
      -- every member of that time: what others bring later is new
      seen_ids bigint[] not null,
      reason text not null check (reason in ('second_source', 'new_fact', 'members_changed')),
      -- the articles that brought what was new
      brought_by bigint[] not null default '{}',
      at timestamptz not null,
      primary key (event_id, revision)
    )`.execute(db)
  await queueTexts(db)
  await sql`alter table ai_calls add event_id bigint references events on delete cascade`.execute(db)
  await sql`create index ai_calls_event on ai_calls (event_id, id) where event_id is not null`.execute(db)
}

/** Published and relevant articles of each event, kept by triggers: a list must not look at the members of each event. */
async function countShown(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table events add published integer not null default 0, add relevant integer not null default 0`.execute(db)
  await sql`
    update events e set published = c.published, relevant = c.relevant
    from (
      select event_id, count(*) as published, count(*) filter (where relevant) as relevant
      from articles where event_id is not null and status = 'published' group by event_id
    ) c where c.event_id = e.id`.execute(db)
  await sql`
    create index events_newest on events (first_at desc, id desc) where merged_into is null and published > 0`.execute(
    db,
  )
  await sql`
    create index events_updated on events (last_at desc, id desc) where merged_into is null and published > 0`.execute(
    db,
  )
  for (const [event, tables, rows] of [
    ['insert', 'new table as new_rows', `select event_id, relevant, 1 as n from new_rows where status = 'published'`],
    ['delete', 'old table as old_rows', `select event_id, relevant, -1 as n from old_rows where status = 'published'`],
    [
      'update',
      'old table as old_rows new table as new_rows',
      `select n.event_id, n.relevant, 1 as n from new_rows n join old_rows o on o.id = n.id
       where n.status = 'published' and ${changed}
       union all
       select o.event_id, o.relevant, -1 as n from old_rows o join new_rows n on n.id = o.id
       where o.status = 'published' and ${changed}`,
    ],
  ] as const) {
    await sql
      .raw(`
      create function events_show_${event}() returns trigger language plpgsql as $$
      begin
        update events e set published = e.published + c.published, relevant = e.relevant + c.relevant
        from (
          select event_id, sum(n) as published, coalesce(sum(n) filter (where relevant), 0) as relevant
          from (${rows}) a where event_id is not null group by event_id
        ) c
        where e.id = c.event_id and (c.published, c.relevant) <> (0, 0);
        return null;
      end $$`)
      .execute(db)
    await sql
      .raw(
        `create trigger events_show_${event} after ${event} on articles
         referencing ${tables} for each statement execute function events_show_${event}()`,
      )
      .execute(db)
  }
}

/** An event whose members changed, or say something else, is looked at again: its text may have to be written anew. */
async function queueTexts(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table events
      add text_state text not null default 'done' check (text_state in ('pending', 'done')),
      -- not to be looked at before this
      add text_after timestamptz`.execute(db)
  await sql`alter table events alter text_state set default 'pending'`.execute(db)
  await sql`
    create index events_untold on events (last_at) where text_state = 'pending' and source_count > 1`.execute(db)
  await sql`
    create function events_text_pending() returns trigger language plpgsql as $$
    begin
      update events e set text_state = 'pending' from new_rows n join old_rows o on o.id = n.id
      where e.id = n.event_id and (n.status, n.content_hash) is distinct from (o.status, o.content_hash)
        and e.text_state = 'done';
      return null;
    end $$`.execute(db)
  await sql`
    create trigger events_text_pending after update on articles
    referencing old table as old_rows new table as new_rows
    for each statement execute function events_text_pending()`.execute(db)
}

const changed = '(n.status, n.relevant, n.event_id) is distinct from (o.status, o.relevant, o.event_id)'

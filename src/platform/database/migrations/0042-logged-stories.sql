-- A story that becomes shown, or is shown no more, is logged as created and removed; its events and entries, as changed.
create function is_story_shown(merged_into bigint, title text, entries_count integer) returns boolean language sql immutable
  return merged_into is null and title <> '' and entries_count > 0;

create or replace view shown_stories as
select id, title, lead, body, text_by, status, entries_count, first_at, last_at, image_url, predecessor_id, search, created_at,
  updated_at
from stories where is_story_shown(merged_into, title, entries_count);

do $$ declare
  old_shown constant text := 'is_story_shown(o.merged_into, o.title, o.entries_count)';
  new_shown constant text := 'is_story_shown(n.merged_into, n.title, n.entries_count)';
begin
  execute replace(pg_get_functiondef('stories_log_insert'::regproc), 'n.merged_into is null', new_shown);
  execute replace(pg_get_functiondef('stories_log_delete'::regproc), 'o.merged_into is null', old_shown);
  execute replace(replace(replace(replace(replace(pg_get_functiondef('stories_log_update'::regproc),
    'when o.merged_into is null and n.merged_into is null then case', 'when ' || old_shown || ' and ' || new_shown || ' then case'),
    'when n.merged_into is null then case when o.merged_into', 'when ' || new_shown || ' then case when o.merged_into'),
    'when o.merged_into is null or o.merged_into is null and', 'when ' || old_shown || ' or o.merged_into is null and'),
    'n.predecessor_id), n.merged_into is null)', 'n.predecessor_id), ' || new_shown || ')'),
    'o.predecessor_id), o.merged_into is null)', 'o.predecessor_id), ' || old_shown || ')');
end $$;

create function stories_log_shown() returns trigger language plpgsql as $$ begin
  insert into changes as c (version, kind, act, id, into_id, from_id, fields)
  select change_version(), x.kind, 'updated', x.id::text, null, null, array['story'] from (
    with turned as (
      select l.event_id from new_rows n join old_rows o on o.id = n.id join story_events l on l.story_id = n.id
      where is_story_shown(n.merged_into, n.title, n.entries_count) <> is_story_shown(o.merged_into, o.title, o.entries_count))
    select 'event' as kind, id from events where id in (select event_id from turned) and merged_into is null
    union all select 'entry', id from articles where event_id in (select event_id from turned) and status = 'published'
    order by kind, id) x
  on conflict (version, kind, id) do update set
    fields = array(select distinct f from unnest(c.fields || excluded.fields) f order by f);
  return null; end $$;
create trigger stories_log_shown after update on stories referencing old table as old_rows new table as new_rows for each statement
  execute function stories_log_shown();

-- Those that the view left out before they were logged.
insert into changes (version, kind, act, id, fields)
select change_version(), 'story', 'removed', id::text, '{}' from stories
where merged_into is null and not is_story_shown(merged_into, title, entries_count)
on conflict do nothing;

-- A dispute that was settled. It belongs to the event whose published members all of its articles are: a merge takes it along,
-- and a split drops it.
create table dispute_settlements (
  id bigint generated always as identity primary key,
  -- The first of `article_ids`, by which it is found.
  article_id bigint not null references articles on delete cascade,
  -- Articles of its statements, and those that settled it.
  article_ids bigint[] not null check (cardinality(article_ids) > 0),
  -- The dispute as it was published, its first statement the one that was right.
  point jsonb not null,
  -- Statements' texts and quotations, by which a later wording of the same dispute is known.
  marks text[] not null,
  -- False where the operator holds that the dispute is open.
  settled boolean not null,
  settled_by text not null check (settled_by in ('source', 'reports', 'operator')),
  brought_by bigint[] not null,
  -- A judge's, in the site's language.
  reason text,
  model text,
  at timestamptz not null
);
create index dispute_settlements_article on dispute_settlements (article_id);
create index dispute_settlements_at on dispute_settlements (at desc, id desc) where settled;

-- Those of an event.
create function settlements_of(event bigint) returns setof dispute_settlements language sql stable as $$
  select s.* from dispute_settlements s join articles m on m.id = s.article_id
  where m.event_id = event and not exists (
    select from unnest(s.article_ids) x(id) where not exists (
      select from articles o where o.id = x.id and o.event_id = event and o.status = 'published'))
$$;

-- Whether a text has a dispute that none of these has settled: two of its sides are theirs, by words that they share.
create function has_open_dispute(event bigint, points jsonb) returns boolean language sql stable as $$
  select exists (
    select from jsonb_array_elements(points) p where p->>'status' = 'disputed' and not exists (
      select from settlements_of(event) s where s.settled and 1 < (
        select count(*) from jsonb_array_elements(p->'statements') x
        where x->>'text' = any(s.marks)
          or exists (select from jsonb_array_elements(x->'quotes') q where q->>'text' = any(s.marks)))))
$$;

-- Fingerprint of the members that its disputes were last held against.
alter table event_texts add column reports_state text;

create function settlements_log() returns trigger language plpgsql as $$ begin
  insert into changes as c (version, kind, act, id, into_id, from_id, fields)
  select distinct change_version(), 'event', 'updated', a.event_id::text, null, null, array['points']
  from changed_rows s join articles a on a.id = s.article_id and a.event_id is not null
  on conflict (version, kind, id) do update set
    fields = array(select distinct f from unnest(c.fields || excluded.fields) f order by f); return null; end $$;
create trigger settlements_log_insert after insert on dispute_settlements referencing new table as changed_rows
  for each statement execute function settlements_log();
create trigger settlements_log_delete after delete on dispute_settlements referencing old table as changed_rows
  for each statement execute function settlements_log();

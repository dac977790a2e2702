-- Texts of events whose evidence is held against their reports as these change.
alter table event_texts
  add column withdrawn boolean not null default false,
  -- Fingerprint of the members against which the evidence was last held.
  add column evidence_state text;

-- Written from articles that are published members still, and from passages that their reports still hold.
create or replace view shown_event_texts as
select t.* from event_texts t
where not t.withdrawn and not exists (
  select from unnest(t.article_ids) x(id) where not exists (
    select from shown_articles a where a.id = x.id and a.event_id = t.event_id));

-- Claims of every text that a model writes: whose it is, and which part of it; the headline is one of them.

alter table claims
  alter article_id drop not null,
  add event_id bigint references events on delete cascade,
  -- of the event's text
  add revision integer,
  add story_id bigint references stories on delete cascade,
  add episode_id text references episodes on delete cascade,
  add part text not null default 'sentence'
    check (part in ('title', 'sentence', 'point', 'against', 'lead', 'body', 'description')),
  add constraint claims_of_one_text check (num_nonnulls(article_id, event_id, story_id, episode_id) = 1),
  add constraint claims_of_a_revision check ((event_id is null) = (revision is null));
create unique index claims_event on claims (event_id, revision, position) where event_id is not null;
create unique index claims_story on claims (story_id, position) where story_id is not null;
create unique index claims_episode on claims (episode_id, position) where episode_id is not null;

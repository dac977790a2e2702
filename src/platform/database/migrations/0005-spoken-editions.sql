-- A reader's edition of one day as sound: asked for, then made of sounds that are shared by all.

create table spoken_editions (
  user_id bigint not null references users on delete cascade,
  day date not null,
  event_ids bigint[] not null,
  asked_at timestamptz not null,
  title text,
  description text,
  parts jsonb,
  made_at timestamptz,
  primary key (user_id, day)
);
create index spoken_editions_waiting on spoken_editions (asked_at) where made_at is null;

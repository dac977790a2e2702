-- What each publisher did in a month, as far as its events show it. It outlives the articles that it was counted from.
create table publisher_months (
  -- registrable domain
  publisher text not null,
  -- its first day, by UTC
  month date not null,
  -- one for each event that it reports, see src/features/publisher-record/cases.ts
  cases jsonb not null,
  -- ids of these events
  event_ids bigint[] not null,
  -- how its dates compare with the times at which its reports were seen
  clock text not null check (clock in ('right', 'ahead', 'behind')),
  -- too few dates to know: the clock is that of the month before
  clock_inherited boolean not null,
  -- sums of the cases: by figure, by tag and figure, by other publisher
  figures jsonb not null,
  topics jsonb not null,
  pairs jsonb not null,
  primary key (publisher, month)
);
create index publisher_months_event_ids on publisher_months using gin (event_ids);

-- The last change that is counted. One row at most.
create table publisher_month_progress (
  one boolean primary key default true check (one),
  epoch text not null,
  position bigint not null,
  at timestamptz not null,
  -- events that began before this lose articles: their cases stay
  pruned_before timestamptz
);

-- The operator's word on a pair, in place of what its history says.
create table publisher_pairs (
  publisher text not null,
  -- whose texts it has
  other text not null,
  copies boolean not null,
  primary key (publisher, other)
);

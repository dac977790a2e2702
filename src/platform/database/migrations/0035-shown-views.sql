-- What readers see, once: queries for readers name these views, never the tables. They stay plain, so that the planner merges
-- them into each query and its indexes serve as before.

create view shown_articles as
select id, feed_id, url, canonical_url, author, image_url, credited_publisher, published_at, discovered_at, sort_at, updated_at,
  relevant, kind, tag_ids, views, heat, popularity, event_id, source_count, reservation,
  -- as readers see them: ours, or else the publisher's
  case when translated_title is not null and translated_summary is not null then translated_title else title end as title,
  case when translated_title is not null and translated_summary is not null then translated_summary else excerpt end as summary,
  case when translated_title is not null and translated_summary is not null then (select t.language from search_totals t)
    else language end as language,
  translated_title is not null and translated_summary is not null as translated,
  title as original_title, excerpt, language as original_language,
  translated_title, translated_summary, translated_by, translated_at
from articles where status = 'published';

create view shown_events as
select id, created_at, first_at, last_at, source_count, articles_count, published, relevant, split_from, story_state
from events where merged_into is null and published > 0;

create view shown_stories as
select id, title, lead, body, text_by, status, entries_count, first_at, last_at, image_url, predecessor_id, search, created_at,
  updated_at
from stories where merged_into is null;

-- Written from articles that are published members still.
create view shown_event_texts as
select t.* from event_texts t
where not exists (
  select from unnest(t.article_ids) x(id) where not exists (
    select from shown_articles a where a.id = x.id and a.event_id = t.event_id));

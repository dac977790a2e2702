-- Nor is a story shown whose articles are all gone: they were removed, or were older than the operator keeps them.
create or replace view shown_stories as
select id, title, lead, body, text_by, status, entries_count, first_at, last_at, image_url, predecessor_id, search, created_at,
  updated_at
from stories where merged_into is null and title <> '' and entries_count > 0;

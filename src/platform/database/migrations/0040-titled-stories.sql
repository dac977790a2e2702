-- A story has no title until its first text is written, which a model may take a minute for.
create or replace view shown_stories as
select id, title, lead, body, text_by, status, entries_count, first_at, last_at, image_url, predecessor_id, search, created_at,
  updated_at
from stories where merged_into is null and title <> '';

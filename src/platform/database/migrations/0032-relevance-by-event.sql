-- Share of the threshold that an article's own text reaches; null for articles of before. A text between a half and the whole
-- leaves the question open, and the event's other articles may answer it.
alter table articles add column relevance_score real;
alter table articles add column relevant_by_event boolean not null default false;
create index articles_open on articles (event_id) where relevant_by_event or relevance_score >= 0.5 and relevance_score < 1;

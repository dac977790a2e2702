-- What was read at each page, so that texts which several pages of a host have are known as nobody's article.

create table page_prints (
  article_id bigint primary key references articles on delete cascade,
  host text not null,
  -- Canonical forms of the item's address, and of the one that the page names.
  address text not null,
  canonical text,
  -- 32-bit integers, little-endian.
  shingles bytea not null,
  read_at timestamptz not null
);
create index page_prints_host on page_prints (host, read_at desc);
create index articles_stood_in_for on articles (feed_id)
where extract_state = 'refused' and extract_reason like 'Not the article:%';

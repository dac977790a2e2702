-- Words are compared as domain/text/normal-form.ts has them; what was stored before is indexed anew where it differs. The
-- signs are those that NFKC would make letters or digits of.

create or replace function search_normal(text text) returns text language sql immutable as $$
      select normalize(translate(regexp_replace(text,
        '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8]',
        '', 'g'), '™℠½¼¾²³¹', '        '), NFKC)
    $$;
create or replace function search_text(text text) returns text language sql immutable as $$
      select translate(regexp_replace(search_normal(text), '\.(?=[^0-9 ])', ' ', 'g'), '-/_@+~<>&', '         ')
    $$;

-- Titles of nothing visible: what such articles say names them, or else where they are.
update articles set title = coalesce(nullif(left(excerpt, 80), ''), regexp_replace(url, '^https?://(www\.)?', ''))
where title <> '' and search_normal(title) !~ '[^[:space:]\u00A0\u2800]';

delete from article_search s using articles a, concat_ws(' ', a.title, a.excerpt, a.translated_title, a.translated_summary) t
where a.id = s.article_id and t <> search_normal(t);
insert into article_search (article_id, search)
select a.id, article_search_of(a.language, a.title, a.excerpt, a.translated_title, a.translated_summary, t.language)
from articles a cross join search_totals t
where a.status = 'published' and not exists (select from article_search s where s.article_id = a.id);
update stories set title = title where concat_ws(' ', title, lead) <> search_normal(concat_ws(' ', title, lead));

with old as (
  delete from mutes
  where kind = 'word' and key <> search_normal(key) and search_normal(key) ~ '[[:alnum:]]'
    and key = translate(key, '™℠½¼¾²³¹', '')
  returning user_id, kind, search_normal(key) as key, created_at
)
insert into mutes (user_id, kind, key, created_at) select * from old on conflict do nothing;

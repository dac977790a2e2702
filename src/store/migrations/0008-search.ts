import { type Kysely, sql } from 'kysely'

/**
 * What search by words needs, kept by statement triggers in the transaction that changes an article: the words of each
 * published article as readers see it, in how many articles each word stands, and how long the fields are together.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await makeWords(db)
  await sql`
    create table article_search (
      article_id bigint primary key references articles on delete cascade,
      -- the shown title with weight A, the shown summary B, the title before translation C
      search tsvector not null
    )`.execute(db)
  // Its own table, since views and events rewrite rows of articles all the time and the words stay.
  await sql`create index article_search_words on article_search using gin (search) with (gin_pending_list_limit = 1024)`.execute(
    db,
  )
  await sql`
    create table search_terms (
      term text collate "C" primary key,
      docs integer not null
    ) with (fillfactor = 70)`.execute(db)
  await sql`create index search_terms_backwards on search_terms (reverse(term) collate "C")`.execute(db)
  await sql`create index search_terms_folded on search_terms (search_fold(term) collate "C") where search_fold(term) <> term`.execute(
    db,
  )
  await sql`
    create table search_totals (
      docs bigint not null,
      title_words bigint not null,
      summary_words bigint not null,
      other_words bigint not null,
      -- the site's language: that of translations, and of articles whose own is unknown
      language text not null
    )`.execute(db)
  await sql`insert into search_totals values (0, 0, 0, 0, 'sv')`.execute(db)
  await makeCounting(db)
  await makeTriggers(db)
  await indexStories(db)
}

/** Functions from text to words. */
async function makeWords(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function search_fold(word text) returns text language sql immutable as $$
      select translate(word, 'åäöéèêëáàâãçñüúùûíìîïóòôõøæýšž', 'aaoeeeeaaaacnuuuuiiiioooooaysz')
    $$`.execute(db)
  // PostgreSQL's parser takes "macOS/iPadOS" for a path, "apple.com" for a host and "-19" for a number: only words,
  // numbers and versions are left for it to find.
  await sql`
    create function search_text(text text) returns text language sql immutable as $$
      select translate(regexp_replace(text, '\\.(?=[^0-9 ])', ' ', 'g'), '-/_@+~<>&', '         ')
    $$`.execute(db)
  // The stemmer of a language, by the first two letters of its code.
  await sql`
    create function search_config(language text) returns regconfig language plpgsql stable as $$
    declare
      name text := case left(language, 2)
        when 'sv' then 'swedish' when 'en' then 'english' when 'da' then 'danish' when 'de' then 'german'
        when 'es' then 'spanish' when 'fi' then 'finnish' when 'fr' then 'french' when 'hu' then 'hungarian'
        when 'it' then 'italian' when 'nl' then 'dutch' when 'no' then 'norwegian' when 'nb' then 'norwegian'
        when 'pt' then 'portuguese' when 'ro' then 'romanian' when 'ru' then 'russian' when 'tr' then 'turkish'
        else 'simple' end;
    begin
      return coalesce((select oid::regconfig from pg_ts_config where cfgname = name limit 1), 'simple'::regconfig);
    end $$`.execute(db)
  await sql`
    create function search_words(language text, text text) returns tsvector language sql stable as $$
      select to_tsvector(search_config(language), search_text(left(text, 4000)))
    $$`.execute(db)
  await sql`
    create function article_search_of(own text, title text, excerpt text, translated_title text, translated_summary text,
      site text) returns tsvector language sql stable as $$
      select case when translated_title is null or translated_summary is null
        then setweight(search_words(coalesce(own, site), title), 'A')
          || setweight(search_words(coalesce(own, site), excerpt), 'B')
        else setweight(search_words(site, translated_title), 'A')
          || setweight(search_words(site, translated_summary), 'B')
          || setweight(search_words(coalesce(own, site), title), 'C') end
    $$`.execute(db)
}

/** Takes the words of some articles into account, and those of others out. */
async function makeCounting(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function search_count(added tsvector[], gone tsvector[]) returns void language sql as $$
      with changes as (
        select v, v::text as t, 1 as n from unnest(added) v union all select v, v::text, -1 from unnest(gone) v
      ), terms as (
        insert into search_terms as s (term, docs)
        select lexeme, sum(n) from changes cross join unnest(tsvector_to_array(v)) lexeme
        group by lexeme having sum(n) <> 0 order by lexeme collate "C"
        on conflict (term) do update set docs = s.docs + excluded.docs
      )
      -- Words are in lower case: a capital stands for one place of a word in its field.
      update search_totals t set docs = t.docs + c.docs, title_words = title_words + c.a, summary_words = summary_words + c.b,
        other_words = other_words + c.c
      from (
        select coalesce(sum(n), 0) as docs, coalesce(sum(n * (length(t) - length(replace(t, 'A', '')))), 0) as a,
          coalesce(sum(n * (length(t) - length(replace(t, 'B', '')))), 0) as b,
          coalesce(sum(n * (length(t) - length(replace(t, 'C', '')))), 0) as c from changes
      ) c
    $$`.execute(db)
}

const TEXT = ['status', 'language', 'title', 'excerpt', 'translated_title', 'translated_summary']

/** Only rows whose text has changed are touched: most updates of articles change none. */
async function makeTriggers(db: Kysely<unknown>): Promise<void> {
  const changed = `(${TEXT.map((name) => `o.${name}`)}) is distinct from (${TEXT.map((name) => `n.${name}`)})`
  const add = (from: string) => `
    insert into article_search (article_id, search)
    select n.id, article_search_of(n.language, n.title, n.excerpt, n.translated_title, n.translated_summary, t.language)
    from ${from} cross join search_totals t where n.status = 'published';`
  await makeTrigger(db, 'articles', 'insert', add('new_rows n'))
  await makeTrigger(
    db,
    'articles',
    'update',
    `delete from article_search s using old_rows o join new_rows n on n.id = o.id and ${changed} where s.article_id = o.id;
     ${add(`new_rows n join old_rows o on n.id = o.id and ${changed}`)}`,
  )
  // An article that is deleted takes its words with it by the foreign key.
  const count = (added: string, gone: string) => `perform search_count(${added}, ${gone});`
  await makeTrigger(db, 'article_search', 'insert', count('(select array_agg(search) from new_rows)', 'null'))
  await makeTrigger(db, 'article_search', 'delete', count('null', '(select array_agg(search) from old_rows)'))
}

const ROWS = {
  insert: 'new table as new_rows',
  update: 'old table as old_rows new table as new_rows',
  delete: 'old table as old_rows',
}

async function makeTrigger(db: Kysely<unknown>, table: string, event: keyof typeof ROWS, body: string): Promise<void> {
  const name = `${table}_words_after_${event}`
  await sql
    .raw(`
    create function ${name}() returns trigger language plpgsql as $$
    begin
      if not exists (select from ${event === 'delete' ? 'old_rows' : 'new_rows'}) then return null; end if;
      ${body}
      return null;
    end $$`)
    .execute(db)
  await sql
    .raw(
      `create trigger ${name} after ${event} on ${table}
       referencing ${ROWS[event]} for each statement execute function ${name}()`,
    )
    .execute(db)
}

/** Stories are few: their words are kept beside them. */
async function indexStories(db: Kysely<unknown>): Promise<void> {
  await sql`alter table stories add column search tsvector`.execute(db)
  await sql`create index stories_words on stories using gin (search)`.execute(db)
  await sql`
    create function stories_words() returns trigger language plpgsql as $$
    begin
      new.search := (
        select setweight(search_words(language, new.title), 'A') || setweight(search_words(language, new.lead), 'B')
        from search_totals);
      return new;
    end $$`.execute(db)
  await sql`
    create trigger stories_words before insert or update of title, lead on stories
    for each row execute function stories_words()`.execute(db)
}

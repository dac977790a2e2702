import { type Kysely, sql } from 'kysely'

/**
 * A publication date that is still to come when an item is first seen is the moment at which it is seen, on every path.
 * So no surface has to decide that again. The log of changes names fields that differ on the wire, no columns behind
 * them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function clamp_published_at() returns trigger language plpgsql as $$ begin
      new.published_at := new.discovered_at;
      return new;
    end $$`.execute(db)
  await sql`
    create trigger articles_published_at before insert or update of published_at, discovered_at on articles
    for each row when (new.published_at > new.discovered_at) execute function clamp_published_at()`.execute(db)
  for (const [name, body] of Object.entries(LOGS)) await replaceLog(db, name, body)
  await sql`update articles set published_at = published_at where published_at > discovered_at`.execute(db)
}

/** The triggers of the baseline stay, and call these. */
const replaceLog = (db: Kysely<unknown>, name: string, body: string) =>
  sql
    .raw(
      `create or replace function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`,
    )
    .execute(db)

/** By field, what it shows of a row of a table. */
type Shown = Record<string, (row: string) => string[]>

const column = (name: string) => (row: string) => [`${row}.${name}`]
const columns = (...names: string[]): Shown => Object.fromEntries(names.map((name) => [name, column(name)]))

/** Of an article that has a summary of ours. */
const translated = (row: string, expression: string) =>
  `case when ${row}.translated_title is not null and ${row}.translated_summary is not null then ${expression} end`
const title = (row: string) => `coalesce(${translated(row, `${row}.translated_title`)}, ${row}.title)`
const summary = (row: string) => `coalesce(${translated(row, `${row}.translated_summary`)}, ${row}.excerpt)`
/** The site's language has no name here. */
const language = (row: string) => `coalesce(${translated(row, `'own'`)}, ${row}.language)`

const ENTRY: Shown = {
  ...columns('url', 'published_at', 'updated_at', 'source_count'),
  content: (row) => [
    ...['title', 'excerpt', 'language'].map((name) => `${row}.${name}`),
    ...['translated_title', 'translated_summary'].map((name) => translated(row, `${row}.${name}`)),
    translated(row, `${row}.translated_by = 'operator'`),
  ],
  main_image_url: column('image_url'),
  relevant: column('relevant'),
  apple_relevant: column('relevant'),
  tags: column('tag_ids'),
  event: column('event_id'),
  feed: column('feed_id'),
}

const EVENT: Shown = {
  ...columns('source_count', 'split_from'),
  updated_at: column('last_at'),
  entries: column('published'),
  entries_count: column('published'),
  relevant: (row) => [`${row}.relevant > 0`],
  apple_relevant: (row) => [`${row}.relevant > 0`],
}

const EPISODE: Shown = {
  ...columns('title', 'description', 'published_on', 'duration_seconds', 'chapters', 'sources'),
  audio_url: column('audio_path'),
  cover_url: column('cover_path'),
  cover_thumb_url: column('cover_thumb_path'),
  transcript: column('transcript_text'),
  transcript_url: (row) => [`${row}.transcript_vtt is null`],
}

const SEEN = {
  articles: [
    ...['url', 'title', 'excerpt', 'language', 'translated_title', 'translated_summary', 'translated_by', 'image_url'],
    ...[
      'published_at',
      'sort_at',
      'updated_at',
      'author',
      'kind',
      'credited_publisher',
      'feed_id',
      'relevant',
      'tag_ids',
    ],
    ...['source_count', 'event_id'],
  ],
  events: ['first_at', 'last_at', 'source_count', 'published', 'relevant', 'split_from'],
  episodes: [
    ...['title', 'description', 'published_on', 'duration_seconds', 'chapters', 'sources', 'audio_path', 'audio_type'],
    ...['audio_bytes', 'cover_path', 'cover_thumb_path', 'transcript_vtt', 'transcript_text'],
  ],
}

const rowOf = (shown: Shown, row: string) =>
  `row(${Object.values(shown)
    .flatMap((show) => show(row))
    .join(', ')})`
const differs = (show: (row: string) => string[]) =>
  `row(${show('n').join(', ')}) is distinct from row(${show('o').join(', ')})`
const named = (cases: [field: string, condition: string][]) =>
  `array_remove(array[${cases.map(([field, condition]) => `case when ${condition} then '${field}' end`).join(', ')}]::text[], null)`
const fieldsOf = (shown: Shown) => named(Object.entries(shown).map(([field, show]) => [field, differs(show)]))

/** As in the baseline: what happens to one object in a transaction becomes one change. */
const log = (rows: string) => `
  insert into changes as c (version, kind, act, id, into_id, from_id, fields)
  select change_version(), x.* from (${rows}) x(kind, act, id, into_id, from_id, fields)
  on conflict (version, kind, id) do update set
    act = case
      when excluded.act = 'updated' or (c.act = 'split' and excluded.act = 'created') then c.act
      when c.act = 'removed' and excluded.act = 'created' then 'updated'
      else excluded.act end,
    into_id = coalesce(excluded.into_id, c.into_id),
    from_id = coalesce(excluded.from_id, c.from_id),
    fields = array(select distinct f from unnest(c.fields || excluded.fields) f order by f);`

interface Watched {
  kind: string
  key: string
  /** Columns that readers see anywhere: rows in which none of them differs are not compared any further. */
  seen: string[]
  shown: Shown
  visible: (row: string) => string
  /** Names of appearing and vanishing, and the objects that they come from and lead to. */
  born?: { act: string; from: string }
  gone?: { act: string; into: string; also: string }
}

const updates = ({ kind, key, seen, shown, visible, born, gone }: Watched) =>
  log(`
    select '${kind}', act, id, into_id, from_id, case when act = 'updated' then fields else '{}' end
    from (
      select n.${key}::text as id, ${fieldsOf(shown)} as fields, ${gone?.into ?? 'null'}::text as into_id,
        ${born?.from ?? 'null'}::text as from_id,
        case
          when ${visible('o')} and ${visible('n')} then case when ${rowOf(shown, 'n')} is distinct from ${rowOf(shown, 'o')} then 'updated' end
          when ${visible('n')} then ${born?.act ?? `'created'`}
          when ${visible('o')} or ${gone?.also ?? 'false'} then ${gone?.act ?? `'removed'`}
        end as act
      from new_rows n join old_rows o on o.${key} = n.${key}
      where ${seen.map((name) => `n.${name} is distinct from o.${name}`).join(' or ')}
        or ${visible('n')} is distinct from ${visible('o')} or ${gone?.also ?? 'false'}
    ) u where act is not null order by id`)

/** As an event chooses the article that leads it, but for the site's language, which is not known here. */
const worth = (row: string) =>
  `(8 * ${row}.relevant::int + 4 * (${row}.published_at is not null)::int + (${row}.image_url is not null)::int)`
const leads = (row: string) => `not exists (
  select from articles b where b.event_id = ${row}.event_id and b.id <> ${row}.id and b.status = 'published'
    and (${worth('b')} > ${worth(row)} + 2 or (${language('b')} is not distinct from ${language(row)}
      and (${worth('b')} > ${worth(row)} or (${worth('b')} = ${worth(row)} and (b.sort_at, b.id) < (${row}.sort_at, ${row}.id))))))`

/** Tags that most of an event's articles carry, as if one of them were as it is in `row`. */
const commonTags = (row: string) => `array(
  select tag from (
    select sort_at, id, case when b.id = ${row}.id then ${row}.tag_ids else b.tag_ids end as tag_ids
    from articles b where b.event_id = n.event_id and b.status = 'published') b
  cross join unnest(b.tag_ids) with ordinality t(tag, place)
  group by tag order by count(*) desc, min(array[extract(epoch from sort_at), id, place]))`

/** None before it shows another image. */
const showsFirst = `not exists (
  select from articles b where b.event_id = n.event_id and b.status = 'published' and b.image_url is not null
    and (b.sort_at, b.id) < (n.sort_at, n.id))`

/** An event shows its articles: it changes with what they say. That they come and go shows in its own row. */
const eventsOfEntries = log(`
  select 'event', 'updated', event_id::text, null, null, array_agg(distinct f order by f) from (
    select n.event_id, ${named([
      [
        'entries',
        differs((row) => [
          title(row),
          language(row),
          ...['url', 'published_at', 'kind', 'feed_id'].map((name) => `${row}.${name}`),
        ]),
      ],
      ['tags', `${differs(column('tag_ids'))} and ${commonTags('n')} <> ${commonTags('o')}`],
      ['image_url', `${differs(column('image_url'))} and (${leads('n')} or ${leads('o')} or ${showsFirst})`],
      ['sources', differs(column('credited_publisher'))],
      ['lead', `${rowOf(ENTRY, 'n')} is distinct from ${rowOf(ENTRY, 'o')} and (${leads('n')} or ${leads('o')})`],
    ])} as fields
    from new_rows n join old_rows o on o.id = n.id join events e on e.id = n.event_id and e.merged_into is null
    where n.event_id = o.event_id and n.status = 'published'
      and (${rowOf(ENTRY, 'n')} is distinct from ${rowOf(ENTRY, 'o')} or ${differs((row) => [`${row}.kind`, `${row}.credited_publisher`])})
  ) u cross join unnest(fields) f group by event_id order by 3`)

/** An event begins with the earliest of its articles, whichever came, went or was dated otherwise. */
const beginnings = log(`
  select 'event', 'updated', event_id::text, null, null, array['first_published_at'] from (
    select w.event_id,
      (select min(a.sort_at) from articles a where a.event_id = w.event_id and a.status = 'published') as begins,
      (select min(sort_at) from (
        select a.id, a.sort_at from articles a where a.event_id = w.event_id and a.status = 'published'
          and not exists (select from new_rows n where n.id = a.id)
        union all select o.id, o.sort_at from old_rows o where o.event_id = w.event_id and o.status = 'published') b) as began
    from (
      select unnest(array[n.event_id, o.event_id]) as event_id from new_rows n join old_rows o on o.id = n.id
      where (n.event_id, n.status, n.sort_at) is distinct from (o.event_id, o.status, o.sort_at)
    ) w join events e on e.id = w.event_id and e.merged_into is null group by w.event_id
  ) x where begins <> began order by event_id`)

/** An article shows how many report its event. */
const entriesOfEvents = log(`
  select 'entry', 'updated', a.id::text, null, null, array['event'] from new_rows n join old_rows o on o.id = n.id
  join articles a on a.event_id = n.id and a.status = 'published'
  where n.published is distinct from o.published and n.merged_into is null order by a.id`)

/** A text against the one that was, or is, in its place. */
const textsOf = (rows: string) =>
  log(`
  select 'event', 'updated', e.id::text, null, null, ${named([
    ['revision', 'true'],
    [
      'title',
      `case when p.revision is null then not exists (${articlesWith(title, 't.title')}) else p.title <> t.title end`,
    ],
    [
      'summary',
      `case when p.revision is null then not exists (${articlesWith(summary, 't.summary')}) else p.summary <> t.summary end`,
    ],
    ['points', `coalesce(p.points, '[]') <> t.points`],
    ['model', 'p.model is distinct from t.model'],
    ['updated_at', 't.at > greatest(e.last_at, p.at)'],
  ])}
  from ${rows} t join events e on e.id = t.event_id and e.merged_into is null
  left join lateral (
    select * from event_texts p where p.event_id = t.event_id and p.revision <> t.revision order by p.revision desc limit 1) p on true
  where p.revision is null or p.revision < t.revision`)

const articlesWith = (shown: (row: string) => string, text: string) =>
  `select from articles a where a.event_id = e.id and a.status = 'published' and ${shown('a')} = ${text}`

/** Of a source or a tag with another name. Rare, and then of many articles: no plan is made for it at each visit. */
const renamed = (shown: Shown, articles: string, field: string) => {
  const changed = 'from new_rows n join old_rows o on o.id = n.id'
  const any = Object.values(shown).map(differs).join(' or ')
  const published = `${changed} ${articles} and a.status = 'published'`
  const entry = shown[field] as (row: string) => string[]
  return `if exists (select ${changed} where ${any}) then
    ${log(`select distinct 'entry', 'updated', a.id::text, null, null, array['${field}'] ${published} and ${differs(entry)}`)}
    ${log(`select 'event', 'updated', event_id::text, null, null, array_agg(distinct f order by f) from (
      select a.event_id, ${named([
        ...Object.entries(shown).flatMap(([name, show]): [string, string][] =>
          name === 'feed' ? [] : [[name, differs(show)]],
        ),
        ['lead', `${differs(entry)} and ${leads('a')}`],
      ])} as fields ${published} and a.event_id is not null
    ) u cross join unnest(fields) f group by event_id`)}
  end if;`
}

const merged = `n.merged_into is not null`
const LOGS: Record<string, string> = {
  articles_log_update:
    updates({
      kind: 'entry',
      key: 'id',
      seen: SEEN.articles,
      shown: ENTRY,
      visible: (row) => `(${row}.status = 'published')`,
    }) +
    eventsOfEntries +
    beginnings,
  events_log_update:
    updates({
      kind: 'event',
      key: 'id',
      seen: SEEN.events,
      shown: EVENT,
      visible: (row) => `(${row}.merged_into is null and ${row}.published > 0)`,
      born: {
        act: `case when coalesce(o.merged_into, n.split_from) is null then 'created' else 'split' end`,
        from: 'coalesce(o.merged_into, n.split_from)',
      },
      gone: {
        act: `case when n.merged_into is null then 'removed' else 'merged' end`,
        into: 'n.merged_into',
        also: `(o.merged_into is null and ${merged})`,
      },
    }) + entriesOfEvents,
  episodes_log_update: updates({
    kind: 'episode',
    key: 'episode_id',
    seen: SEEN.episodes,
    shown: EPISODE,
    visible: () => 'true',
  }),
  event_texts_log_insert: textsOf('new_rows'),
  event_texts_log_delete: textsOf('old_rows'),
  event_texts_log_update: log(`
    select distinct 'event', 'updated', e.id::text, null, null, array['revisions'] from new_rows n
    join old_rows o on o.event_id = n.event_id and o.revision = n.revision join events e on e.id = n.event_id and e.merged_into is null
    where ${differs((row) => ['title', 'summary', 'points', 'text_by', 'model', 'reason', 'at'].map((name) => `${row}.${name}`))}`),
  feeds_log_update: renamed(
    {
      feed: (row) => [`${row}.title`, `coalesce(${row}.site_url, ${row}.url)`, `${row}.language`, `${row}.icon_url`],
      entries: column('title'),
      sources: (row) => [`${row}.publisher`, `${row}.publisher_name`],
    },
    'join articles a on a.feed_id = n.id',
    'feed',
  ),
  tags_log_update: renamed(
    { tags: (row) => [`${row}.name`, `${row}.slug`] },
    'join article_tags t on t.tag_id = n.id join articles a on a.id = t.article_id',
    'tags',
  ),
}

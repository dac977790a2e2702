/** The check of SQL on small sources: each names a table in its own way, or none. */
import { expect, test } from 'vitest'
import { countTables } from './check-sql.ts'

test.for<[string, string]>([
  ['a from', 'sql`select id from articles where id = 1`'],
  ['a typed tag', `sql<Row>\`select id from events e where e.id = \${id}\``],
  ['a join over lines', 'sql`select 1 from shown_events e\n  left join\n    stories s on true`'],
  ['capitals and quotes', 'sql`SELECT 1 FROM "public"."events"`'],
  ['a lateral subquery', 'sql`select 1 from t, lateral (select * from event_texts t) x`'],
  ['a comma and an alias', 'sql`select 1 from feeds f, articles a where a.feed_id = f.id`'],
  ['a piece that is put behind a from', 'const source = sql`articles a`'],
  ['a piece with its join', 'const source = sql`events e join feeds f on true`'],
  ['a delete with its using', 'sql`delete from read_events r using events e where e.id = r.event_id`'],
  ['raw text', "sql.raw('select id from articles')"],
  ['the pool', `pool.query(\`select id from articles where id = \${id}\`)`],
  ["Kysely's from", "db.selectFrom('articles as a').select('a.id')"],
  ["Kysely's join", "db.selectFrom('feeds').innerJoin('articles', 'feed_id', 'feeds.id')"],
  ['a name that is not said here', `sql\`select 1 from \${sql.table(name)}\``],
])('counts %s', ([, source]) => expect(countTables(source)).toBe(1))

test.for<[string, string]>([
  ['a view', 'sql`select id from shown_articles a join shown_stories s on true`'],
  ['a table beside', 'sql`select 1 from article_tags t join story_events e on true`'],
  ['a column of the name', 'sql`select bucket, articles from article_counts where articles > 0`'],
  ['a comment', '// what is read from articles\n/* from events */ const a = 1'],
  ['words for readers', 'html`<p>News from articles and events</p>`'],
  ['a name that is said', "db.selectFrom('shown_articles').select('id')"],
  ["another's join", "names.join('articles')"],
])('passes %s', ([, source]) => expect(countTables(source)).toBe(0))

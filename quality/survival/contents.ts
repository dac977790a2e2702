/** What a database holds, in words that do not depend on the order of arrival: for comparing two of them. */

import { sql } from 'kysely'
import { parseConfig } from '../../src/config.ts'
import { type Database, openDatabase } from '../../src/platform/database/database.ts'

export interface Contents {
  articles: string[]
  identities: string[]
  /** Articles of each event, by address. */
  events: string[]
  words: string[]
  counts: string[]
  feeds: string[]
  episodes: string[]
}

export async function readContents(place: { dataDir: string }): Promise<Contents> {
  const database = await openDatabase(parseConfig({ DATA_DIR: place.dataDir, DATABASE_POOL: '2' }))
  try {
    return await contentsOf(database)
  } finally {
    await database.close()
  }
}

async function contentsOf({ db }: Database): Promise<Contents> {
  const lines = async (query: ReturnType<typeof sql<{ line: string }>>) =>
    (await query.execute(db)).rows.map((row) => row.line)
  return {
    articles: await lines(sql`
      select concat_ws(' | ', f.url, a.url, a.title, md5(a.excerpt), a.status, a.relevant, a.language, a.kind,
        a.content_hash, a.published_at, a.translated_title, md5(a.translated_summary), a.enrich_state, a.extract_state,
        (select string_agg(t.slug, ',' order by t.slug) from tags t where t.id = any(a.tag_ids)),
        (select string_agg(md5(x.text), ',' order by x.origin) from article_texts x where x.article_id = a.id)) as line
      from articles a join feeds f on f.id = a.feed_id order by 1`),
    // A title's key is that of the title it came with, which depends on when the item was first seen.
    identities: await lines(sql`
      select concat_ws(' | ', f.url, case when i.key like 'n:%' then 'title' else i.key end, a.url) as line from article_identities i
      join feeds f on f.id = i.feed_id left join articles a on a.id = i.article_id order by 1`),
    events: await lines(sql`
      select concat_ws(' | ', string_agg(a.url, ',' order by a.url), max(a.source_count)) as line
      from articles a where a.event_id is not null group by a.event_id order by 1`),
    words: await lines(sql`
      select concat_ws(' | ', a.url, s.search) as line from article_search s join articles a on a.id = s.article_id
      order by 1`),
    counts: await lines(sql`
      select concat_ws(' | ', case when scope like 'feed:%' then 'feed' when scope like 'tag:%' then 'tag' else scope end,
        sort, language, relevant, sum(articles)) as line
      from article_counts group by case when scope like 'feed:%' then 'feed' when scope like 'tag:%' then 'tag' else scope end,
        sort, language, relevant having sum(articles) <> 0 order by 1`),
    feeds: await lines(
      sql`select concat_ws(' | ', url, title, publisher, status, errors_in_row) as line from feeds order by 1`,
    ),
    episodes: await lines(
      sql`select concat_ws(' | ', episode_id, title, audio_bytes, transcript_text) as line from episodes order by 1`,
    ),
  }
}

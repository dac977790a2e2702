/** Reactions and comments: articles of the same story after an event that belong to it by a plain rule. */
import { sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import { hydrateArticles } from '../../articles/queries/articles.ts'
import type { ArticleView } from '../../articles/queries/views.ts'
import { NO_NEWS_KINDS } from '../../topic/rules/kinds.ts'
import type { EventView } from './views.ts'

const MAX_SHOWN = 30

/**
 * Articles of later events of its story, earliest first. An event of opinions alone is a comment on the last before it that
 * several publishers report, within a week. News is a reaction to the last before it that more publishers report, within two
 * days; without such an event it is a turn of its own.
 */
export async function listReactions(
  db: ReadDb,
  { id, story }: Pick<EventView, 'id' | 'story'>,
  siteLanguage: string,
): Promise<ArticleView[]> {
  if (!story) return []
  const isNews = sql`bool_or(a.kind is null or a.kind <> all(${[...NO_NEWS_KINDS]}))`
  const { rows } = await sql<{ id: number }>`
    with own as (
      select e.id, e.source_count, e.first_at, row_number() over (order by e.first_at, e.id) as place, ${isNews} as news,
        bool_and(a.kind is not distinct from 'opinion') as comment
      from story_events l join shown_events e on e.id = l.event_id
      join shown_articles a on a.event_id = e.id
      where l.story_id = ${story.id} group by e.id, e.source_count, e.first_at
    ), belongs as (
      select r.id, (
        select b.id from own b
        where b.place < r.place and b.news and case
          when r.comment then r.first_at <= b.first_at + interval '7 days'
          else b.source_count > r.source_count and r.first_at <= b.first_at + interval '2 days' end
        order by r.comment and b.source_count < 2, b.place desc limit 1) as "to"
      from own r where r.news or r.comment
    )
    select a.id from belongs r join shown_articles a on a.event_id = r.id
    where r."to" = ${id} order by a.sort_at, a.id limit ${MAX_SHOWN}`.execute(db)
  return hydrateArticles(
    db,
    rows.map((row) => row.id),
    siteLanguage,
  )
}

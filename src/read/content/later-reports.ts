/** Reports about the guides' subjects that are newer than their facts. */
import { sql } from 'kysely'
import type { LaterReport } from '../../domain/guides/overdue.ts'
import type { ReadDb } from '../articles/articles.ts'

/** News of at least two publishers, newest first, this many of each tag of a guide. */
const PER_TAG = 40

export async function listLaterReports(db: ReadDb): Promise<LaterReport[]> {
  const { rows } = await sql<LaterReport>`
    select g.slug, g.file, g.facts_until as "factsUntil", g.names, n.title, n.sort_at as at
    from guides g
    join tags t on t.slug = any (g.tags)
    cross join lateral (
      select a.title, x.sort_at
      from article_tags x join shown_articles a on a.id = x.article_id
      where x.tag_id = t.id and x.relevant and x.sort_at >= g.facts_until::date + 1
        and coalesce(a.kind, 'news') = 'news' and a.source_count > 1
      order by x.sort_at desc, x.article_id desc limit ${PER_TAG}
    ) n
    where g.facts_until is not null and g.page_type <> 'rumor'
    order by n.sort_at desc, g.slug`.execute(db)
  return rows
}

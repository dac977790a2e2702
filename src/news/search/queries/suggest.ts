/**
 * Suggestions while a reader is still writing: subjects, stories, articles and pages of features that begin with these letters.
 */
import { type RawBuilder, sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import { articlePath, storyPath, tagPath } from '../../../platform/site/paths.ts'
import { type SearchDeps, searchArticles } from './search.ts'

/** Pages of a feature. */
export interface SuggestedPages {
  kind: string
  /** A query for `slug` and `title`. */
  rows: RawBuilder<unknown>
  path(page: { slug: string }): string
}

export interface Suggestion {
  /** As the menu names it. */
  kind: string
  title: string
  path: string
  /** Publisher, for an article. */
  source: string | null
}

const MAX_PAGES = 3

/** Pages whose names begin with `text` first, then articles by words alone, so that the answer is there at once. */
export async function suggest(
  parts: SearchDeps,
  text: string,
  limit: number,
  ofFeatures: readonly SuggestedPages[],
): Promise<Suggestion[]> {
  const { db } = parts
  const query = text.replaceAll('\0', '').toWellFormed().trim()
  if (query === '') return []
  const pages = (await findPages(db, query, ofFeatures)).slice(0, limit)
  const { hits } = await searchArticles({ ...parts, embedder: null }, { q: query, limit: limit - pages.length })
  const articles = hits.map(({ article }) => ({
    kind: 'news',
    title: article.title,
    path: articlePath(article),
    source: article.feed.title,
  }))
  return [...pages, ...articles]
}

async function findPages(db: ReadDb, text: string, ofFeatures: readonly SuggestedPages[]): Promise<Suggestion[]> {
  const others = ofFeatures.map(({ kind, rows }) => sql`union all select ${kind}, 0, slug, title, 2 from (${rows}) f`)
  const { rows } = await sql<{ kind: string; id: number; slug: string; title: string }>`
    select * from (
      select 'tags' as kind, t.id::bigint as id, t.slug, t.name as title, 1 as place from tags t
      where exists (select from article_tags a where a.tag_id = t.id and a.relevant)
      ${sql.join(others, sql` `)}
      union all (select 'stories', id, '', title, 3 from shown_stories
        order by last_at desc nulls last limit 1000)
    ) p
    where starts_with(search_fold(lower(search_normal(p.title))), search_fold(lower(search_normal(${text}))))
    order by p.place, length(p.title), p.title limit ${MAX_PAGES}`.execute(db)
  const paths = new Map(ofFeatures.map(({ kind, path }) => [kind, path]))
  const pathOf = ({ kind, id, slug, title }: (typeof rows)[number]) =>
    kind === 'tags' ? tagPath({ slug }) : (paths.get(kind)?.({ slug }) ?? storyPath({ id, title }))
  return rows.map((row) => ({ kind: row.kind, title: row.title, path: pathOf(row), source: null }))
}

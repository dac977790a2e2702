/**
 * Suggestions while a reader is still writing: subjects, guides, stories and articles that begin with these letters.
 */
import { sql } from 'kysely'
import { articlePath, guidePath, storyPath, tagPath } from '../../domain/site/paths.ts'
import type { ReadDb } from '../articles/articles.ts'
import { type SearchDeps, searchArticles } from './search.ts'

export interface Suggestion {
  kind: 'tag' | 'guide' | 'story' | 'article'
  title: string
  path: string
  /** Publisher, for an article. */
  source: string | null
}

const MAX_PAGES = 3

/** Pages whose names begin with `text` first, then articles by words alone, so that the answer is there at once. */
export async function suggest(parts: SearchDeps, text: string, limit: number): Promise<Suggestion[]> {
  const { db } = parts
  const query = text.replaceAll('\0', '').toWellFormed().trim()
  if (query === '') return []
  const pages = (await findPages(db, query)).slice(0, limit)
  const { hits } = await searchArticles({ ...parts, embedder: null }, { q: query, limit: limit - pages.length })
  const articles = hits.map(({ article }) => ({
    kind: 'article' as const,
    title: article.title,
    path: articlePath(article),
    source: article.feed.title,
  }))
  return [...pages, ...articles]
}

async function findPages(db: ReadDb, text: string): Promise<Suggestion[]> {
  const { rows } = await sql<{ kind: 'tag' | 'guide' | 'story'; id: number; slug: string; title: string }>`
    select * from (
      select 'tag' as kind, t.id::bigint as id, t.slug, t.name as title, 1 as place from tags t
      where exists (select from article_tags a where a.tag_id = t.id and a.relevant)
      union all select 'guide', 0, slug, title, 2 from guides
      union all (select 'story', id, '', title, 3 from shown_stories
        order by last_at desc nulls last limit 1000)
    ) p
    where starts_with(search_fold(lower(search_normal(p.title))), search_fold(lower(search_normal(${text}))))
    order by p.place, length(p.title), p.title limit ${MAX_PAGES}`.execute(db)
  return rows.map(({ kind, id, slug, title }) => ({ kind, title, path: pathOf(kind, id, slug, title), source: null }))
}

function pathOf(kind: 'tag' | 'guide' | 'story', id: number, slug: string, title: string): string {
  if (kind === 'tag') return tagPath({ slug })
  return kind === 'guide' ? guidePath({ slug }) : storyPath({ id, title })
}

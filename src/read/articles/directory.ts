/**
 * Sources and tags by id, as articles name them: few, asked for with every article, and rarely changed. They are kept in
 * memory for one version of the content, so that an article is read from one table.
 */
import { sql } from 'kysely'
import type { ReadDb } from './articles.ts'
import type { FeedRef, TagRef } from './views.ts'

export interface Directory {
  feeds: Map<number, FeedRef | null>
  tags: Map<number, TagRef | null>
}

const known = new WeakMap<ReadDb, Directory & { version: number }>()

/** What these `articles` name, as of `version` or later; null for what is not there. */
export async function directoryFor(
  db: ReadDb,
  version: number,
  articles: { feed_id: number; tag_ids: number[] }[],
): Promise<Directory> {
  const last = known.get(db)
  const directory = last?.version === version ? last : { version, feeds: new Map(), tags: new Map() }
  known.set(db, directory)
  const feedIds = unknown(directory.feeds, articles, (article) => [article.feed_id])
  const tagIds = unknown(directory.tags, articles, (article) => article.tag_ids)
  if (feedIds.length > 0) add(directory.feeds, feedIds, await readFeeds(db, feedIds))
  if (tagIds.length > 0) add(directory.tags, tagIds, await readTags(db, tagIds))
  return directory
}

function unknown<Article>(found: Map<number, unknown>, articles: Article[], idsOf: (article: Article) => number[]) {
  const missing = new Set<number>()
  for (const article of articles) for (const id of idsOf(article)) if (!found.has(id)) missing.add(id)
  return [...missing]
}

function add<Ref extends { id: number }>(found: Map<number, Ref | null>, ids: number[], refs: Ref[]): void {
  for (const id of ids) found.set(id, null)
  for (const ref of refs) found.set(ref.id, ref)
}

async function readFeeds(db: ReadDb, ids: number[]): Promise<FeedRef[]> {
  const { rows } = await sql<FeedRef>`
    select id, title, coalesce(site_url, url) as url, language, icon_url as "iconUrl"
    from feeds where id = any(${ids}::integer[])`.execute(db)
  return rows
}

async function readTags(db: ReadDb, ids: number[]): Promise<TagRef[]> {
  const { rows } = await sql<TagRef>`select id, name, slug from tags where id = any(${ids}::integer[])`.execute(db)
  return rows
}

/** Arguments that several tools take, and what they name. */
import { z } from 'zod'
import type { ReadDb } from '../../read/articles/articles.ts'
import { findFeed } from '../../read/articles/feeds.ts'
import { findTag } from '../../read/articles/tags.ts'

const time = z.union([z.iso.datetime({ offset: true }), z.iso.date()])

export const limit = z.int().min(1).max(50).default(20).describe('How many at most.')
export const since = time.describe('ISO 8601 date or time; only what was published since.')
export const until = time.describe('ISO 8601 date or time; only what was published before.')
export const tag = z.string().max(100).describe('Slug of a tag, from list_tags.')
export const feedId = z.int().describe('Id of a source, from list_feeds.')

interface Asked {
  tag?: string | undefined
  feed_id?: number | undefined
  since?: string | undefined
  until?: string | undefined
}

export interface Found {
  tagId?: number
  feedIds?: number[]
  since?: Date
  until?: Date
}

/** The filters, or a sentence that says where to find what a name stands for. */
export async function findFilters(db: ReadDb, asked: Asked): Promise<{ filter: Found } | { unknown: string }> {
  const { tag: slug, feed_id: id } = asked
  const own = slug === undefined ? undefined : await findTag(db, { slug })
  if (own === null) return { unknown: `There is no tag "${slug}". Call list_tags for the slugs that exist.` }
  const feed = id === undefined ? undefined : await findFeed(db, id)
  if (feed === null) return { unknown: `There is no source ${id}. Call list_feeds for the ids.` }
  return {
    filter: {
      ...(own ? { tagId: own.id } : {}),
      ...(feed ? { feedIds: [feed.id] } : {}),
      ...(asked.since ? { since: new Date(asked.since) } : {}),
      ...(asked.until ? { until: new Date(asked.until) } : {}),
    },
  }
}

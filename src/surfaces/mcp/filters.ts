/** Arguments that several tools take, and what they name. */
import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import type { ReadDb } from '../../read/articles/articles.ts'
import { findFeed } from '../../read/articles/feeds.ts'
import { findTag, listTags } from '../../read/articles/tags.ts'
import { asSlug, notThere } from './near.ts'

/** The largest id that can be: beyond it nothing is there. */
export const MOST_ID = 2 ** 31 - 1

/** Its pattern, which leap years make 300 characters long, is not published. */
const time = z
  .string()
  .max(40)
  .refine((text) => instant.safeParse(text).success, 'must be an ISO 8601 date or time')
const instant = z.union([z.iso.datetime({ offset: true }), z.iso.date()])

export const limit = z.int().min(1).max(50).default(20)
export const since = time.describe('ISO 8601 date or time: published since.')
export const until = time.describe('ISO 8601 date or time: published before.')
export const tag = z.string().max(100).describe('Slug of a tag, from list_tags.')
export const feedId = z.int().min(1).max(MOST_ID).describe('Id of a source, from list_feeds.')

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
export async function findFilters(
  { db, site }: Pick<Ctx, 'db' | 'site'>,
  asked: Asked,
): Promise<{ filter: Found } | { unknown: string }> {
  const { tag: slug, feed_id: id } = asked
  const own = slug === undefined ? undefined : await findTag(db, { slug: asSlug(slug) })
  if (own === null) return { unknown: notThere('tag', slug ?? '', await tagSlugs(db, site.language), 'list_tags') }
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

const tagSlugs = async (db: ReadDb, language: string) => (await listTags(db, { language })).map(({ slug }) => slug)

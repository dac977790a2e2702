/** Arguments that several tools take, and the objects that they name. */
import { z } from 'zod'
import type { Filter, ListQuery } from '../../news/resources/filters.ts'
import { idNumber } from '../../news/resources/parameters.ts'
import { asSlug, notThere } from '../../news/search/near.ts'
import { readFilter } from '../../news/search/read-filter.ts'
import { findFeed } from '../../news/sources/queries/list-feeds.ts'
import { findTag, listTags } from '../../news/tags/queries/tags.ts'

export const limit = z.int().min(1).max(50).default(20)
export const tag = z.string().max(100).optional().describe('Slug of a tag, from list_tags.')
export const feedId = idNumber.optional().describe('Id of a source, from list_feeds.')

/** Its name is enough: a client's model reads the words of every tool. */
export const evident = <Schema extends z.ZodType>(schema: Schema): Schema => schema.meta({ description: undefined })

/** The filter, or a sentence with the tool that finds the right name. */
export async function findFilter(
  ctx: Parameters<typeof readFilter>[0],
  { tag, feed_id, ...requested }: ListQuery,
): Promise<{ filter: Filter } | { unknown: string }> {
  const { db, site } = ctx
  const slug = tag === undefined ? undefined : asSlug(tag)
  if (slug !== undefined && !(await findTag(db, { slug }))) {
    const slugs = (await listTags(db, { language: site.language })).map((one) => one.slug)
    return { unknown: notThere('tag', tag ?? '', slugs, 'list_tags') }
  }
  if (feed_id !== undefined && !(await findFeed(db, feed_id)))
    return { unknown: `There is no source ${feed_id}. Call list_feeds for the ids.` }
  return { filter: await readFilter(ctx, { ...requested, tag: slug, feed_id }) }
}

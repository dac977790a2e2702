/** Filters of lists: parameters of a request → conditions of the queries. They mean the same on every surface. */

import type { Ctx } from '../ctx.ts'
import { findTag } from '../read/articles/tags.ts'
import type { GuidePageType } from '../read/content/views.ts'

/** All that a list can be cut by; each takes what it knows. */
export interface Filter {
  relevant?: boolean
  language?: string
  since?: Date
  until?: Date
  feedIds?: number[]
  tagId?: number
  minSources?: number
  storyId?: number
  status?: 'active' | 'dormant'
  pageType?: GuidePageType
  kind?: string
}

/** By the names of the parameters. */
export interface ListQuery {
  relevant?: boolean | undefined
  apple_relevant?: boolean | undefined
  lang?: string | undefined
  since?: Date | undefined
  until?: Date | undefined
  feed_id?: number | undefined
  tag?: string | undefined
  min_sources?: number | undefined
  story_id?: number | undefined
  status?: 'active' | 'dormant' | undefined
  page_type?: GuidePageType | undefined
  kind?: string | undefined
}

/** A tag that is unknown has nothing. */
export async function readFilter({ db }: Pick<Ctx, 'db'>, query: ListQuery): Promise<Filter> {
  const { tag, feed_id } = query
  const given = {
    relevant: query.relevant ?? query.apple_relevant,
    language: query.lang,
    since: query.since,
    until: query.until,
    feedIds: feed_id === undefined ? undefined : [feed_id],
    tagId: tag === undefined ? undefined : ((await findTag(db, { slug: tag }))?.id ?? 0),
    minSources: query.min_sources,
    storyId: query.story_id,
    status: query.status,
    pageType: query.page_type,
    kind: query.kind,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

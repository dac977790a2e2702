/** Parameters of a request → conditions of the queries. */

import type { Ctx } from '../../ctx.ts'
import type { Filter, ListQuery } from '../resources/filters.ts'
import { findTag } from '../tags/queries/tags.ts'
import { searchArticles, searchDeps } from './queries/search.ts'

/** Articles that are looked through for their events. */
const SEARCHED = 100

type SearchCtx = Pick<Ctx, 'db' | 'site' | 'search' | 'searches' | 'embedder' | 'clock' | 'log'>

/** A tag that is unknown has nothing. */
export async function readFilter(ctx: SearchCtx, query: ListQuery): Promise<Filter> {
  const { db } = ctx
  const { tag, feed_id, q } = query
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
    eventIds: q === undefined ? undefined : await eventsFound(ctx, q),
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

async function eventsFound(ctx: SearchCtx, q: string): Promise<number[]> {
  const { hits } = await searchArticles(searchDeps(ctx), { q, limit: SEARCHED })
  return [...new Set(hits.flatMap(({ article }) => article.event?.id ?? []))]
}

/** Filters of lists: parameters of a request → conditions of the queries. They mean the same on every surface. */

import type { Ctx } from '../../ctx.ts'
import { searchArticles, searchDeps } from '../search/queries/search.ts'
import { findTag } from '../tags/queries/tags.ts'

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
  pageType?: string
  kind?: string
  eventIds?: number[]
  /** Events on whose points publishers disagree. */
  disputed?: boolean
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
  page_type?: string | undefined
  kind?: string | undefined
  /** Of events: what one of their articles is found by. */
  q?: string | undefined
}

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

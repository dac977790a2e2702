/** A search as an address of the site has it: its words and filters, the same for its page and its feeds. */
import type { Ctx } from '../../ctx.ts'
import { parseId } from '../../platform/ids.ts'
import { withoutInvisible } from '../../platform/text/invisible.ts'
import { findTag } from '../tags/queries/tags.ts'
import { ARTICLE_KINDS, type ArticleKind } from '../topic/rules/kinds.ts'
import { SEARCH_SORTS, type SearchQuery, type SearchSort } from './queries/search.ts'

export const searchTimes = ['day', 'week', 'month', 'year'] as const
const days = { day: 1, week: 7, month: 30, year: 365 } as const

export interface SearchFilters {
  time: (typeof searchTimes)[number] | null
  language: string | null
  feed: number | null
  /** Slug. */
  tag: string | null
  kind: ArticleKind | null
}

/** Without what is invisible; empty where there is none, or several. */
export function textIn(query: unknown, name: string): string {
  const value = (query as Record<string, unknown>)[name]
  return typeof value === 'string' ? withoutInvisible(value).trim() : ''
}

export function filtersIn(query: unknown, languages: readonly string[]): SearchFilters {
  const [time, language, feed, tag, kind] = ['time', 'language', 'source', 'tag', 'kind'].map((name) =>
    textIn(query, name),
  )
  return {
    time: searchTimes.find((existing) => existing === time) ?? null,
    language: languages.find((existing) => existing === language) ?? null,
    feed: parseId(feed),
    tag: tag ? tag.slice(0, 100) : null,
    kind: ARTICLE_KINDS.find((existing) => existing === kind) ?? null,
  }
}

export const sortIn = (query: unknown): SearchSort =>
  SEARCH_SORTS.find((existing) => existing === textIn(query, 'sort')) ?? 'best'

/** The filters by the names that `filtersIn` reads; without those that are off. */
export const fieldsOf = ({ time, language, feed, tag, kind }: SearchFilters): [name: string, value: string][] =>
  Object.entries({ time, language, source: feed, tag, kind }).flatMap(([name, value]) =>
    value === null ? [] : [[name, String(value)]],
  )

/** As the queries take them. An unknown tag has no articles. */
export async function conditionsOf(
  db: Ctx['db'],
  { time, language, feed, tag, kind }: SearchFilters,
  now: Date,
): Promise<Omit<SearchQuery, 'q' | 'limit'>> {
  return {
    ...(time ? { since: new Date(now.getTime() - days[time] * 86_400_000) } : {}),
    ...(language ? { language: language.slice(0, 2) } : {}),
    ...(feed !== null ? { feedIds: [feed] } : {}),
    ...(kind !== null ? { kind } : {}),
    ...(tag === null ? {} : { tagId: (await findTag(db, { slug: tag }))?.id ?? 0 }),
  }
}

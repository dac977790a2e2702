/** Events that a saved search finds: every word of it must occur in one article, every filter must hold. */
import { sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import { findWords } from '../../search/queries/index-terms.ts'
import { languagesOf } from '../../search/queries/keyword.ts'
import { filterLiteral, readFilters, readWordRules } from '../../search/queries/narrowing.ts'
import { quoteLexeme } from '../../search/rules/postings.ts'
import { parseQuery } from '../../search/rules/query.ts'
import type { SearchContent } from '../../search/rules/search-content.ts'
import type { QueryWord } from '../../search/rules/terms.ts'

/** Articles that are looked at. */
const max = 500

export interface SavedSearchDeps {
  db: ReadDb
  siteLanguage: string
  content: SearchContent
}

/**
 * Ids of events with an article since then, of these alone where they are named; the newest first. Empty for a search
 * without terms, or one that names what does not exist.
 */
export async function findBySearch(
  { db, siteLanguage, content }: SavedSearchDeps,
  query: string,
  { since, now, eventIds }: { since: Date; now: Date; eventIds?: number[] },
): Promise<number[]> {
  const parsed = parseQuery(query, content, now)
  const filters = await readFilters(db, parsed, content)
  const languages = languagesOf(siteLanguage)
  const words = parsed.text === '' ? [] : await findWords(db, parsed.text, languages)
  if (filters.unknown || (words.length === 0 && filters.conditions.length === 0)) return []
  const every = required(words)
    .map(({ stems }) => `(${stems.map(quoteLexeme).join(' | ')})`)
    .join(' & ')
  const { excluded } = await readWordRules(db, parsed, languages)
  const matches = every === '' ? sql`true` : sql`s.search @@ ${every}::tsquery`
  const among = eventIds ? [sql`a.event_id = any(${eventIds}::bigint[])`] : []
  const where = sql.join([sql`a.sort_at >= ${since}`, ...among, ...filters.conditions], sql` and `)
  const { rows } = await sql<{ id: number; eventId: number }>`
    select a.id, a.event_id as "eventId" from shown_articles a join article_search s on s.article_id = a.id
    where ${where} and a.event_id is not null and ${matches}
    order by a.sort_at desc, a.id desc limit ${max}`.execute(db)
  const passing = await filterLiteral(
    db,
    rows.map(({ id }) => id),
    parsed,
    excluded,
  )
  return [...new Set(rows.filter(({ id }) => passing.has(id)).map(({ eventId }) => eventId))]
}

/** The index has no words that its language takes for empty ones. */
const required = (words: QueryWord[]) => words.filter(({ stopIn }) => stopIn.length === 0)

/** Every article that the search finds has one of these, the stems of its longest word; none for a search without words. */
export async function stemsOfSearch(
  { db, siteLanguage, content }: SavedSearchDeps,
  query: string,
  now: Date,
): Promise<string[]> {
  const { text } = parseQuery(query, content, now)
  const words = text === '' ? [] : await findWords(db, text, languagesOf(siteLanguage))
  const rarest = required(words).sort((a, b) => b.text.length - a.text.length)[0]
  return rarest?.stems ?? []
}

/** Places of the reader's words in the texts of the hits. */
import { type RawBuilder, sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import { anyForm } from '../rules/candidates.ts'
import type { QueryTerm } from '../rules/terms.ts'

const DELIMITERS = '\uE000\uE001'
const OPTIONS = 'HighlightAll=true, StartSel=\uE000, StopSel=\uE001'

/** Query of `highlightTexts`: the reader's words in all their forms. */
export const wordsQuery = (terms: QueryTerm[]): RawBuilder<unknown> => sql`${terms.map(anyForm).join(' | ')}::tsquery`

/**
 * Summaries with each hit between U+E000 and U+E001, which stand nowhere else in them: text, never HTML. Only summaries
 * that hold one of the words.
 */
export async function highlight(db: ReadDb, terms: QueryTerm[], ids: number[]): Promise<Map<number, string>> {
  if (terms.length === 0 || ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; text: string }>`
    select a.id, ts_headline(search_config(coalesce(a.language, t.language)),
      translate(a.summary, ${DELIMITERS}, ''), ${wordsQuery(terms)}, ${OPTIONS}) as text
    from shown_articles a cross join search_totals t where a.id = any(${ids}::bigint[])`.execute(db)
  return withHits(rows)
}

/** The same for other texts in the site's language, by their own keys. */
export async function highlightTexts<Key extends string | number>(
  db: ReadDb,
  query: RawBuilder<unknown>,
  texts: { id: Key; text: string }[],
): Promise<Map<Key, string>> {
  if (texts.length === 0) return new Map()
  const { rows } = await sql<{ n: number; text: string }>`
    select x.n, ts_headline(search_config(t.language), translate(x.text, ${DELIMITERS}, ''), ${query}, ${OPTIONS}) as text
    from unnest(${texts.map(({ text }) => text)}::text[]) with ordinality x(text, n) cross join search_totals t`.execute(
    db,
  )
  return withHits(rows.flatMap(({ n, text }) => (texts[n - 1] ? [{ id: (texts[n - 1] as { id: Key }).id, text }] : [])))
}

const withHits = <Key>(rows: { id: Key; text: string }[]): Map<Key, string> =>
  new Map(rows.filter(({ text }) => text.includes('\uE000')).map(({ id, text }) => [id, text]))

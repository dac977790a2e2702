/** Where the reader's words stand in the summaries of the hits. */
import { sql } from 'kysely'
import { anyForm } from '../domain/search/candidates.ts'
import type { QueryTerm } from '../domain/search/terms.ts'
import type { ReadDb } from './articles.ts'

/**
 * Summaries with each hit between U+E000 and U+E001, which stand nowhere else in them: text, never HTML. Only summaries
 * that hold one of the words.
 */
export async function highlight(db: ReadDb, terms: QueryTerm[], ids: number[]): Promise<Map<number, string>> {
  if (terms.length === 0 || ids.length === 0) return new Map()
  const options = 'HighlightAll=true, StartSel=\uE000, StopSel=\uE001'
  const { rows } = await sql<{ id: number; text: string }>`
    select a.id, ts_headline(search_config(
        case when a.translated_summary is null then coalesce(a.language, t.language) else t.language end),
      translate(coalesce(a.translated_summary, a.excerpt), ${'\uE000\uE001'}, ''), ${terms.map(anyForm).join(' | ')}::tsquery,
      ${options}) as text
    from articles a cross join search_totals t where a.id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.filter(({ text }) => text.includes('\uE000')).map(({ id, text }) => [id, text]))
}

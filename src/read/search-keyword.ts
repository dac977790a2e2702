/** Search by words: candidates from PostgreSQL's index, ranked by BM25F with the statistics that triggers keep. */
import { type RawBuilder, sql } from 'kysely'
import { splitCompound } from '../domain/search/compounds.ts'
import { type Posting, parsePosting } from '../domain/search/postings.ts'
import { type Ranked, rank, type Totals } from '../domain/search/rank.ts'
import { makeTerms, meaningfulWords, type QueryTerm } from '../domain/search/terms.ts'
import type { ReadDb } from './articles.ts'
import { findWords, readLexicon } from './search-lexicon.ts'

const MOST_CANDIDATES = 1000

export interface KeywordHits {
  terms: QueryTerm[]
  ranked: Ranked[]
}

/** Published articles that hold words of `text`, best first. `conditions` may use `a`, the article. */
export async function searchByWords(
  db: ReadDb,
  text: string,
  options: { siteLanguage: string; conditions: RawBuilder<unknown>[] },
): Promise<KeywordHits> {
  const found = await findWords(db, text, [...new Set([options.siteLanguage, 'en'])])
  const words = meaningfulWords(found, options.siteLanguage)
  const last = found.at(-1)
  const open = last !== undefined && /[\p{L}\p{N}]$/u.test(text) && words.at(-1) === last
  const lexicon = await readLexicon(db, words, open ? last.text : null)
  const split = (stem: string) => splitCompound(stem, (part) => (lexicon.docs.get(part) ?? 0) > 0)
  const terms = makeTerms(words, lexicon, split).filter((term) => term.forms.length + term.parts.length > 0)
  if (terms.length === 0) return { terms, ranked: [] }
  const [postings, totals] = [await findCandidates(db, terms, options.conditions), await readTotals(db)]
  return { terms, ranked: rank(terms, postings, totals) }
}

async function readTotals(db: ReadDb): Promise<Totals> {
  const row = await db
    .selectFrom('search_totals')
    .select(['docs', 'title_words', 'summary_words', 'other_words'])
    .executeTakeFirstOrThrow()
  return {
    docs: row.docs,
    words: { title: row.title_words, summary: row.summary_words, other: row.other_words },
  }
}

async function findCandidates(db: ReadDb, terms: QueryTerm[], conditions: RawBuilder<unknown>[]): Promise<Posting[]> {
  const any = terms.map(anyForm).join(' | ')
  const { rows } = await sql<{ id: number; search: string }>`
    select s.article_id as id, s.search::text as search
    from article_search s join articles a on a.id = s.article_id
    where s.search @@ ${any}::tsquery and ${sql.join([sql`a.status = 'published'`, ...conditions], sql` and `)}
    order by a.sort_at desc, a.id desc limit ${MOST_CANDIDATES}`.execute(db)
  return rows.map(({ id, search }) => parsePosting(id, search))
}

/** A `tsquery` that holds what any form of the word asks for. */
export function anyForm(term: QueryTerm): string {
  return `(${[...term.forms, ...term.parts].map((form) => quoted(form.term)).join(' | ')})`
}

const quoted = (term: string) => `'${term.replace(/['\\]/g, '$&$&')}'`

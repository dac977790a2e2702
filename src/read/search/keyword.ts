/** Search by words: candidates from PostgreSQL's index, ranked by BM25F with the statistics that triggers keep. */
import { type RawBuilder, sql } from 'kysely'
import { splitCompound } from '../../domain/search/compounds.ts'
import { scoreByGrams, type Text } from '../../domain/search/grams.ts'
import { type Ranked, rank, type Totals } from '../../domain/search/rank.ts'
import { makeTerms, meaningfulWords, type QueryTerm } from '../../domain/search/terms.ts'
import type { ReadDb } from '../articles/articles.ts'
import { findCandidates } from './candidates.ts'
import { findWords, readLexicon } from './lexicon.ts'

const LOOKED_AT = 100
const GRAMS = 0.8
// An article that holds less than this share of what the best one holds is no answer.
const LEAST_COVERAGE = 0.2

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
  const { terms, complete } = await readTerms(db, text, options.siteLanguage)
  if (terms.length === 0) return { terms, ranked: [] }
  const totals = await readTotals(db)
  const candidates = await findCandidates(db, terms, options.conditions, totals.docs)
  const ranked = rank(terms, candidates, totals)
  const enough = LEAST_COVERAGE * Math.max(...ranked.map((hit) => hit.coverage))
  const answers = ranked.filter((hit) => hit.coverage >= enough)
  const closer = await lookCloser(db, text, answers)
  return { terms, ranked: complete ? closer : closer.map((hit) => ({ ...hit, exact: false })) }
}

/** The reader's words that stand in an article at all, in one form or another. */
export async function readTerms(db: ReadDb, text: string, siteLanguage: string) {
  const found = await findWords(db, text, [...new Set([siteLanguage, 'en'])])
  const words = meaningfulWords(found, siteLanguage)
  const last = found.at(-1)
  const unfinished = last !== undefined && words.at(-1) === last && /[\p{L}\p{N}]$/u.test(text)
  const lexicon = await readLexicon(db, words, unfinished ? last.text : null)
  const split = (stem: string) => splitCompound(stem, (part) => (lexicon.docs.get(part) ?? 0) > 0)
  const terms: QueryTerm[] = makeTerms(words, lexicon, split).filter(
    (term) => term.forms.length + term.parts.length > 0,
  )
  return { terms, complete: terms.length === words.length }
}

/** The best of them ranked anew with the likeness of their texts; the others follow as they were. */
async function lookCloser(db: ReadDb, query: string, ranked: Ranked[]): Promise<Ranked[]> {
  const best = ranked.slice(0, LOOKED_AT)
  const { rows } = await sql<Text>`
    select id, coalesce(translated_title, title) as title, coalesce(translated_summary, excerpt) as summary
    from articles where id = any(${best.map((hit) => hit.id)}::bigint[])`.execute(db)
  return [...addLikeness(query, best, rows), ...ranked.slice(LOOKED_AT)]
}

/** Best first by both: the words' score and the texts' likeness to the query. */
export function addLikeness(query: string, ranked: Ranked[], texts: Text[]): Ranked[] {
  const likeness = scoreByGrams(query, texts)
  return ranked
    .map((hit) => ({ ...hit, score: hit.score + GRAMS * (likeness.get(hit.id) ?? 0) }))
    .sort((a, b) => b.score - a.score || b.id - a.id)
}

export async function readTotals(db: ReadDb): Promise<Totals> {
  const row = await db
    .selectFrom('search_totals')
    .select(['docs', 'title_words', 'summary_words', 'other_words'])
    .executeTakeFirstOrThrow()
  return {
    docs: row.docs,
    words: { title: row.title_words, summary: row.summary_words, other: row.other_words },
  }
}

/** Search by words: candidates from PostgreSQL's index, ranked by BM25F with the statistics that triggers keep. */
import { sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import { type Dated, freshness } from '../rules/freshness.ts'
import { scoreByGrams, type Text } from '../rules/grams.ts'
import { type Ranked, rank, type Totals } from '../rules/rank.ts'
import { plainSearch, type SearchContent } from '../rules/search-content.ts'
import { makeTerms, meaningfulWords, type QueryTerm } from '../rules/terms.ts'
import { findCandidates, type Narrowing } from './candidates.ts'
import { addLooseFragments, findWords, joinSeparated, readLexicon } from './index-terms.ts'
import { type Correction, correctWords, replaceWords } from './spelling.ts'
import { readSynonyms } from './synonyms.ts'

const MAX_RERANKED = 100
const GRAMS = 0.8
// An article that holds less than this share of what the best one holds is no answer.
const MIN_COVERAGE = 0.2

export interface KeywordHits {
  terms: QueryTerm[]
  ranked: RankedArticle[]
}

export type RankedArticle = Ranked & Dated

/** Published articles that hold the reader's words, best first; of those that fit as well, the newer. */
export async function searchByWords(
  db: ReadDb,
  words: ReadWords,
  narrowing: Narrowing,
  now: Date,
): Promise<KeywordHits> {
  const { terms, complete, text } = words
  if (terms.length === 0) return { terms, ranked: [] }
  const totals = await readTotals(db)
  const candidates = await findCandidates(db, terms, narrowing, totals.docs)
  const dated = new Map(candidates.map(({ id, sortAt, publishedAt }) => [id, { sortAt, publishedAt }]))
  const ranked = rank(terms, candidates, totals)
  const enough = MIN_COVERAGE * Math.max(...ranked.map((hit) => hit.coverage))
  const answers = ranked
    .filter((hit) => hit.coverage >= enough)
    .map((hit) => ({ ...hit, ...(dated.get(hit.id) as Dated) }))
  const closer = await rerank(db, text, answers, now)
  return { terms, ranked: complete ? closer : closer.map((hit) => ({ ...hit, exact: false })) }
}

export interface ReadWords {
  /** The words that stand in an article at all, in one form or another. */
  terms: QueryTerm[]
  /** True when these are all of the reader's words. */
  complete: boolean
  /** The reader's words as they were read: misspelt ones are replaced. */
  text: string
  corrections: Correction[]
}

export interface Languages {
  siteLanguage: string
  /** Synonyms and stop words of the site's language. */
  content?: SearchContent
}

/** A word that nothing is known of is read as the known one that is nearest. */
export async function readTerms(db: ReadDb, text: string, languages: Languages): Promise<ReadWords> {
  const found = await analyseText(db, text, languages)
  if (found.unknown.length === 0) return { ...found, text, corrections: [] }
  const corrections = await correctWords(db, found.unknown)
  if (corrections.length === 0) return { ...found, text, corrections }
  const corrected = replaceWords(text, corrections)
  return { ...(await analyseText(db, corrected, languages)), text: corrected, corrections }
}

async function analyseText(db: ReadDb, text: string, { siteLanguage, content = plainSearch }: Languages) {
  const found = await joinSeparated(db, await findWords(db, text, languagesOf(siteLanguage)))
  const words = meaningfulWords(found, siteLanguage, content.stop)
  const last = found.at(-1)
  const unfinished =
    last !== undefined && words.at(-1) === last && isBeginning(last.text) && /[\p{L}\p{N}]$/u.test(text)
  const synonyms = await readSynonyms(db, content.synonyms, languagesOf(siteLanguage))
  const lexicon = await readLexicon(db, words, unfinished ? last.text : null, synonyms)
  let terms = makeTerms(words, lexicon, synonyms)
  const absent = words.filter((_, i) => terms[i]?.forms.length === 0)
  if (absent.length > 0) terms = makeTerms(words, await addLooseFragments(db, lexicon, absent), synonyms)
  const existing = terms.filter((term) => term.forms.length + term.parts.length > 0)
  return {
    terms: existing,
    complete: existing.length === words.length,
    unknown: words.filter((_, i) => isUnknown(terms[i])),
  }
}

/** The beginning of a longer word, maybe: hardly anything begins so short, and "18" is not begun as 180. */
const isBeginning = (word: string) => /^\p{L}.{2,}/u.test(word)

/** In no article, and no compound of words that are. */
const isUnknown = (term: QueryTerm | undefined) =>
  term === undefined || (term.forms.length === 0 && term.parts.length < 2)

export const languagesOf = (siteLanguage: string) => [...new Set([siteLanguage, 'en'])]

/** The best of them ranked again with the similarity of their texts; the others follow as they were. */
async function rerank(db: ReadDb, query: string, answers: RankedArticle[], now: Date): Promise<RankedArticle[]> {
  const ranked = freshest(answers, now)
  const best = ranked.slice(0, MAX_RERANKED)
  const { rows } = await sql<Text>`
    select id, title, summary
    from shown_articles where id = any(${best.map((hit) => hit.id)}::bigint[])`.execute(db)
  return [...freshest(addSimilarity(query, best, rows), now), ...ranked.slice(MAX_RERANKED)]
}

/** Best first by the score and the freshness. */
function freshest(hits: RankedArticle[], now: Date): RankedArticle[] {
  const weighed = hits.map((hit) => ({ hit, score: hit.score * freshness(hit, now) }))
  return weighed.sort((a, b) => b.score - a.score || b.hit.id - a.hit.id).map(({ hit }) => hit)
}

/** Best first by both: the words' score and the texts' similarity to the query. */
export function addSimilarity<Hit extends Ranked>(query: string, ranked: Hit[], texts: Text[]): Hit[] {
  const similarity = scoreByGrams(query, texts)
  return ranked
    .map((hit) => ({ ...hit, score: hit.score + GRAMS * (similarity.get(hit.id) ?? 0) }))
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

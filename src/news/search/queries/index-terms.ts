/** Index terms of a reader's words: their stems, their look-alikes, and the number of articles with each. */
import { type RawBuilder, sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import { possibleSplits } from '../../../platform/text/compounds.ts'
import {
  isEnding,
  isInflected,
  joinedStems,
  type Lexicon,
  type QueryWord,
  type Synonyms,
  shortened,
} from '../rules/terms.ts'

const MAX_WORDS = 40
const MAX_SIMILARITIES = 30
const MAX_EXAMINED = 100
// A question of many words needs no likenesses of each.
const MAX_IN_COMPOUNDS = 8
const MAX_WITH_FOREIGN = 8

/** Languages that the index has a stemmer for, as articles name them (`search_config`). */
const STEMMED = ['sv', 'en', 'da', 'de', 'es', 'fi', 'fr', 'hu', 'it', 'nl', 'no', 'nb', 'pt', 'ro', 'ru', 'tr']

/** Words of a text in their order, by the same parser and stemmers as the articles'. */
export async function findWords(db: ReadDb, text: string, languages: string[]): Promise<QueryWord[]> {
  const others = STEMMED.filter((language) => !languages.includes(language))
  const { rows } = await sql<{ text: string; stems: { language: string; stem: string | null }[] }>`
    select w.lexeme as text, (
      select json_agg(json_build_object('language', l, 'stem', (tsvector_to_array(to_tsvector(search_config(l), w.lexeme)))[1]))
      from unnest(case when w.n <= ${MAX_WITH_FOREIGN} then ${[...languages, ...others]}::text[] else ${languages}::text[] end) l
    ) as stems
    from (
      select lexeme, row_number() over (order by positions[1]) as n from unnest(to_tsvector('simple', search_text(${text})))
    ) w
    order by w.n limit ${MAX_WORDS}`.execute(db)
  return rows.map(({ text, stems }) => {
    const here = stems.filter(({ language }) => languages.includes(language))
    const existing = new Set([...here.flatMap(({ stem }) => stem ?? []), text])
    return {
      text,
      stems: [...existing],
      stopIn: here.flatMap(({ language, stem }) => (stem === null ? [language] : [])),
      foreign: stems.filter(
        ({ language, stem }) => others.includes(language) && (stem === null || !existing.has(stem)),
      ),
    }
  })
}

/**
 * "i phone" as "iphone": a single letter that means nothing belongs to the next word where more articles have the two
 * as one than have that word.
 */
export async function joinSeparated(db: ReadDb, words: QueryWord[]): Promise<QueryWord[]> {
  const pairs = words.flatMap((word, i) => {
    const next = words[i + 1]
    return next && word.stopIn.length > 0 && /^\p{L}$/u.test(word.text)
      ? [{ word, next, complete: joinedStems(words, i) }]
      : []
  })
  if (pairs.length === 0) return words
  const { rows } = await sql<{ term: string; docs: number }>`
    select term, docs from search_terms
    where term = any(${pairs.flatMap(({ next, complete }) => [...next.stems, ...complete])}::text[])`.execute(db)
  const docs = new Map(rows.map((row) => [row.term, row.docs]))
  const frequency = (terms: string[]) => Math.max(0, ...terms.map((term) => docs.get(term) ?? 0))
  const joined = new Map(
    pairs
      .filter(({ next, complete }) => frequency(complete) > frequency(next.stems))
      .map(({ word, ...pair }) => [word, pair]),
  )
  const absorbed = new Set([...joined.values()].map(({ next }) => next))
  return words.flatMap((word) => {
    const pair = joined.get(word)
    if (pair) return [{ text: word.text + pair.next.text, stems: [...new Set(pair.complete)], stopIn: [], foreign: [] }]
    return absorbed.has(word) ? [] : [word]
  })
}

/** The stems of each word in the languages in which it has a meaning, by the word. */
export async function stemWords(db: ReadDb, words: string[], languages: string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ word: string; stems: string[] }>`
    select w as word, array_agg(distinct x.stem) as stems from unnest(${words}::text[]) w
    cross join unnest(${languages}::text[]) l
    cross join lateral (select (tsvector_to_array(to_tsvector(search_config(l), w)))[1] as stem) x
    where x.stem is not null group by w`.execute(db)
  return new Map(rows.map(({ word, stems }) => [word, stems]))
}

interface Row {
  kind: 'known' | 'completion' | 'kin' | 'compound' | 'folded' | 'part'
  of: string
  term: string
  docs: number
}

/** `prefix` is the last word where the reader may still be writing it. */
export async function readLexicon(
  db: ReadDb,
  words: QueryWord[],
  prefix: string | null,
  synonyms: Synonyms,
): Promise<Lexicon> {
  const stems = [...new Set(words.flatMap((word) => word.stems))]
  const joined = words.flatMap((_, i) => joinedStems(words, i))
  const others = stems.flatMap((stem) => [...possibleSplits(stem), ...shortened(stem), ...(synonyms.get(stem) ?? [])])
  const foreign = words.flatMap((word) => word.foreign.flatMap(({ stem }) => stem ?? []))
  const wanted = [...new Set([...stems, ...joined, ...others, ...foreign])]
  const wholes = stems.filter((stem) => stem.length >= 4 && /^\p{L}+$/u.test(stem)).slice(0, MAX_IN_COMPOUNDS)
  const texts = [...new Set(words.flatMap((word) => [word.text, ...word.stems]))]
  const { rows } = await sql<Row>`
    with kin as materialized (
      select s as of, k.term, k.docs from unnest(${stems.filter(isInflected)}::text[]) s cross join lateral (
        select term, docs from search_terms
        where term > s collate "C" and term < s || chr(1114111) collate "C" and docs > 0 and length(term) <= length(s) + 3
        order by docs desc, term limit ${MAX_SIMILARITIES}) k
    ), wholes as materialized (
      select s as of, s as whole from unnest(${wholes}::text[]) s union all (
      select of, term from kin where of = any(${wholes}::text[]) order by docs desc limit ${MAX_IN_COMPOUNDS})
    )
    select 'known' as kind, term as of, term, docs from search_terms where term = any(${wanted}::text[]) and docs > 0
    union all (
      select 'completion', ${prefix}::text, term, docs from search_terms
      where term >= ${prefix}::text and term < ${prefix}::text || chr(1114111) and docs > 0
      order by docs desc, term limit ${MAX_SIMILARITIES})
    union all select 'compound', w.of, c.term, c.docs from wholes w(of, s) cross join lateral (
      select term, docs from (
        (select term, docs, substr(term, length(s) + 1) as rest from search_terms
        where term > s collate "C" and term < s || chr(1114111) collate "C" and length(term) >= length(s) + 3
        order by term limit ${MAX_EXAMINED})
        union all
        (select term, docs, left(term, -length(s)) from search_terms
        where reverse(term) collate "C" > reverse(s) and reverse(term) collate "C" < reverse(s) || chr(1114111)
          and length(term) >= length(s) + 3
        order by reverse(term) collate "C" limit ${MAX_EXAMINED})
      ) x
      where docs > 0 and (length(s) >= 5 and length(rest) >= 4 and left(term, length(s)) <> s or exists (
        select from search_terms r where r.docs > 0 and r.term in (
          rest, left(rest, -1), substr(rest, 2)) and length(r.term) >= 3)
        or array[rest, left(rest, -1), substr(rest, 2)] && ${wholes}::text[])
      order by docs desc, term limit ${MAX_SIMILARITIES}) c
    union all select 'kin', of, term, docs from kin
    union all select 'folded', w, t.term, t.docs from unnest(${texts}::text[]) w
    cross join lateral (${foldedTerms(sql`search_fold(w)`)}) t
    union all select 'folded', w, t.term, t.docs from unnest(${texts}::text[]) w join search_terms t
      on t.docs > 0 and t.term = search_fold(w) and t.term <> w`.execute(db)
  return toLexicon(rows)
}

/** Known terms with marks that are `plain` without them. A limit, or the planner folds every term to join them. */
const foldedTerms = (plain: RawBuilder<unknown>) => sql`
  select term, docs from search_terms where search_fold(term) = ${plain} and search_fold(term) <> term and docs > 0
  order by docs desc, term limit ${MAX_SIMILARITIES}`

const MIN_LOOSE_LENGTH = 4
const MAX_SPLIT_LENGTH = 24
const MAX_LOOSE = 3

/** The lexicon with looser parts for words that no article holds: without marks, and with one of the short endings. */
export async function addLooseFragments(db: ReadDb, lexicon: Lexicon, words: QueryWord[]): Promise<Lexicon> {
  const stems = words.flatMap((word) => word.stems).filter((stem) => stem.length <= MAX_SPLIT_LENGTH)
  const pieces = [...new Set(stems.flatMap(possibleSplits))]
  if (pieces.length === 0) return lexicon
  const long = pieces.filter((piece) => piece.length >= MIN_LOOSE_LENGTH)
  const { rows } = await sql<Row>`
    select 'part' as kind, p as of, t.term, t.docs from unnest(${pieces}::text[]) p
    cross join lateral (${foldedTerms(sql`p collate "C"`)}) t
    union all select 'part', p, k.term, k.docs from unnest(${long}::text[]) p cross join lateral (
      select term, docs from search_terms
      where term > p collate "C" and term < p || chr(1114111) collate "C" and docs > 0 and length(term) <= length(p) + 2
      order by docs desc, term limit ${MAX_LOOSE}) k`.execute(db)
  const loose = toLexicon(rows)
  return { ...lexicon, docs: new Map([...loose.docs, ...lexicon.docs]), parts: loose.parts }
}

function toLexicon(rows: Row[]): Lexicon {
  const maps = { related: new Map(), compounds: new Map(), folded: new Map(), parts: new Map() }
  const lexicon: Lexicon = { docs: new Map(), completions: [], ...maps }
  for (const { kind, of, term, docs } of rows) {
    lexicon.docs.set(term, docs)
    if (kind === 'completion') lexicon.completions.push(term)
    if (kind === 'kin' && isEnding(term.slice(of.length))) add(lexicon.related, of, term)
    if (kind === 'compound') add(lexicon.compounds, of, term)
    if (kind === 'folded') add(lexicon.folded, of, term)
    if (kind === 'part') add(lexicon.parts, of, term)
  }
  return lexicon
}

function add(map: Map<string, string[]>, key: string, value: string): void {
  map.set(key, [...(map.get(key) ?? []), value])
}

/** What the index knows of a reader's words: their stems, their likenesses, and how many articles hold each. */
import { sql } from 'kysely'
import { possibleParts } from '../../domain/search/compounds.ts'
import { isEnding, isInflected, type Lexicon, type QueryWord, shortened } from '../../domain/search/terms.ts'
import type { ReadDb } from '../articles/articles.ts'

const MOST_WORDS = 40
const MOST_LIKENESSES = 30
const MOST_LOOKED_AT = 100
// A question of many words needs no likenesses of each.
const MOST_IN_COMPOUNDS = 12

/** Words of a text in their order, by the same parser and stemmers as the articles'. */
export async function findWords(db: ReadDb, text: string, languages: string[]): Promise<QueryWord[]> {
  const { rows } = await sql<{ text: string; stems: { language: string; stem: string | null }[] }>`
    select w.lexeme as text, (
      select json_agg(json_build_object('language', l, 'stem', (tsvector_to_array(to_tsvector(search_config(l), w.lexeme)))[1]))
      from unnest(${languages}::text[]) l
    ) as stems
    from unnest(to_tsvector('simple', search_text(${text}))) w
    order by w.positions[1] limit ${MOST_WORDS}`.execute(db)
  return rows.map(({ text, stems }) => ({
    text,
    stems: [...new Set([...stems.flatMap(({ stem }) => stem ?? []), text])],
    stopIn: stems.flatMap(({ language, stem }) => (stem === null ? [language] : [])),
  }))
}

interface Row {
  kind: 'known' | 'completion' | 'kin' | 'compound' | 'folded'
  of: string
  term: string
  docs: number
}

/** `prefix` is the last word where the reader may still be writing it. */
export async function readLexicon(db: ReadDb, words: QueryWord[], prefix: string | null): Promise<Lexicon> {
  const stems = [...new Set(words.flatMap((word) => word.stems))]
  const wanted = [...new Set([...stems, ...stems.flatMap(possibleParts), ...stems.flatMap(shortened)])]
  const wholes = stems.filter((stem) => stem.length >= 4 && /^\p{L}+$/u.test(stem)).slice(0, MOST_IN_COMPOUNDS)
  const texts = words.map((word) => word.text)
  const { rows } = await sql<Row>`
    select 'known' as kind, term as of, term, docs from search_terms where term = any(${wanted}::text[]) and docs > 0
    union all (
      select 'completion', ${prefix}::text, term, docs from search_terms
      where term >= ${prefix}::text and term < ${prefix}::text || chr(1114111) and docs > 0
      order by docs desc, term limit ${MOST_LIKENESSES})
    union all select 'compound', s, c.term, c.docs from unnest(${wholes}::text[]) s cross join lateral (
      select term, docs from (
        (select term, docs, substr(term, length(s) + 1) as rest from search_terms
        where term > s collate "C" and term < s || chr(1114111) collate "C" and length(term) >= length(s) + 3
        order by term limit ${MOST_LOOKED_AT})
        union all
        (select term, docs, left(term, -length(s)) from search_terms
        where reverse(term) collate "C" > reverse(s) and reverse(term) collate "C" < reverse(s) || chr(1114111)
          and length(term) >= length(s) + 3
        order by reverse(term) collate "C" limit ${MOST_LOOKED_AT})
      ) x
      where docs > 0 and (length(s) >= 5 and length(rest) >= 4 and left(term, length(s)) <> s or exists (
        select from search_terms r where r.docs > 0 and r.term in (
          rest, left(rest, -1), substr(rest, 2)) and length(r.term) >= 3))
      order by docs desc, term limit ${MOST_LIKENESSES}) c
    union all select 'kin', s, k.term, k.docs from unnest(${stems.filter(isInflected)}::text[]) s cross join lateral (
      select term, docs from search_terms
      where term > s collate "C" and term < s || chr(1114111) collate "C" and docs > 0 and length(term) <= length(s) + 3
      order by docs desc, term limit ${MOST_LIKENESSES}) k
    union all select 'folded', w, t.term, t.docs from unnest(${texts}::text[]) w join search_terms t
      on t.docs > 0 and search_fold(t.term) = search_fold(w) and search_fold(t.term) <> t.term
    union all select 'folded', w, t.term, t.docs from unnest(${texts}::text[]) w join search_terms t
      on t.docs > 0 and t.term = search_fold(w) and t.term <> w`.execute(db)
  return toLexicon(rows)
}

function toLexicon(rows: Row[]): Lexicon {
  const lexicon: Lexicon = { docs: new Map(), completions: [], kin: new Map(), compounds: new Map(), folded: new Map() }
  for (const { kind, of, term, docs } of rows) {
    lexicon.docs.set(term, docs)
    if (kind === 'completion') lexicon.completions.push(term)
    if (kind === 'kin' && isEnding(term.slice(of.length))) add(lexicon.kin, of, term)
    if (kind === 'compound') add(lexicon.compounds, of, term)
    if (kind === 'folded') add(lexicon.folded, of, term)
  }
  return lexicon
}

function add(map: Map<string, string[]>, key: string, value: string): void {
  map.set(key, [...(map.get(key) ?? []), value])
}

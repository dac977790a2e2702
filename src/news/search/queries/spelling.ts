/** Misspelt words: those that no article holds are read as known words with a slip or two, or as two words run together. */
import { sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import { foldName } from '../../../platform/text/normal-form.ts'
import { nearestTerm, slipsIn } from '../rules/spelling.ts'
import type { QueryWord } from '../rules/terms.ts'

/** A word as the reader wrote it and as it is read: a stem, or several words. */
export interface Correction {
  written: string
  read: string
}

const MAX_CORRECTED = 8
const MAX_EXAMINED = 300

/** Corrections for those of the words that have any. */
export async function correctWords(db: ReadDb, words: QueryWord[]): Promise<Correction[]> {
  const named = await namedWords(db, words)
  const examined = words.filter(({ text }) => !named.has(text)).slice(0, MAX_CORRECTED)
  const near = await nearTerms(db, [...new Set(examined.flatMap(longStems))])
  return examined.flatMap((word) => {
    const read = splitWord(word.text) ?? nearestOf(word, near)
    return read === null ? [] : [{ written: word.text, read }]
  })
}

/** Those that stand in the name of a tag: spelt right, though no article holds them. */
async function namedWords(db: ReadDb, words: QueryWord[]): Promise<Set<string>> {
  const { rows } = await sql<{ word: string }>`
    select word from unnest(${words.map(({ text }) => text)}::text[]) word
    where word in (select regexp_split_to_table(lower(search_normal(name)), '[^[:alnum:]]+') from tags)`.execute(db)
  return new Set(rows.map(({ word }) => word))
}

/** "ios27.2" is "ios 27.2". */
function splitWord(word: string): string | null {
  const [, letters, number] = /^(\p{L}{2,})(\d+(?:\.\d+)*)$/u.exec(word) ?? []
  return letters && number ? `${letters} ${number}` : null
}

// A word without a long ending is near to many others, and so is a short one.
const MAX_ENDING_LENGTH = 2
const MIN_STEM_LENGTH = 5
const longStems = ({ text, stems }: QueryWord) =>
  stems.filter((stem) => stem === text || stem.length >= Math.max(MIN_STEM_LENGTH, text.length - MAX_ENDING_LENGTH))

type Near = Map<string, { term: string; docs: number }[]>

function nearestOf(word: QueryWord, near: Near): string | null {
  for (const stem of longStems(word)) {
    const existing = new Map((near.get(stem) ?? []).map(({ term, docs }) => [foldName(term), { term, docs }]))
    const folded = [...existing].map(([term, { docs }]) => ({ term, docs }))
    const found = nearestTerm(foldName(stem), folded)
    if (found !== null) return existing.get(found)?.term ?? null
  }
  return null
}

/**
 * Listed terms that share a beginning or an end with each stem. Of a word with one slip, one half is right; of one with
 * two, most often the first third or the last.
 */
async function nearTerms(db: ReadDb, stems: string[]): Promise<Near> {
  const requested = stems.filter((stem) => slipsIn(stem) > 0)
  const sure = requested.map((stem) =>
    Math.max(1, Math.floor(slipsIn(stem) === 1 ? (stem.length - 1) / 2 : stem.length / 3)),
  )
  const near: Near = new Map()
  if (requested.length === 0) return near
  const { rows } = await sql<{ stem: string; term: string; docs: number }>`
    select s.stem, t.term, t.docs
    from unnest(${requested}::text[], ${sure}::int[], ${requested.map(slipsIn)}::int[]) s(stem, sure, slips)
    cross join lateral (
      (select term, docs from search_terms
      where term >= left(s.stem, s.sure) collate "C" and term < left(s.stem, s.sure) || chr(1114111) collate "C"
        and docs > 0 and length(term) between length(s.stem) - s.slips and length(s.stem) + s.slips
      order by docs desc limit ${MAX_EXAMINED})
      union all
      (select term, docs from search_terms
      where reverse(term) collate "C" >= left(reverse(s.stem), s.sure)
        and reverse(term) collate "C" < left(reverse(s.stem), s.sure) || chr(1114111)
        and docs > 0 and length(term) between length(s.stem) - s.slips and length(s.stem) + s.slips
      order by docs desc limit ${MAX_EXAMINED})
      union all
      (select term, docs from search_terms
      where search_fold(term) collate "C" >= left(search_fold(s.stem), s.sure)
        and search_fold(term) collate "C" < left(search_fold(s.stem), s.sure) || chr(1114111) and search_fold(term) <> term
        and docs > 0 and length(term) between length(s.stem) - s.slips and length(s.stem) + s.slips
      order by docs desc limit ${MAX_EXAMINED})
    ) t`.execute(db)
  for (const { stem, ...existing } of rows) near.set(stem, [...(near.get(stem) ?? []), existing])
  return near
}

/** The text with corrected words in the place of the written ones, whatever their case. */
export function replaceWords(text: string, corrections: Correction[]): string {
  return corrections.reduce((rest, { written, read }) => rest.replace(wordIn(written), () => read), text)
}

const wordIn = (word: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'giu')

/**
 * The reader's text with its misspelt words as the hits write them; null where nothing was corrected, or where only
 * words that run together were taken apart.
 */
export function didYouMean(text: string, corrections: Correction[], hits: string[]): string | null {
  const words = [...new Set(hits.join(' ').match(/[\p{L}\p{N}]+/gu) ?? [])]
  const shown = corrections.flatMap(({ written, read }) => {
    const found = words
      .filter((word) => foldName(word).startsWith(foldName(read)))
      .sort((a, b) => a.length - b.length)[0]
    return found ? [{ written, read: found }] : []
  })
  return shown.length > 0 ? replaceWords(text, shown) : null
}

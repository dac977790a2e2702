/** The words of one article as PostgreSQL keeps them (the text form of a `tsvector`), read into what ranking needs. */

export type Field = 'title' | 'summary' | 'other'

/** Places of a word in one article. */
export interface Occurrence {
  field: Field
  position: number
}

export interface Posting {
  id: number
  words: Map<string, Occurrence[]>
  /** Words in each field. */
  lengths: Record<Field, number>
}

const FIELD_OF: Record<string, Field> = { A: 'title', B: 'summary', C: 'other' }
const LEXEME = /'((?:[^'\\]|''|\\\\)*)':(\S+)/g

/** Reads `'mac':1A,7B 'o''brien':3B`. */
export function parsePosting(id: number, vector: string): Posting {
  const posting: Posting = { id, words: new Map(), lengths: { title: 0, summary: 0, other: 0 } }
  for (const [, quoted = '', places = ''] of vector.matchAll(LEXEME)) {
    const occurrences = places.split(',').map(parsePlace)
    for (const { field } of occurrences) posting.lengths[field] += 1
    posting.words.set(quoted.replace(/(['\\])\1/g, '$1'), occurrences)
  }
  return posting
}

const parsePlace = (place: string): Occurrence => ({
  field: FIELD_OF[place.at(-1) ?? ''] ?? 'other',
  position: Number.parseInt(place, 10),
})

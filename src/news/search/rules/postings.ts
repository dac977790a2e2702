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

/** Reads `'mac':1A,7B 'pro':3B`, of which only the `wanted` words (as quoted there) are kept. */
export function parsePosting(id: number, vector: string, wanted: Map<string, string>): Posting {
  const words = new Map<string, Occurrence[]>()
  for (const entry of vector.split(' ')) {
    const colon = entry.lastIndexOf(':')
    const word = wanted.get(entry.slice(0, colon))
    if (word !== undefined)
      words.set(
        word,
        entry
          .slice(colon + 1)
          .split(',')
          .map(parseOccurrence),
      )
  }
  return { id, words, lengths: countOccurrences(vector) }
}

/** A word as `tsvector` and `tsquery` write it. */
export const quoteLexeme = (word: string) => `'${word.replace(/['\\]/g, '$&$&')}'`

const parseOccurrence = (occurrence: string): Occurrence => ({
  field: FIELD_OF[occurrence.at(-1) ?? ''] ?? 'other',
  position: Number.parseInt(occurrence, 10),
})

/** Words are in lower case: a capital stands for one place of a word in its field. */
function countOccurrences(vector: string): Record<Field, number> {
  const counts = [0, 0, 0]
  for (let i = 0; i < vector.length; i++) {
    const field = vector.charCodeAt(i) - 65
    if (field >= 0 && field < 3) counts[field] = (counts[field] ?? 0) + 1
  }
  const [title = 0, summary = 0, other = 0] = counts
  return { title, summary, other }
}

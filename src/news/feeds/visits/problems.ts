/** Problems of a document that was read, as the record of its fetch has them. */
import type { ReadFeed } from '../documents/document-worker.ts'

const MAX_LENGTH = 1000

/** Null for a clean document. `matched` is what became known when its items were matched with the stored articles. */
export function problemsOf({ parsed, identified }: ReadFeed, matched: string[]): string | null {
  return [...matched, ...identified.notes, ...parsed.problems].map(sentence).join(' ').slice(0, MAX_LENGTH) || null
}

const sentence = (text: string) => text.replace(/^\p{L}/u, (letter) => letter.toUpperCase()).replace(/[^.]$/, '$&.')

/** Marks in a guide's text: `[1]` cites the first source, `[?]` means that a fact or a section was not checked. */

/** Not a link, which goes on with `(` or with a `[` that is no mark, nor a definition, which goes on with `:`. */
const pattern = /\[(\?|[1-9]\d?)\](?!\(|:|\[(?!(?:\?|[1-9]\d?)\]))/g

export interface Citation {
  /** Number of the source, or null for what was not checked. */
  source: number | null
  line: number
}

/** Every mark with its line, when the text begins on `firstLine`. */
export function findCitations(body: string, firstLine = 1): Citation[] {
  return body.split('\n').flatMap((text, index) =>
    [...text.matchAll(pattern)].map(([, word]) => ({
      source: word === '?' ? null : Number(word),
      line: firstLine + index,
    })),
  )
}

/** The text without its marks, for what counts or reads words. */
export function withoutCitations(body: string): string {
  return body.replace(new RegExp(`[ \\t]*${pattern.source}`, 'g'), '')
}

/** The text with each mark replaced by what `write` makes of it. */
export function replaceCitations(body: string, write: (source: number | null) => string): string {
  return body.replace(pattern, (_all, word: string) => write(word === '?' ? null : Number(word)))
}

/** The mark that begins at `at`, with its length; undefined where none does. */
export function citationAt(text: string, at: number): { source: number | null; length: number } | undefined {
  const sticky = new RegExp(pattern.source, 'y')
  sticky.lastIndex = at
  const found = sticky.exec(text)
  if (!found) return undefined
  return { source: found[1] === '?' ? null : Number(found[1]), length: found[0].length }
}

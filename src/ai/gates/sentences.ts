/** Sentences and words of a text, with Swedish and English abbreviations in mind. */

const ABBREVIATION =
  /(?:^|[\s("”])(?:bl\.a|t\.ex|m\.m|d\.v\.s|dvs|s\.k|fr\.o\.m|t\.o\.m|o\.s\.v|osv|f\.d|ca|kl|nr|resp|jfr|mr|mrs|ms|dr|st|jr|sr|inc|corp|ltd|co|vs|e\.g|i\.e|etc|no)\.$/iu
const INITIAL = /(?:^|[\s(.])\p{Lu}\.$/u
const END = /[.!?…]+["”’»)\]]*(?=\s)/gu
const STARTS = /^\s+(?:["”“‘’«»(–—-]\s*)?(?:\p{Lu}|\d|\p{Ll}+\p{Lu})/u

/** The text cut after each sentence; pieces keep their wording, without white space around them. */
export function sentences(text: string): string[] {
  const found: string[] = []
  let from = 0
  for (const match of text.matchAll(END)) {
    const end = match.index + match[0].length
    if (!STARTS.test(text.slice(end, end + 40))) continue
    const before = text.slice(Math.max(0, match.index - 13), match.index + 1)
    if (match[0].startsWith('.') && (ABBREVIATION.test(before) || INITIAL.test(before))) continue
    found.push(text.slice(from, end).trim())
    from = end
  }
  const rest = text.slice(from).trim()
  return rest ? [...found, rest] : found
}

/** Words as people count them: pieces between blanks that hold a letter or digit. */
export function countWords(text: string): number {
  return text.split(/\s+/).filter((piece) => /[\p{L}\p{N}]/u.test(piece)).length
}

/** Words in lower case without punctuation, for comparing runs of them. */
export function plainWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’.,:-][\p{L}\p{N}]+)*/gu) ?? []
}

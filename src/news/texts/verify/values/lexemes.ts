/** Text into numbers, words and marks: what the gates on numbers and dates read. */

export interface Lexeme {
  kind: 'number' | 'word' | 'mark'
  text: string
  /** No white space is between this lexeme and the one before it. */
  glued: boolean
}

const GROUPED = /\d{1,3}(?:[ \u00a0\u202f\u2009]\d{3})+(?!\d)(?:,\d+)?/u
const NUMBER = /\d+(?:[.,:]\d+)*/u
// A word may hold digits after its first letter (M5, A19) but no hyphen, so that compounds come apart.
const WORD = /\p{L}[\p{L}\p{M}\p{N}]*(?:['’]\p{L}+|(?:\.\p{L})+\.?)?/u
const PUNCTUATION = /[^\s\p{L}\p{N}]/u
const TOKEN = new RegExp(
  `(?:${GROUPED.source})|(?:${NUMBER.source})|(?:${WORD.source})|(?:${PUNCTUATION.source})`,
  'gu',
)

export function lexemes(text: string): Lexeme[] {
  const found: Lexeme[] = []
  let end = -1
  for (const match of text.matchAll(TOKEN)) {
    const token = match[0]
    found.push({ kind: kindOf(token), text: token, glued: match.index === end })
    end = match.index + token.length
  }
  return found
}

function kindOf(token: string): Lexeme['kind'] {
  if (/^\d/.test(token)) return 'number'
  return /^\p{L}/u.test(token) ? 'word' : 'mark'
}

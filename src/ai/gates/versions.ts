/** Gate: a number that stands directly after a name ("iOS 26.2", "Galaxy S26") stands so in the source too. */
import type { Evidence } from './evidence.ts'
import { type Lexeme, lexemes } from './lexemes.ts'

/** Reason when a name carries a number that the source gives to another name, or null. */
export function versionsGate(text: string, evidence: Evidence): string | null {
  const tokens = lexemes(text)
  const source = lexemes(evidence.text)
  for (const [at, token] of tokens.entries()) {
    const number = tokens[at + 1]
    if (!number || !isName(token) || !isVersion(number)) continue
    const numbers = numbersAfter(source, token.text)
    if (numbers.size > 0 && !numbers.has(number.text.toLowerCase()))
      return `"${token.text} ${number.text}" does not occur in the source`
  }
  return null
}

const isName = (token: Lexeme) => token.kind === 'word' && /\p{Lu}/u.test(token.text)
const isVersion = (token: Lexeme) =>
  (token.kind === 'number' && !/,/.test(token.text) && !/\s/.test(token.text)) ||
  (token.kind === 'word' && /^\p{Lu}{1,2}\d+$/u.test(token.text))
const isBetween = (token: Lexeme) =>
  /^([,/&()-]|and|och|or|eller|to|till|through|–|version|the|den|series|gen|beta|pro|max|plus|mini|air|ultra)$/i.test(
    token.text,
  )

/** The numbers that follow a name in the text, lists such as "iPhone 16, 16 Pro and 17" included. */
function numbersAfter(tokens: Lexeme[], name: string): Set<string> {
  const numbers = new Set<string>()
  const wanted = stem(name)
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'word' || stem(token.text) !== wanted) continue
    if (!tokens[at + 1] || !isVersion(tokens[at + 1] as Lexeme)) continue
    for (const next of tokens.slice(at + 1, at + 14)) {
      if (isVersion(next)) numbers.add(next.text.toLowerCase())
      else if (!isBetween(next) && !isName(next)) break
    }
  }
  // The name may share a number that follows another one: "iOS and iPadOS 26.2".
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'word' || stem(token.text) !== wanted) continue
    for (const next of tokens.slice(at + 1, at + 8)) {
      if (isVersion(next)) {
        numbers.add(next.text.toLowerCase())
        break
      }
      if (!isBetween(next) && !isName(next)) break
      // Another name with a number of its own ends the sharing.
    }
  }
  return numbers
}

const stem = (word: string) => word.toLowerCase().replace(/['’]?s$/, '')

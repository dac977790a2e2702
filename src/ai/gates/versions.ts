/** Gates: what stands directly after a name ("iOS 26.2", "iPad mini", "17 Pro") stands so in the source too. */
import { clockForms } from './clock.ts'
import type { Evidence } from './evidence.ts'
import { type Lexeme, lexemes } from './lexemes.ts'
import type { Reading } from './reading.ts'

/** Reason when a name carries a number that the source gives to another name only, or null. */
export function versionsGate(text: string, evidence: Evidence): string | null {
  const tokens = lexemes(text)
  const source = lexemes(evidence.text)
  const { reading } = evidence
  for (const [at, token] of tokens.entries()) {
    const number = tokens[at + 1]
    // "Den 3 maj" begins with a date, not with a name.
    const dated = reading.dates.around.has(token.text.toLowerCase())
    if (!number || dated || !isName(token) || !isVersion(number)) continue
    const numbers = followers(source, token.text, isVersion, reading)
    // "Klockan 09.30" is no version.
    const written = [number.text.toLowerCase(), ...clockForms(number.text)]
    if (numbers.size > 0 && !written.some((form) => numbers.has(form)))
      return `"${token.text} ${number.text}" does not occur in the source`
  }
  return null
}

/** Reason when a model's name is put together from parts of others: "iPad mini" from iPad Air and Mac mini. */
export function modelsGate(text: string, evidence: Evidence): string | null {
  const tokens = lexemes(text)
  const source = lexemes(evidence.text)
  const { reading } = evidence
  const isModel = (word: string) => reading.models.has(word.toLowerCase())
  for (const [at, token] of tokens.entries()) {
    const model = tokens[at + 1]
    if (!model || !isModel(model.text) || (!isName(token) && !isVersion(token))) continue
    // A name that the source does not hold at all is for the gate on names.
    if (isModel(token.text) || !source.some(({ text }) => stem(text) === stem(token.text))) continue
    const models = followers(source, token.text, (next) => isModel(next.text), reading)
    for (const word of modelWords(tokens, at + 1, isModel))
      if (!models.has(word.toLowerCase())) return `"${token.text} ${word}" does not occur in the source`
  }
  return null
}

/** "Pro Max" after "iPhone 17". */
function modelWords(tokens: Lexeme[], from: number, isModel: (word: string) => boolean): string[] {
  const end = tokens.findIndex((token, at) => at >= from && !isModel(token.text))
  return tokens.slice(from, end < 0 ? undefined : end).map((token) => token.text)
}

const isName = (token: Lexeme) => token.kind === 'word' && /\p{Lu}/u.test(token.text)
const isVersion = (token: Lexeme) =>
  (token.kind === 'number' && !/,/.test(token.text) && !/\s/.test(token.text)) ||
  (token.kind === 'word' && /^\p{Lu}{1,2}\d+$/u.test(token.text))
const isBetween = ({ text }: Lexeme, { nameJoins }: Reading) =>
  /^([,/&()–-]|['’]s)$/.test(text) || nameJoins.has(text.toLowerCase())

/** The wanted lexemes that follow a name, through lists such as "iPhone 16, 16 Pro and 17" and "iOS and iPadOS 26.2". */
function followers(
  tokens: Lexeme[],
  name: string,
  isWanted: (token: Lexeme) => boolean,
  reading: Reading,
): Set<string> {
  const found = new Set<string>()
  const wanted = stem(name)
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'mark' || stem(token.text) !== wanted) continue
    for (const next of tokens.slice(at + 1, at + 14)) {
      if (isWanted(next)) found.add(next.text.toLowerCase())
      else if (
        !isBetween(next, reading) &&
        !isName(next) &&
        !isVersion(next) &&
        !reading.models.has(next.text.toLowerCase())
      )
        break
    }
  }
  return found
}

const stem = (word: string) => word.toLowerCase().replace(/['’]?s$/, '')

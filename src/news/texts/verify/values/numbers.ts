/** Numbers of a text by value: digits and words, thousands and decimals, scales, money, percent and times of day. Pure. */
import { type Lexeme, lexemes } from './lexemes.ts'
import type { NumberWords } from './number-words.ts'

export interface NumberFound {
  /** As written. */
  text: string
  /** Values that it may have: "1,500" has two where the language is not known. */
  values: string[]
  /** Kind of money, or `percent`. */
  unit: string | null
}

interface Read {
  values: number[]
  /** "26.1.2": no number, compared as written. */
  literal?: string
  end: number
}

/** `wide`: a source, in which "third" and "both" support three and two. */
export function findNumbers(text: string, words: NumberWords, wide: boolean): NumberFound[] {
  const tokens = lexemes(text)
  const found: NumberFound[] = []
  for (let at = 0; at < tokens.length; ) {
    const read = readAt(tokens, at, words, wide)
    if (read) found.push(describe(tokens, at, read, words, wide))
    at = read?.end ?? at + 1
  }
  return found
}

/** Things in a row: "Sweden, Norway and Finland" are three. */
export const countListed = (text: string, { isAnd }: NumberWords): number =>
  text
    .split(/\s+|(?=,)/)
    .map((word) => (word === ',' || isAnd(word) ? ',' : word))
    .join(' ')
    .split(',')
    .filter((part) => /[\p{L}\d]/u.test(part)).length

function readAt(tokens: Lexeme[], at: number, words: NumberWords, wide: boolean): Read | null {
  const token = tokens[at] as Lexeme
  if (token.kind === 'number') return scaled(tokens, digits(token.text, words.decimal), at + 1, words)
  if (token.kind !== 'word') return null
  if (words.isHalf(token.text)) return half(tokens, at, words)
  const [joined, end] = hyphenated(tokens, at)
  const readWord = wide ? words.supportOf : words.valueOf
  const compound = readWord(joined)
  if (compound !== undefined) return scaled(tokens, { values: [compound] }, end, words)
  const value = readWord(token.text) ?? (wide ? prefixValue(token.text, words) : undefined)
  if (value !== undefined) return scaled(tokens, { values: [value] }, at + 1, words)
  // "a million"
  const isOne = words.isArticle(token.text) && words.scaleOf(tokens[at + 1]?.text ?? '', false) !== undefined
  return isOne ? scaled(tokens, { values: [1] }, at + 1, words) : null
}

/** No word of a number is longer; a text of one long word is read in no time. */
const MAX_WORD_LENGTH = 40

/** "femårig", "dreijährige". */
function prefixValue(word: string, words: NumberWords): number | undefined {
  if (word.length > MAX_WORD_LENGTH) return
  const cuts = Array.from({ length: Math.max(0, word.length - 5) }, (_, at) => word.length - 3 - at)
  return cuts.map((cut) => words.valueOf(word.slice(0, cut))).find((value) => value !== undefined)
}

/** "forty-five". */
function hyphenated(tokens: Lexeme[], at: number): [string, number] {
  const [one, hyphen, two] = tokens.slice(at, at + 3)
  const isJoined = hyphen?.text === '-' && hyphen.glued && two?.kind === 'word' && two.glued
  return isJoined && one?.kind === 'word' && /^\p{L}+$/u.test(two.text) && one.text.length + two.text.length < 16
    ? [`${one.text}-${two.text}`, at + 3]
    : [one?.text ?? '', at + 1]
}

/** "half a million". */
function half(tokens: Lexeme[], at: number, words: NumberWords): Read | null {
  const next = at + (words.isArticle(tokens[at + 1]?.text ?? '') ? 2 : 1)
  return words.scaleOf(tokens[next]?.text ?? '', false) ? scaled(tokens, { values: [0.5] }, next, words) : null
}

/** With the words that multiply it, and what is added behind "hundred": "two hundred and fifty thousand". */
function scaled(tokens: Lexeme[], read: Omit<Read, 'end'>, from: number, words: NumberWords): Read {
  let { values } = read
  let end = from
  for (let count = 0; count < 3; count++) {
    // "$95-million"
    const at = tokens[end]?.text === '-' && tokens[end]?.glued ? end + 1 : end
    const scale = words.scaleOf(tokens[at]?.text ?? '', tokens[at]?.glued ?? false)
    if (scale === undefined) break
    values = values.map((value) => value * scale)
    end = at + 1
    const more = end + (words.isAnd(tokens[end]?.text ?? '') ? 1 : 0)
    const added = words.valueOf(hyphenated(tokens, more)[0])
    if (scale !== 100 || added === undefined || added >= 100) continue
    values = values.map((value) => value + added)
    end = hyphenated(tokens, more)[1]
  }
  return { ...read, values, end }
}

const GROUPED = /^\d{1,3}([ \u00a0\u202f\u2009.,])\d{3}(?:\1\d{3})*(?:[.,]\d+)?$/u

/** Values of digits; a time is hour.minutes, whichever sign is between. */
function digits(text: string, decimal: NumberWords['decimal']): Omit<Read, 'end'> {
  const plain = text.replace(/[ \u00a0\u202f\u2009]/g, '')
  const separator = GROUPED.exec(text)?.[1]
  const values: number[] = []
  if (separator !== undefined && separator !== decimal) values.push(Number(withoutSeparator(plain, separator)))
  if (/^\d+(?:[.,:]\d+)?$/.test(plain) && (separator === undefined || separator === decimal || decimal === null))
    values.push(Number(plain.replace(/[,:]/, '.')))
  return values.length > 0 ? { values } : { values: [], literal: plain }
}

const withoutSeparator = (text: string, separator: string) => text.replaceAll(separator, '').replace(',', '.')

function describe(tokens: Lexeme[], at: number, read: Read, words: NumberWords, wide: boolean): NumberFound {
  const behind = tokens[read.end]
  const unit = unitBeside(tokens, at, read.end, words)
  const evening = words.isEvening(behind?.text ?? '') ? read.values.map((value) => value + 12) : []
  // "2.3 to 2.5 million"
  const shared = scaleBehind(tokens, read.end, words)
  // Of "13.10.2026" a source supports each part, of 4.15 pm the hour.
  const written = tokens[at]?.text ?? ''
  const parts =
    wide && /^(?:\d+[.:]\d\d|\d{1,2}\.\d{1,2}\.\d{4})$/.test(written) ? written.split(/[.:]/).map(Number) : []
  const values = [
    ...read.values,
    ...evening,
    ...parts,
    ...(shared === 1 ? [] : read.values.map((value) => value * shared)),
  ]
  const text = tokens
    .slice(at, read.end)
    .map((token, index) => (index > 0 && !token.glued ? ` ${token.text}` : token.text))
  return { text: text.join(''), values: [...values.map(keyOf), ...(read.literal ? [read.literal] : [])], unit }
}

const keyOf = (value: number) => String(Number(value.toPrecision(12)))

function unitBeside(tokens: Lexeme[], at: number, end: number, words: NumberWords): string | null {
  const [before, after, next] = [tokens[at - 1], tokens[end], tokens[end + 1]]
  const joined = after?.text === '-' && after.glued ? next : after
  return words.unitOf(joined?.text ?? '') ?? (before ? words.unitOf(before.text) : undefined) ?? null
}

/** The scale of the number that follows within three signs. */
function scaleBehind(tokens: Lexeme[], end: number, words: NumberWords): number {
  const next = tokens.findIndex((token, at) => at >= end && at <= end + 2 && token.kind === 'number')
  const scale = next < 0 ? undefined : tokens[next + 1]
  return (scale && words.scaleOf(scale.text, scale.glued)) ?? 1
}
